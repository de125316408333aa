/**
 * Puzzles as immutable documents: plain data, squares by name. Every function returns a new
 * document, or the very same one when nothing changes.
 */

import { withDefaults } from "./defaults.js";
import { byFamily, familyOf, isWeighted } from "./families.js";
import { isOn, nameOf, squareOf } from "./squares.js";

export const LEAST_SIDE = 2;
export const LARGEST_SIDE = 32;
/** In place of a tour's targets: every free square. */
export const ALL = "all";
const SHOWDOWN_PIECES = ["B", "R", "N", "WfF", "FfW", "BW", "WA", "mRcpR"];

const OPENINGS = byFamily({
  queens: { family: "queens", n: 8 },
  heaviest: {
    family: "heaviest",
    weights: Array.from({ length: 8 }, (_, row) =>
      Array.from({ length: 8 }, (_, column) => (7 * row * row + 5 * column * row + 3 * column) % 97),
    ),
    best: 3,
  },
  nonattacking: {
    family: "nonattacking",
    board: { rows: 5, columns: 5, walls: ["c3"], wrap: "" },
    pieces: ["Q", "N"],
    numbers: [1, null],
  },
  regions: {
    family: "regions",
    rows: ["ABBCCDDD", "ABBECDDD", "BBEECDED", "BEEEEEED", "FFFEEGED", "FFFEEGGG", "HHHHHGGG", "HHHHHGGG"],
  },
  tour: {
    family: "tour",
    board: { rows: 8, columns: 8, walls: ["d3", "d4", "d5"] },
    start: "h8",
    targets: ["b6", "c2", "f5", "g2"],
    goal: "a1",
    pawns: ["e6", "f3"],
  },
  cover: {
    family: "cover",
    board: { rows: 8, columns: 8, walls: [] },
    kings: ["a8", "f8", "c6", "g6", "a5", "h5", "d4", "a3", "d3", "g3", "a1", "e1", "h1"],
    pieces: SHOWDOWN_PIECES,
    prices: [5, 6, 4, 5, 5, 9, 8, 4],
  },
});

/** The puzzle that a family opens with. */
export function opening(family) {
  return withDefaults(OPENINGS({ family }));
}

/** The rows and columns of a puzzle's board. */
export function sides(puzzle) {
  return SIDES(puzzle)(puzzle);
}

const SIDES = byFamily({
  queens: ({ n }) => ({ rows: n, columns: n }),
  heaviest: ({ weights }) => ({ rows: weights.length, columns: weights.length }),
  nonattacking: ({ board }) => board,
  regions: ({ rows }) => ({ rows: rows?.length, columns: rows?.length }),
  tour: ({ board }) => board,
  cover: ({ board }) => board,
});

/** Whether rows and columns are one number. */
export function isSquare(puzzle) {
  const { placements, stars } = familyOf(puzzle);
  return Boolean(placements || stars);
}

/** The puzzle with nothing on its board but what must be there. */
export function emptied(puzzle) {
  const board = puzzle.board && { board: { ...puzzle.board, walls: [] } };
  return { ...puzzle, ...board, ...EMPTY(puzzle)(puzzle) };
}

const EMPTY = byFamily({
  queens: () => ({ given: [], blocked: [] }),
  heaviest: () => ({ given: [], blocked: [] }),
  nonattacking: () => ({ given: [], blocked: [], regions: [] }),
  regions: ({ rows }) => ({ rows: rows.map((_, at) => letterOf(at).repeat(rows.length)), given: [], blocked: [] }),
  tour: ({ targets }) => ({ targets: targets === ALL ? ALL : [], goal: null, pawns: [] }),
  cover: () => ({ kings: [], guarded: [], blocked: [], standing: [], spared: [] }),
});

/**
 * The puzzle on a board of another size. Squares keep their names, which count from the
 * foot: the board grows at the top.
 */
export function resized(puzzle, rows, columns) {
  const old = sides(puzzle);
  if (old.rows === rows && old.columns === columns) return puzzle;
  const grown = GROWN(puzzle)(puzzle, rows, columns);
  if (isSquare(puzzle)) return mapped(grown, stays({ rows, columns }));
  const moved = mapped(grown, (name) => {
    const square = squareOf(name, rows);
    return isOn(square, { rows, columns }) ? nameOf(square, rows) : null;
  });
  return puzzle.start && moved.start === null ? { ...moved, start: "a1" } : moved;
}

const withSides = (puzzle, rows, columns) => ({ ...puzzle, board: { ...puzzle.board, rows, columns } });

/** Rows of numbers on a board of other sides, which grows at the top. */
function widened(numbers, rows, columns, otherwise) {
  const more = rows - numbers.length;
  return Array.from({ length: rows }, (_, row) =>
    Array.from({ length: columns }, (_, column) => numbers[row - more]?.[column] ?? otherwise),
  );
}

/** The puzzle with other sides, its squares still as they were. */
const GROWN = byFamily({
  queens: (puzzle, n) => ({ ...puzzle, n }),
  heaviest: (puzzle, rows, columns) => ({ ...puzzle, weights: widened(puzzle.weights, rows, columns, 0) }),
  nonattacking(puzzle, rows, columns) {
    const weights = isWeighted(puzzle) ? widened(puzzle.weights, rows, columns, 1) : null;
    return { ...withSides(puzzle, rows, columns), weights };
  },
  regions(puzzle, n) {
    const more = n - puzzle.rows.length;
    const fresh = freshLetters(puzzle.rows, more);
    const wide = more > 0 ? puzzle.rows.map((row) => row + fresh) : puzzle.rows.slice(-more).map((row) => row.slice(0, n));
    const added = [...fresh].map((letter, at) => letter.repeat(puzzle.rows.length + at + 1) + fresh.slice(at + 1));
    return { ...puzzle, rows: [...added.reverse(), ...wide] };
  },
  tour: withSides,
  cover(puzzle, rows, columns) {
    const factors = puzzle.square_prices;
    const grown = withSides(puzzle, rows, columns);
    return factors ? { ...grown, square_prices: widened(factors, rows, columns, 1) } : grown;
  },
});

/** The letter of a region by its number from 0: A, ..., Z, a, ... */
export function letterOf(number) {
  return String.fromCharCode(number < 26 ? 65 + number : 71 + number);
}

/** Letters that no region of a drawing has, as one text. */
function freshLetters(rows, number) {
  const used = new Set(rows.join(""));
  const free = Array.from({ length: 52 }, (_, at) => letterOf(at)).filter((letter) => !used.has(letter));
  return free.slice(0, Math.max(0, number)).join("");
}

function stays(board) {
  return (name) => (isOn(squareOf(name, board.rows), board) ? name : null);
}

/** The puzzle with every square's name exchanged by a function; null takes what stands there away. */
export function mapped(puzzle, exchange) {
  const result = { ...puzzle };
  for (const [field, change] of Object.entries(CHANGES)) {
    if (puzzle[field] !== undefined && puzzle[field] !== null) result[field] = change(puzzle[field], exchange);
  }
  return result;
}

const list = (names, exchange) => names.map(exchange).filter((name) => name !== null);
const lists = (all, exchange) => all.map((names) => list(names, exchange)).filter((names) => names.length);
const alone = (name, exchange) => exchange(name);

/** Pairs of which one part is a square: `[kind, name]`. */
const pairs = (all, exchange) =>
  all
    .map((one) => (Array.isArray(one) ? [one[0], exchange(one[1])] : exchange(one)))
    .filter((one) => one !== null && one[1] !== null);

/** A target: a square, or several of which any will do. */
function target(given, exchange) {
  if (!Array.isArray(given)) return exchange(given);
  const left = list(given, exchange);
  return left.length ? left : null;
}

/** Numbers by the names of squares, or one for all of them. */
function byName(numbers, exchange) {
  if (typeof numbers !== "object") return numbers;
  const left = Object.entries(numbers).map(([name, number]) => [exchange(name), number]);
  return Object.fromEntries(left.filter(([name]) => name !== null));
}

/** How the squares in each field of a document are exchanged. */
const CHANGES = {
  given: pairs,
  blocked: list,
  kings: list,
  guarded: list,
  spared: list,
  pawns: list,
  board: (board, exchange) => ({ ...board, walls: list(board.walls, exchange) }),
  start: alone,
  goal: target,
  targets: (targets, exchange) =>
    targets === ALL ? ALL : targets.map((one) => target(one, exchange)).filter((one) => one !== null),
  standing: pairs,
  regions: lists,
  allowed: (all, exchange) => all.map((names) => names && list(names, exchange)),
  at_least: byName,
  at_most: byName,
};

/** The puzzle without anything on a square, but for a tour's start. */
export function cleared(puzzle, name) {
  const start = puzzle.start;
  const left = mapped(puzzle, (square) => (square === name ? null : square));
  return start === undefined ? left : { ...left, start };
}

/** Whether anything is on a square that could be carried to another one. */
export function holdsAny(puzzle, name) {
  const there = { ...puzzle, regions: undefined };
  return puzzle.start === name || JSON.stringify(cleared(there, name)) !== JSON.stringify(there);
}

/** The puzzle with all that is on a square on another one, where it takes the place of what was there. */
export function carried(puzzle, from, to) {
  if (from === to || puzzle.start === to) return puzzle;
  const moved = mapped(cleared(puzzle, to), (name) => (name === from ? to : name));
  return puzzle.regions ? { ...moved, regions: puzzle.regions } : moved;
}
