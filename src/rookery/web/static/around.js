/** Lines that leave the board at joined edges and come in again at the other side. */

import { UNIT, arrowBetween, centre } from "./arrows.js";

/**
 * How far one square lies from another: rows down and columns right, along a line or a diagonal if
 * one leads there, and the shortest of these.
 *
 * @param {{rows: number, columns: number, wrap: string}} board
 */
export function wayBetween(board, start, end) {
  const downs = around(end.row - start.row, board.wrap === "torus" ? board.rows : 0);
  const rights = around(end.column - start.column, board.wrap ? board.columns : 0);
  const ways = downs.flatMap((down) => rights.map((right) => ({ down, right })));
  return ways.reduce((best, way) => (rank(way) < rank(best) ? way : best));
}

/** The arrow from a square, so far down and right. */
export function arrowAround(board, start, { down, right }, before) {
  const parts = partsOf(board, start, { down, right });
  const [from, to] = parts.pop();
  const { shaft, head } = arrowBetween(from, to, 0, before);
  return { shaft: threads(parts) + shaft, head };
}

/** The line from the middle of a square, so far down and right, as a path. */
export function threadAround(board, start, way) {
  return threads(partsOf(board, start, way));
}

/** Whether a way from a square leaves the board. */
export function leaves({ rows, columns }, start, { down, right }) {
  const [row, column] = [start.row + down, start.column + right];
  return row < 0 || row >= rows || column < 0 || column >= columns;
}

/** The parts of a line from edge to edge, each as two points. */
function partsOf(board, start, { down, right }) {
  const from = centre(start);
  const [across, along] = [right * UNIT, down * UNIT];
  const [width, height] = [board.columns * UNIT, board.rows * UNIT];
  const cuts = [...new Set([0, 1, ...crossed(from.x, across, width), ...crossed(from.y, along, height)])];
  cuts.sort((one, other) => one - other);
  return cuts.slice(1).map((end, at) => {
    const middle = (cuts[at] + end) / 2;
    const left = Math.floor((from.x + middle * across) / width) * width;
    const top = Math.floor((from.y + middle * along) / height) * height;
    return [cuts[at], end].map((part) => ({ x: from.x + part * across - left, y: from.y + part * along - top }));
  });
}

/** At which parts of its length a line comes to an edge. */
function crossed(begin, length, side) {
  const found = [];
  const [low, high] = [Math.min(begin, begin + length), Math.max(begin, begin + length)];
  for (let edge = Math.ceil(low / side) * side; edge <= high; edge += side) found.push((edge - begin) / length);
  return found;
}

const threads = (parts) => parts.map(([a, b]) => `M${a.x} ${a.y}L${b.x} ${b.y}`).join("");

const around = (far, size) => (size ? [far, far - size, far + size] : [far]);

function rank({ down, right }) {
  const length = Math.max(Math.abs(down), Math.abs(right));
  const isStraight = down === 0 || right === 0 || Math.abs(down) === Math.abs(right);
  return length + (isStraight ? 0 : 1000);
}
