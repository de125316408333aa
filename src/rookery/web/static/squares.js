/**
 * Squares: pairs of row and column from 0 at the top left, as numbers `row * columns + column`
 * inside the page, and by the chess player's names, `a1` at the bottom left, in documents.
 */

/** How many squares a board may have. */
export const SQUARES = 1024;

const LETTERS = 26;
const FIRST = "a".charCodeAt(0);

/** The letters of a file, counted from 0: a, b, ..., z, aa. */
export function fileName(column) {
  let letters = "";
  for (let rest = column + 1; rest > 0; rest = Math.floor((rest - 1) / LETTERS)) {
    letters = String.fromCharCode(FIRST + ((rest - 1) % LETTERS)) + letters;
  }
  return letters;
}

/** The name of a square of a board with so many rows. */
export function nameOf({ row, column }, rows) {
  return `${fileName(column)}${rows - row}`;
}

/** The names of all squares of a board, row by row from the top. */
export function namesOf({ rows, columns }) {
  return Array.from({ length: rows * columns }, (_, at) => `${fileName(at % columns)}${rows - Math.floor(at / columns)}`);
}

/** The square of a name; null when it is none. It may lie off the board. */
export function squareOf(name, rows) {
  const match = /^([a-z]{1,3})([0-9]{1,4})$/.exec(name);
  if (!match) return null;
  let column = 0;
  for (const letter of match[1]) column = column * LETTERS + letter.charCodeAt(0) - FIRST + 1;
  return { row: rows - Number(match[2]), column: column - 1 };
}

/** Whether a square lies on a board. */
export function isOn(square, { rows, columns }) {
  return square.row >= 0 && square.row < rows && square.column >= 0 && square.column < columns;
}

/** The number of a name's square on a board, its key in scenes. */
export function indexOf(name, { rows, columns }) {
  const square = squareOf(name, rows);
  return square.row * columns + square.column;
}

/** The squares on the straight way from one square to another, both included: for drags that
 * are quicker than the pointer's reports. */
export function squaresBetween(from, to) {
  const down = to.row - from.row;
  const right = to.column - from.column;
  const steps = Math.max(Math.abs(down), Math.abs(right), 1);
  return Array.from({ length: steps + 1 }, (_, step) => ({
    row: from.row + Math.round((down * step) / steps),
    column: from.column + Math.round((right * step) / steps),
  }));
}
