/** Documents from outside - an address, a file, a server - made into puzzles that the page can draw. */

import { withDefaults } from "./defaults.js";
import { familyOf, isFamily, isWeighted } from "./families.js";
import { ALL, LARGEST_SIDE, LEAST_SIDE, mapped, sides } from "./puzzle.js";
import { isOn, namesOf, squareOf } from "./squares.js";

const LARGEST_WEIGHT = 1e12;

/**
 * The puzzle that data from an address, a file or a server describe.
 *
 * @throws {Error} with a sentence for the reader when they describe none
 */
export function understood(data) {
  if (!data || typeof data !== "object" || !isFamily(data.family)) {
    throw new Error("This does not describe a puzzle of one of the families of this page.");
  }
  const puzzle = withDefaults(data);
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
    return abridged(mapped(puzzle, refused));
  } catch (error) {
    if (error instanceof TypeError) throw new Error("The puzzle's squares are not lists of names.");
    throw error;
  }
}

/** A tour of all squares says so in a word. */
function abridged(puzzle) {
  const { targets, visit, start, pawns, board } = puzzle;
  if (!Array.isArray(targets) || visit === "beside") return puzzle;
  const met = new Set([...targets, ...pawns, ...board.walls, start]);
  return namesOf(board).every((name) => met.has(name)) ? { ...puzzle, targets: ALL } : puzzle;
}

function refuseBoard(puzzle) {
  if (familyOf(puzzle).weighted || isWeighted(puzzle)) refuseWeights(puzzle);
  if (familyOf(puzzle).pieces) refusePieces(puzzle);
  if (familyOf(puzzle).stars) refuseLetters(puzzle);
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

function refuseWeights({ weights, board }) {
  const [rows, columns] = board ? [board.rows, board.columns] : [weights?.length, weights?.length];
  const whole =
    Array.isArray(weights) &&
    weights.length === rows &&
    weights.every((row) => Array.isArray(row) && row.length === columns && row.every(isWeight));
  if (!whole) throw new Error(`The puzzle's weights are not a ${board ? "board" : "square"} of numbers.`);
}

function refuseLetters({ rows }) {
  const isDrawn = Array.isArray(rows) && rows.every((row) => typeof row === "string" && row.length === rows.length);
  if (!isDrawn) throw new Error("The puzzle's regions are not drawn by as many rows as letters in each.");
}

function refusePieces({ family, pieces, prices, stock, numbers }) {
  const owed = familyOf({ family }).priced ? [prices, stock] : [numbers];
  if (!Array.isArray(pieces) || !pieces.length || !owed.every((one) => Array.isArray(one) && one.length === pieces.length)) {
    throw new Error(`The puzzle does not give one ${familyOf({ family }).priced ? "cost" : "number"} for each of its pieces.`);
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
