/**
 * What the board shows: for every square what is on it and how it is told, then lines and a path.
 * Free of how it is drawn, and of the page.
 */

import { byFamily, countsFromTop, familyOf } from "./families.js";
import { goals, groups } from "./paints.js";
import { sides } from "./puzzle.js";
import { fileName, indexOf, squareOf } from "./squares.js";

const SHORT = 5;
const PAWN = "mfWcfF";

/**
 * The scene of a puzzle with what has been placed on it.
 *
 * @param {object} puzzle
 * @param {object} overlay `placed`: `[{betza, name}]`, pieces placed; `path`: names of a tour's
 *   squares; `step`: how many of its moves are made, null for all; `moverAtEnd`: whether its
 *   piece has moved along; `verdict`: the server's check of it all (open, conflicts, attacks,
 *   moves); `tried`: whether to mark what is met and open; `lines`: whether to draw who attacks what
 * @param {(betza: string) => string} pieceName
 */
export function sceneOf(puzzle, overlay, pieceName) {
  const board = sides(puzzle);
  const cells = Array.from({ length: board.rows * board.columns }, () => ({ marks: [], words: [] }));
  const at = (name) => cells[indexOf(name, board)];
  PAINTERS(puzzle)(puzzle, at, pieceName);
  const path = (overlay.path ?? []).map((name) => squareOf(name, board.rows));
  for (const { betza, name } of overlay.placed ?? []) {
    const cell = at(name);
    cell.stand = { betza, side: "ours" };
    if (familyOf(puzzle).pieces) cell.marks.push({ kind: "placed" });
    cell.words.push(pieceName(betza));
  }
  judge(puzzle, overlay, at);
  return {
    family: puzzle.family,
    rows: board.rows,
    columns: board.columns,
    fromTop: countsFromTop(puzzle),
    small: familyOf(puzzle).weighted === true,
    cells,
    lines: overlay.lines ? linesOf(overlay.verdict, board.rows) : NO_LINES,
    path,
    step: overlay.step ?? path.length - 1,
    mover: familyOf(puzzle).path ? { betza: puzzle.mover, square: moverSquare(puzzle, overlay, path) } : null,
  };
}

const NO_LINES = [];
const PAINTERS = byFamily({ queens, heaviest, tour, cover });

/** Where a tour's piece is drawn: where it has come, and at its start while the whole tour is shown. */
function moverSquare(puzzle, { step, moverAtEnd }, path) {
  if (path.length && moverAtEnd) return path[step ?? path.length - 1];
  return squareOf(puzzle.start, sides(puzzle).rows);
}

function queens({ given, blocked }, at) {
  for (const name of given) {
    const cell = at(name);
    cell.marks.push({ kind: "given" });
    cell.stand = { betza: "Q", side: "ours" };
    cell.words.push("given queen");
  }
  for (const name of blocked) note(at(name), "blocked", "no queen may stand here");
}

function heaviest(puzzle, at) {
  const all = puzzle.weights.flat();
  const [least, most] = [Math.min(...all), Math.max(...all)];
  const rows = puzzle.weights.length;
  puzzle.weights.forEach((weights, row) =>
    weights.forEach((weight, column) => {
      const cell = at(`${fileName(column)}${rows - row}`);
      cell.heat = (weight - least) / (most - least || 1);
      cell.label = shortNumber(weight);
      cell.words.push(`weight ${weight}`);
    }),
  );
  queens(puzzle, at);
}

function tour(puzzle, at, pieceName) {
  const beside = puzzle.visit === "beside";
  const wide = groups(puzzle);
  for (const name of puzzle.board.walls) wall(at(name));
  for (const name of puzzle.pawns) theirs(at(name), PAWN, "pawn");
  wide.forEach((names, number) => {
    for (const name of names) note(at(name), "target", `target ${number + 1}`, String(number + 1));
  });
  for (const name of puzzle.targets.filter((target) => !Array.isArray(target))) {
    if (beside) theirs(at(name), "N", "target");
    else note(at(name), "target", "target");
  }
  const goalStands = beside && !Array.isArray(puzzle.goal);
  for (const name of goals(puzzle)) {
    if (goalStands) theirs(at(name), "B", "goal");
    else note(at(name), "goal", "goal");
  }
  const start = at(puzzle.start);
  start.words.push(`${pieceName(puzzle.mover)}, start${puzzle.closed ? " and end" : ""}`);
  if (puzzle.closed) start.marks.push({ kind: "goal" });
}

function cover(puzzle, at, pieceName) {
  for (const name of puzzle.board.walls) wall(at(name));
  for (const name of puzzle.kings) theirs(at(name), "K", "enemy king");
  for (const name of puzzle.guarded) note(at(name), "guarded", "to be guarded");
  for (const name of puzzle.blocked) note(at(name), "blocked", "blocked");
  for (const [betza, name] of puzzle.standing) {
    const cell = at(name);
    cell.marks.push({ kind: "given" });
    cell.stand = { betza, side: "ours" };
    cell.words.push(`${pieceName(betza)}, standing`);
  }
}

function wall(cell) {
  cell.wall = true;
  cell.words.push("wall");
}

function theirs(cell, betza, words) {
  cell.stand = { betza, side: "theirs" };
  cell.words.push(words);
}

function note(cell, kind, words, tag) {
  cell.marks.push({ kind, tag });
  cell.words.push(words);
}

/** Mark what the check found: targets left open and met, queens that attack each other, moves. */
function judge(puzzle, { verdict, tried, placed = [], path = [] }, at) {
  if (!verdict || !tried) return;
  const open = new Set(verdict.open);
  if (placed.length || path.length > 1) {
    for (const name of targetsOf(puzzle, verdict.complete)) {
      const cell = at(name);
      cell.verdict = open.has(name) ? "open" : "met";
      cell.words.push(openWords(puzzle, open.has(name), cell));
    }
  }
  for (const name of new Set((verdict.conflicts ?? []).flat())) {
    const cell = at(name);
    cell.verdict = "clash";
    cell.words.push("attacked");
  }
  for (const name of verdict.moves ?? []) {
    const cell = at(name);
    cell.dot = true;
    cell.words.push("can be reached");
  }
}

function openWords(puzzle, isOpen, cell) {
  if (familyOf(puzzle).path) return isOpen ? "not visited" : "visited";
  if (cell.stand?.side === "theirs") return isOpen ? "not in check" : "in check";
  return isOpen ? "not guarded" : "guarded";
}

/** The names of all squares that are to be visited, checked or guarded; a goal is visited last. */
function targetsOf(puzzle, complete) {
  return TARGETS(puzzle)(puzzle, complete);
}

const TARGETS = byFamily({
  queens: () => [],
  heaviest: () => [],
  tour: (puzzle, complete) => [...puzzle.targets.flat(), ...(complete ? goals(puzzle) : [])],
  cover: ({ kings, guarded }) => [...kings, ...guarded],
});

function linesOf(verdict, rows) {
  if (!verdict) return NO_LINES;
  const ends = (from, to) => ({ from: squareOf(from, rows), to: squareOf(to, rows) });
  return [
    ...(verdict.attacks ?? []).map(({ from, to, hurdle }) => ({
      ...ends(from, to),
      hurdle: hurdle ? squareOf(hurdle, rows) : null,
    })),
    ...(verdict.conflicts ?? []).map(([from, to]) => ({ ...ends(from, to), fault: true })),
  ];
}

/** A weight in at most five letters or so. */
export function shortNumber(weight) {
  const text = String(weight);
  return text.length <= SHORT ? text : weight.toPrecision(3).replace(/e\+?/, "e");
}

/** What a screen reader says of a square. */
export function cellWords(scene, row, column) {
  const cell = scene.cells[row * scene.columns + column];
  const where = scene.fromTop ? `row ${row + 1}, column ${column + 1}` : `${fileName(column)}${scene.rows - row}`;
  return `${where}: ${cell.words.length ? cell.words.join(", ") : "empty"}`;
}
