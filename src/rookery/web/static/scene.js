/**
 * The scene on the board: the contents of every square and their words, then lines and a path.
 * Free of how it is drawn, and of the page.
 */

import { byFamily, familyOf, isWeighted } from "./families.js";
import { goals, groups, regionNumber, targetsOf } from "./paints.js";
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
 *   moves, spans); `tried`: whether to mark what is met and open; `lines`: whether to draw who attacks what
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
    stand(puzzle, cell, betza);
    const isGiven = cell.marks.some(({ kind }) => kind === "given");
    if (familyOf(puzzle).priced) cell.marks.push({ kind: "placed" });
    if (!isGiven) cell.words.push(familyOf(puzzle).stars ? "piece" : pieceName(betza));
  }
  mark(puzzle, overlay, at);
  judge(puzzle, overlay, at);
  border(cells, board);
  return {
    family: puzzle.family,
    rows: board.rows,
    columns: board.columns,
    wrap: puzzle.board?.wrap ?? "",
    small: isWeighted(puzzle),
    ruled: isWeighted(puzzle) || familyOf(puzzle).stars === true,
    cells,
    lines: overlay.lines ? linesOf(overlay.verdict, board.rows) : NO_LINES,
    path,
    spans: spansOf(overlay.verdict, path),
    step: overlay.step ?? path.length - 1,
    mover: moverOf(puzzle, overlay, path),
  };
}

const NO_LINES = [];
const PAINTERS = byFamily({ queens, heaviest, nonattacking, regions, tour, cover });

/** How far down and right each move of a path goes, as the server says; null where it has not said. */
function spansOf(verdict, path) {
  const spans = verdict?.spans ?? [];
  return path.slice(1).map((_, at) => (spans[at] ? { down: spans[at][0], right: spans[at][1] } : null));
}

/** A tour's piece: where it has come, and on its start while the whole tour is shown. */
function moverOf(puzzle, { step, moverAtEnd }, path) {
  if (!familyOf(puzzle).path) return null;
  const start = puzzle.start ? squareOf(puzzle.start, sides(puzzle).rows) : path[0];
  const square = path.length && moverAtEnd ? path[step ?? path.length - 1] : start;
  return square ? { betza: puzzle.mover, square } : null;
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

/** The weight of every square, the heaviest the darkest. */
function weights(puzzle, at) {
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
}

function heaviest(puzzle, at) {
  weights(puzzle, at);
  queens(puzzle, at);
}

function nonattacking(puzzle, at, pieceName) {
  if (isWeighted(puzzle)) weights(puzzle, at);
  for (const name of puzzle.board.walls) wall(at(name));
  for (const name of puzzle.blocked) note(at(name), "blocked", "no piece may stand here");
  puzzle.regions.forEach((names, number) => {
    for (const name of names) {
      at(name).region = number + 1;
      at(name).words.push(`region ${number + 1}`);
    }
  });
  for (const [kind, name] of puzzle.given) {
    const cell = at(name);
    cell.marks.push({ kind: "given" });
    cell.stand = { betza: puzzle.pieces[kind], side: "ours" };
    cell.words.push(`given ${pieceName(puzzle.pieces[kind])}`);
  }
}

function tour(puzzle, at, pieceName) {
  const beside = puzzle.visit === "beside";
  const wide = groups(puzzle);
  for (const name of puzzle.board.walls) wall(at(name));
  for (const name of puzzle.pawns) theirs(at(name), PAWN, "pawn");
  wide.forEach((names, number) => {
    for (const name of names) note(at(name), "target", `target ${number + 1}`, String(number + 1));
  });
  for (const name of targetsOf(puzzle).filter((target) => !Array.isArray(target))) {
    if (beside) theirs(at(name), "N", "target");
    else note(at(name), "target", "target");
  }
  const goalStands = beside && !Array.isArray(puzzle.goal);
  for (const name of goals(puzzle)) {
    if (goalStands) theirs(at(name), "B", "goal");
    else note(at(name), "goal", "goal");
  }
  if (!puzzle.start) return;
  const start = at(puzzle.start);
  start.words.push(`${pieceName(puzzle.mover)}, start${puzzle.closed ? " and end" : ""}`);
  if (puzzle.closed) start.marks.push({ kind: "goal" });
}

function cover(puzzle, at, pieceName) {
  for (const name of puzzle.board.walls) wall(at(name));
  for (const name of puzzle.kings) theirs(at(name), "K", "enemy king");
  for (const name of puzzle.guarded) note(at(name), "guarded", "to be guarded");
  for (const name of puzzle.blocked) note(at(name), "blocked", "blocked");
  for (const name of puzzle.spared) note(at(name), "spared", "to be spared");
  for (const [betza, name] of puzzle.standing) {
    const cell = at(name);
    cell.marks.push({ kind: "given" });
    cell.stand = { betza, side: "ours" };
    cell.words.push(`${pieceName(betza)}, standing`);
  }
}

function regions(puzzle, at) {
  puzzle.rows.forEach((letters, row) =>
    [...letters].forEach((letter, column) => {
      const cell = at(`${fileName(column)}${puzzle.rows.length - row}`);
      cell.region = regionNumber(puzzle.rows, letter) + 1;
      cell.words.push(`region ${letter}`);
    }),
  );
  for (const name of puzzle.given) {
    const cell = at(name);
    cell.marks.push({ kind: "given" });
    cell.words.push("given piece");
    stand(puzzle, cell, puzzle.piece);
  }
  for (const name of puzzle.blocked) note(at(name), "blocked", "no piece may stand here");
}

/** Put a piece of one's own on a square; kings of region puzzles are stars, for they are no kings to players. */
function stand(puzzle, cell, betza) {
  if (familyOf(puzzle).stars && betza === "K") cell.star = true;
  else cell.stand = { betza, side: "ours" };
}

/** A player's marks, those that follow from the pieces, and the squares of a hint. */
function mark(puzzle, { marked = [], hint, ruling, verdict }, at) {
  const told = new Set(marked);
  for (const name of marked) note(at(name), "ruled", "marked empty");
  for (const name of ruling ? (verdict?.ruled ?? []) : []) {
    if (!told.has(name)) note(at(name), "ruled", "ruled out");
  }
  if (!hint) return;
  for (const name of hint.because) note(at(name), "look", "look here");
  for (const name of hint.pieces) note(at(name), "found", "a piece stands here");
  for (const name of hint.empty) note(at(name), "out", "no piece stands here");
}

/** Where a region ends on a square's upper and left sides. */
function border(cells, { rows, columns }) {
  if (!cells.some(({ region }) => region)) return;
  cells.forEach((cell, index) => {
    const [row, column] = [Math.floor(index / columns), index % columns];
    const differs = (other) => (other?.region ?? 0) !== (cell.region ?? 0);
    cell.edges = {
      top: row > 0 && differs(cells[index - columns]),
      left: column > 0 && differs(cells[index - 1]),
    };
  });
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
    for (const name of wanted(puzzle, verdict)) {
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
function wanted(puzzle, verdict) {
  return WANTED(puzzle)(puzzle, verdict);
}

const WANTED = byFamily({
  queens: () => [],
  heaviest: () => [],
  nonattacking: () => [],
  regions: () => [],
  tour: (puzzle, { complete }) => [...targetsOf(puzzle).flat(), ...(complete ? goals(puzzle) : [])],
  cover: ({ kings, guarded }) => [...kings, ...guarded],
});

function linesOf(verdict, rows) {
  if (!verdict) return NO_LINES;
  const ends = (from, to) => ({ from: squareOf(from, rows), to: squareOf(to, rows) });
  return [
    ...(verdict.attacks ?? []).map(({ from, to, hurdle, span }) => ({
      ...ends(from, to),
      span: span ? { down: span[0], right: span[1] } : null,
      hurdle: hurdle ? squareOf(hurdle, rows) : null,
    })),
    ...(verdict.conflicts ?? []).map(([from, to]) => ({ ...ends(from, to), fault: true })),
  ];
}

/** A weight in at most five letters or so. */
function shortNumber(weight) {
  const text = String(weight);
  return text.length <= SHORT ? text : weight.toPrecision(3).replace(/e\+?/, "e");
}

/** The words of a screen reader for a square. */
export function cellWords(scene, row, column) {
  const cell = scene.cells[row * scene.columns + column];
  return `${fileName(column)}${scene.rows - row}: ${cell.words.length ? cell.words.join(", ") : "empty"}`;
}
