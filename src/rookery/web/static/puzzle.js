/**
 * Puzzles as immutable documents: plain data, squares by name. Every function returns a new
 * document, or the very same one when nothing changes.
 */

import { byFamily, countsFromTop, familyOf, isFamily } from "./families.js";
import { isOn, nameOf, squareOf } from "./squares.js";

export const LEAST_SIDE = 2;
export const LARGEST_SIDE = 32;
export const SHOWDOWN_PIECES = ["B", "R", "N", "WfF", "FfW", "BW", "WA", "mRcpR"];
const LARGEST_WEIGHT = 1e12;

const OPENINGS = byFamily({
  queens: { family: "queens", n: 8, given: ["d4"], blocked: [] },
  heaviest: {
    family: "heaviest",
    weights: Array.from({ length: 8 }, (_, row) =>
      Array.from({ length: 8 }, (_, column) => (7 * row * row + 5 * column * row + 3 * column) % 97),
    ),
    given: [],
    blocked: [],
    lightest: false,
    best: 3,
  },
  tour: {
    family: "tour",
    board: { rows: 8, columns: 8, walls: ["d3", "d4", "d5"] },
    start: "h8",
    targets: ["b6", "c2", "f5", "g2"],
    goal: "a1",
    mover: "Q",
    visit: "beside",
    pawns: ["e6", "f3"],
    closed: false,
  },
  cover: {
    family: "cover",
    board: { rows: 8, columns: 8, walls: [] },
    kings: ["a8", "f8", "c6", "g6", "a5", "h5", "d4", "a3", "d3", "g3", "a1", "e1", "h1"],
    pieces: SHOWDOWN_PIECES,
    prices: [5, 6, 4, 5, 5, 9, 8, 4],
    guarded: [],
    blocked: [],
    standing: [],
    stock: SHOWDOWN_PIECES.map(() => null),
  },
});

/** The puzzle that a family opens with. */
export function opening(family) {
  return OPENINGS({ family });
}

/** The rows and columns of a puzzle's board. */
export function sides(puzzle) {
  return SIDES(puzzle)(puzzle);
}

const SIDES = byFamily({
  queens: ({ n }) => ({ rows: n, columns: n }),
  heaviest: ({ weights }) => ({ rows: weights.length, columns: weights.length }),
  tour: ({ board }) => board,
  cover: ({ board }) => board,
});

/** Whether rows and columns are one number. */
export function isSquare(puzzle) {
  return familyOf(puzzle).placements === true;
}

/** The puzzle with nothing on its board but what must be there. */
export function emptied(puzzle) {
  const board = puzzle.board && { board: { ...puzzle.board, walls: [] } };
  return { ...puzzle, ...board, ...EMPTY(puzzle) };
}

const EMPTY = byFamily({
  queens: { given: [], blocked: [] },
  heaviest: { given: [], blocked: [] },
  tour: { targets: [], goal: null, pawns: [] },
  cover: { kings: [], guarded: [], blocked: [], standing: [] },
});

/**
 * The puzzle on a board of another size. Squares stay where they are seen: boards numbered
 * from the top grow at the foot, all others, whose names count from the foot, at the top.
 */
export function resized(puzzle, rows, columns) {
  const old = sides(puzzle);
  if (old.rows === rows && old.columns === columns) return puzzle;
  const grown = GROWN(puzzle)(puzzle, rows, columns);
  if (isSquare(puzzle)) return mapped(grown, stays({ rows, columns }));
  const down = countsFromTop(puzzle) ? rows - old.rows : 0;
  const moved = mapped(grown, (name) => {
    const square = squareOf(name, rows);
    square.row -= down;
    return isOn(square, { rows, columns }) ? nameOf(square, rows) : null;
  });
  return moved.start === null ? { ...moved, start: "a1" } : moved;
}

const withSides = (puzzle, rows, columns) => ({ ...puzzle, board: { ...puzzle.board, rows, columns } });

/** The puzzle with other sides, its squares still as they were. */
const GROWN = byFamily({
  queens: (puzzle, n) => ({ ...puzzle, n }),
  heaviest(puzzle, rows, columns) {
    const more = rows - puzzle.weights.length;
    const weights = Array.from({ length: rows }, (_, row) =>
      Array.from({ length: columns }, (_, column) => puzzle.weights[row - more]?.[column] ?? 0),
    );
    return { ...puzzle, weights };
  },
  tour: withSides,
  cover: withSides,
});

function stays(board) {
  return (name) => (isOn(squareOf(name, board.rows), board) ? name : null);
}

/** The puzzle with every square's name exchanged by a function; null takes what stands there away. */
function mapped(puzzle, exchange) {
  const list = (names) => names.map(exchange).filter((name) => name !== null);
  const target = (given) => {
    if (!Array.isArray(given)) return given === null ? null : exchange(given);
    const left = list(given);
    return left.length ? left : null;
  };
  const changes = {
    given: list,
    blocked: list,
    kings: list,
    guarded: list,
    pawns: list,
    board: (board) => ({ ...board, walls: list(board.walls) }),
    start: exchange,
    goal: target,
    targets: (targets) => targets.map(target).filter((one) => one !== null),
    standing: (pieces) => pieces.map(([piece, name]) => [piece, exchange(name)]).filter(([, name]) => name !== null),
  };
  const result = { ...puzzle };
  for (const [field, change] of Object.entries(changes)) {
    if (field in puzzle) result[field] = change(puzzle[field]);
  }
  return result;
}

/** The puzzle without anything on a square, but for a tour's start. */
export function cleared(puzzle, name) {
  const start = puzzle.start;
  const left = mapped(puzzle, (square) => (square === name ? null : square));
  return start === undefined ? left : { ...left, start };
}

/**
 * The puzzle that data from an address, a file or a server describe.
 *
 * @throws {Error} with a sentence for the reader when they describe none
 */
export function understood(data) {
  if (!data || typeof data !== "object" || !isFamily(data.family)) {
    throw new Error("This does not describe a puzzle of one of the four families.");
  }
  const puzzle = { ...absent(data), ...data };
  puzzle.stock ??= absent(data).stock;
  if (puzzle.stock === undefined) delete puzzle.stock;
  refuseBoard(puzzle);
  const board = sides(puzzle);
  const refused = (name) => {
    const square = typeof name === "string" ? squareOf(name, board.rows) : null;
    if (square === null || !isOn(square, board)) {
      throw new Error(`The puzzle names a square that is not on its board: ${shown(name)}.`);
    }
    return name;
  };
  try {
    return mapped(puzzle, refused);
  } catch (error) {
    if (error instanceof TypeError) throw new Error("The puzzle's squares are not lists of names.");
    throw error;
  }
}

/** What a document may leave out. */
function absent(data) {
  const stock = Array.isArray(data.pieces) ? data.pieces.map(() => null) : [];
  return { ...EMPTY(data), ...DEFAULTS(data), ...(familyOf(data).pieces && { stock }) };
}

const DEFAULTS = byFamily({
  queens: {},
  heaviest: { lightest: false, best: 1 },
  tour: { mover: "Q", visit: "beside", closed: false },
  cover: {},
});

function refuseBoard(puzzle) {
  if (familyOf(puzzle).weighted) refuseWeights(puzzle.weights);
  if (familyOf(puzzle).pieces) refusePieces(puzzle);
  const board = sides(puzzle);
  for (const side of [board?.rows, board?.columns]) {
    if (!Number.isInteger(side) || side < LEAST_SIDE || side > LARGEST_SIDE) {
      throw new Error(
        `This page draws boards of ${LEAST_SIDE} to ${LARGEST_SIDE} squares a side; the puzzle has ${shown(side)}.`,
      );
    }
  }
  if ("board" in puzzle) puzzle.board = { walls: [], ...puzzle.board };
}

function refuseWeights(weights) {
  const whole =
    Array.isArray(weights) &&
    weights.every((row) => Array.isArray(row) && row.length === weights.length && row.every(isWeight));
  if (!whole) throw new Error("The puzzle's weights are not a square of numbers.");
}

function refusePieces({ pieces, prices, stock }) {
  const lists = [pieces, prices, stock].every(Array.isArray);
  if (!lists || !pieces.length || pieces.length !== prices.length || pieces.length !== stock.length) {
    throw new Error("The puzzle does not give one cost for each of its pieces.");
  }
}

/** Whether a value can be a weight. */
export function isWeight(value) {
  return Number.isFinite(value) && Math.abs(value) <= LARGEST_WEIGHT;
}

function shown(value) {
  const text = JSON.stringify(value) ?? "nothing";
  return text.length > 30 ? `${text.slice(0, 29)}…` : text;
}
