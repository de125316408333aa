/**
 * The paints for the boards of each family. A paint has a name, a letter on the keyboard
 * and a picture: a piece by its Betza notation, or a sign.
 */

import { byFamily, familyOf, isWeighted } from "./families.js";
import { ALL, cleared, letterOf } from "./puzzle.js";
import { squareOf } from "./squares.js";

const ERASE = { id: "erase", label: "Erase", key: "Delete", sign: "erase", hint: "Clear a square." };
const MOVE = { id: "move", label: "Move", key: "m", sign: "move", hint: "Drag what stands on a square to another one." };
const WALL = { id: "wall", label: "Wall", key: "w", sign: "wall" };
const WEIGHT = { id: "weight", label: "Weight", key: "0–9", sign: "weight", hint: "The number in the field below, or type it on the square." };
const KIND = "kind-";
const REGION = "region-";
const BLOCKED = { id: "blocked", label: "Blocked", key: "x", sign: "blocked" };

/**
 * The paints of a puzzle, in the order of their buttons.
 *
 * @returns {{id: string, label: string, key: string, betza?: string, sign?: string, hint: string}[]}
 */
export function paintsOf(puzzle) {
  return PAINTS(puzzle)(puzzle);
}

const PAINTS = byFamily({
  queens: queenPaints,
  heaviest: () => [WEIGHT, ...queenPaints()],
  nonattacking: kindPaints,
  regions: regionPaints,
  tour: tourPaints,
  cover: coverPaints,
});

function queenPaints() {
  return [
    { id: "given", label: "Queen", key: "q", betza: "Q", hint: "A queen that every placement contains." },
    { ...BLOCKED, hint: "No queen may stand here; queens attack across." },
    MOVE,
    ERASE,
  ];
}

/** A paint for each kind of piece, whose letter is its number. */
function kindPaints(puzzle) {
  const kinds = puzzle.pieces.map((betza, kind) => ({
    id: KIND + kind,
    piece: betza,
    key: kind < 9 ? String(kind + 1) : "",
    betza,
    hint: "A piece that every placement contains.",
  }));
  return [
    ...(isWeighted(puzzle) ? [WEIGHT] : []),
    ...kinds,
    { ...BLOCKED, hint: "No piece may stand here; pieces attack across." },
    { ...WALL, hint: "No piece may stand here, and none attacks across." },
    { id: "area", label: "Region", key: "r", sign: "region", hint: "Squares with the same number are a region, with a number of pieces of its own." },
    MOVE,
    ERASE,
  ];
}

/** A paint for each region, whose key is its letter. */
function regionPaints({ rows, piece }) {
  const letters = [...new Set([...rows.join(""), ...rows.map((_, at) => letterOf(at))])].sort().slice(0, rows.length + 1);
  return [
    ...letters.map((letter) => ({
      id: REGION + letter,
      label: letter,
      key: letter.toLowerCase(),
      sign: "region",
      tint: regionNumber(rows, letter),
      hint: `Draw region ${letter}.`,
    })),
    { id: "given", label: "Given", key: "+", ...(piece === "K" ? { sign: "star" } : { betza: piece }), hint: "A piece that stands already." },
    { ...BLOCKED, key: "-", hint: "No piece may stand here." },
    ERASE,
  ];
}

/** The number from 0 of a region, in the order in which the letters are met; a new one comes last. */
export function regionNumber(rows, letter) {
  const letters = [...new Set(rows.join(""))];
  return letters.includes(letter) ? letters.indexOf(letter) : letters.length;
}

/** The letter of a square's region. */
function regionAt({ rows }, name) {
  const { row, column } = squareOf(name, rows.length);
  return rows[row][column];
}

function drawnInto(puzzle, name, letter) {
  const { row, column } = squareOf(name, puzzle.rows.length);
  const letters = puzzle.rows[row];
  return { ...puzzle, rows: puzzle.rows.with(row, letters.slice(0, column) + letter + letters.slice(column + 1)) };
}

/** The kind of piece that a paint places. */
const kindOf = (paint) => Number(paint.slice(KIND.length));

const VISITS = { beside: "Visited from a square beside it.", on: "Visited by standing on it.", over: "Visited by standing on it or passing over it." };

function tourPaints({ mover, visit, targets }) {
  const beside = visit === "beside";
  const all = [
    { id: "start", label: "Start", key: "s", betza: mover, hint: "Where the moving piece starts." },
    {
      id: "target",
      label: "Target",
      key: "t",
      ...(beside ? { betza: "N", theirs: true } : { sign: "target" }),
      hint: VISITS[visit],
    },
    {
      id: "goal",
      label: "Goal",
      key: "g",
      ...(beside ? { betza: "B", theirs: true } : { sign: "goal" }),
      hint: "Visited last. With several goal squares, the tour ends on any of them.",
    },
    {
      id: "either",
      label: "Either – or",
      key: "e",
      sign: "either",
      hint: `Squares with the same number are one target: ${visit === "over" ? "standing on or passing over" : "standing on"} any of them visits it.`,
    },
    { id: "pawn", label: "Pawn", key: "p", betza: "mfWcfF", theirs: true, hint: "Stands in the way; hoppers jump over it." },
    { ...WALL, hint: "Nothing enters or passes." },
    MOVE,
    ERASE,
  ];
  return targets === ALL ? all.filter(({ id }) => id !== "target" && id !== "either") : all;
}

function coverPaints() {
  return [
    { id: "king", label: "King", key: "k", betza: "K", theirs: true, hint: "An enemy king, which must be in check." },
    { id: "guarded", label: "To guard", key: "g", sign: "guarded", hint: "An empty square to be attacked or occupied." },
    { ...WALL, hint: "Stops everything." },
    { ...BLOCKED, hint: "No piece may be placed here; lines pass over it." },
    { id: "standing", label: "Standing", key: "s", sign: "standing", hint: "A piece of yours that is already on the board and costs nothing." },
    { id: "spared", label: "Spared", key: "n", sign: "spared", hint: "Must stay empty, and no piece of yours may attack it." },
    MOVE,
    ERASE,
  ];
}

const LISTS = { given: "given", blocked: "blocked", king: "kings", guarded: "guarded", pawn: "pawns", spared: "spared" };

/** Whether a paint is on a square already, so that painting it again takes it off. */
export function holds(puzzle, paint, name, { piece, weight, group }) {
  if (paint.startsWith(REGION)) return regionAt(puzzle, name) === paint.slice(REGION.length);
  if (paint.startsWith(KIND)) return puzzle.given.some(([kind, square]) => square === name && kind === kindOf(paint));
  switch (paint) {
    case "wall":
      return puzzle.board.walls.includes(name);
    case "start":
      return puzzle.start === name;
    case "target":
      return puzzle.targets !== ALL && puzzle.targets.includes(name);
    case "either":
      return Boolean(groups(puzzle)[group - 1]?.includes(name));
    case "area":
      return Boolean(puzzle.regions[group - 1]?.includes(name));
    case "goal":
      return goals(puzzle).includes(name);
    case "standing":
      return puzzle.standing.some(([standing, square]) => square === name && standing === piece);
    case "weight":
      return weightAt(puzzle, name) === weight;
    case "erase":
    case "move":
      return false;
    default:
      return puzzle[LISTS[paint]].includes(name);
  }
}

/**
 * The puzzle with a paint on a square.
 *
 * @param {object} puzzle
 * @param {string} paint its id
 * @param {string} name of the square
 * @param {{piece: string, weight: number, group: number}} settings the piece that stands, the
 *   weight, and the number of the target of several squares
 */
export function painted(puzzle, paint, name, settings) {
  if (paint === "weight") return weighed(puzzle, name, settings.weight);
  if (paint === "move") return puzzle;
  if (paint.startsWith(REGION)) return drawnInto(puzzle, name, paint.slice(REGION.length));
  if (holds(puzzle, paint, name, settings) || puzzle.start === name) return puzzle;
  const both = new Set([paint, otherOf(paint)]);
  if (familyOf(puzzle).priced && both.has("guarded") && both.has("blocked")) {
    // A square can be guarded and blocked at once; anything else there gives way.
    const kept = puzzle[LISTS[otherOf(paint)]].includes(name) ? [name] : [];
    const empty = cleared(puzzle, name);
    const field = LISTS[otherOf(paint)];
    return added({ ...empty, [field]: [...empty[field], ...kept] }, paint, name, settings);
  }
  if (paint === "area") return { ...puzzle, regions: joined(withoutSquare(puzzle.regions, name), name, settings.group) };
  const empty = cleared(puzzle, name);
  // A painted square stands in its region.
  const kept = puzzle.regions && paint !== "erase" ? { ...empty, regions: puzzle.regions } : empty;
  return added(kept, paint, name, settings);
}

const withoutSquare = (lists, name) => lists.map((names) => names.filter((one) => one !== name)).filter((names) => names.length);

/** Lists with a square in that of a number from 1, or in a new one. */
function joined(lists, name, number) {
  if (number > lists.length) return [...lists, [name]];
  return lists.map((names, at) => (at === number - 1 ? [...names, name] : names));
}

function otherOf(paint) {
  return { guarded: "blocked", blocked: "guarded" }[paint];
}

/** The puzzle with a paint taken off a square; a start and a weight stay. */
export function unpainted(puzzle, paint, name, settings) {
  if (!holds(puzzle, paint, name, settings)) return puzzle;
  if (paint === "area") return { ...puzzle, regions: withoutSquare(puzzle.regions, name) };
  if (paint in LISTS) return { ...puzzle, [LISTS[paint]]: puzzle[LISTS[paint]].filter((square) => square !== name) };
  const stays = paint === "start" || paint === "weight" || paint.startsWith(REGION);
  return stays ? puzzle : cleared(puzzle, name);
}

function added(puzzle, paint, name, { piece, group }) {
  if (paint.startsWith(KIND)) return { ...puzzle, given: [...puzzle.given, [kindOf(paint), name]] };
  switch (paint) {
    case "erase":
      return puzzle;
    case "wall":
      return { ...puzzle, board: { ...puzzle.board, walls: [...puzzle.board.walls, name] } };
    case "start":
      return { ...puzzle, start: name };
    case "target":
      return { ...puzzle, targets: [...targetsOf(puzzle), name] };
    case "either":
      return { ...puzzle, targets: grouped(puzzle, name, group) };
    case "goal":
      return { ...puzzle, closed: false, goal: puzzle.goal === null ? name : [...goals(puzzle), name] };
    case "standing":
      return { ...puzzle, standing: [...puzzle.standing, [piece, name]] };
    default:
      return { ...puzzle, [LISTS[paint]]: [...puzzle[LISTS[paint]], name] };
  }
}

function grouped(puzzle, name, group) {
  const single = targetsOf(puzzle).filter((target) => !Array.isArray(target));
  return [...single, ...joined(groups(puzzle), name, group)];
}

/** The targets that are painted: none when all squares are targets. */
export function targetsOf({ targets }) {
  return targets === ALL ? [] : targets;
}

/** The targets of several squares. */
export function groups(puzzle) {
  return targetsOf(puzzle).filter(Array.isArray);
}

/** The squares of a tour's goal. */
export function goals({ goal }) {
  if (goal === null) return [];
  return Array.isArray(goal) ? goal : [goal];
}

/** The weight of a square. */
export function weightAt(puzzle, name) {
  const { row, column } = squareOf(name, puzzle.weights.length);
  return puzzle.weights[row][column];
}

/** The puzzle with another weight on a square. */
export function weighed(puzzle, name, weight) {
  const { row, column } = squareOf(name, puzzle.weights.length);
  if (puzzle.weights[row][column] === weight) return puzzle;
  return { ...puzzle, weights: puzzle.weights.with(row, puzzle.weights[row].with(column, weight)) };
}
