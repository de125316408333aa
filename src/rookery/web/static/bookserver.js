/** What a server tells of region puzzles, told from the book that holds them. */

import { isOn, nameOf, squareOf } from "./squares.js";

/**
 * Make the server of a book.
 *
 * @param {(puzzle: object) => object} entryOf the book's entry of a puzzle: its `units`, `reach`, `steps` and `answer`
 */
export function createBookServer(entryOf) {
  return {
    check: async (puzzle, placed) => verdictOf(puzzle, placed, entryOf(puzzle)),
    hint: async (puzzle) => ({ step: nextStep(puzzle, entryOf(puzzle)) }),
  };
}

/**
 * The verdict on pieces of a region puzzle, as the server gives it.
 *
 * @param {object} puzzle
 * @param {string[]} placed names of squares
 * @param {{units: [string, string[]][], reach: [number, number][]}} entry the names and squares of rows, columns
 *   and regions; the rows down and columns right that a piece attacks
 */
export function verdictOf({ rows, stars, given }, placed, { units, reach }) {
  const attacked = new Map(placed.map((name) => [name, attackedFrom(name, rows.length, reach)]));
  const conflicts = placed.flatMap((one, at) =>
    placed.slice(at + 1).flatMap((other) => (attacked.get(one).includes(other) ? [[one, other]] : [])),
  );
  const counted = units.map(([name, squares]) => ({ name, squares, count: placed.filter((one) => squares.includes(one)).length }));
  const faults = [
    ...conflicts.map(([one, other]) => `the pieces on ${one} and ${other} attack each other`),
    ...counted.filter(({ count }) => count > stars).map(({ name, count }) => `expected ${stars} on ${name}, got ${count}`),
  ];
  const full = counted.filter(({ count }) => count >= stars).map(({ squares }) => squares);
  const ruled = new Set([...attacked.values(), ...full].flat());
  for (const name of placed) ruled.delete(name);
  return {
    faults,
    right: faults.length === 0,
    value: placed.length,
    conflicts,
    open: given.filter((name) => !placed.includes(name)),
    attacks: [],
    ruled: [...ruled],
  };
}

function attackedFrom(name, side, reach) {
  const { row, column } = squareOf(name, side);
  const squares = reach.map(([down, right]) => ({ row: row + down, column: column + right }));
  return squares.filter((square) => isOn(square, { rows: side, columns: side })).map((square) => nameOf(square, side));
}

/** The first wrong square of a puzzle as it stands, or else the first step that is not yet done; null for none. */
export function nextStep({ given, blocked }, { answer, steps }) {
  const mistake = { rule: "mistake", level: null, pieces: [], empty: [] };
  const wrong = given.find((name) => !answer.includes(name));
  if (wrong) return { ...mistake, words: `No answer has a piece on ${wrong}.`, because: [wrong] };
  const missed = blocked.find((name) => answer.includes(name));
  if (missed) return { ...mistake, words: `Every answer has a piece on ${missed}.`, because: [missed] };
  for (const step of steps) {
    const pieces = step.pieces.filter((name) => !given.includes(name));
    const empty = step.empty.filter((name) => !blocked.includes(name));
    if (pieces.length || empty.length) return { ...step, pieces, empty };
  }
  return null;
}
