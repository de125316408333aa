/** Arrows between squares, in units of a sixteenth of a square, as `rookery.view.moves` draws them. */

export const UNIT = 16;
const HEAD_LENGTH = 4.6;
const HEAD_HALF = 2.3;
const BOW = 5;

/** The middle of a square. */
export function centre({ row, column }) {
  return { x: (column + 0.5) * UNIT, y: (row + 0.5) * UNIT };
}

/**
 * The paths of an arrow: its shaft, a line, and its head, a triangle.
 *
 * @param {{row: number, column: number}} start
 * @param {{row: number, column: number}} end
 * @param {number} bow how far it is bent to its right
 * @param {number} before how far before the middle of `end` its tip is
 */
export function arrow(start, end, bow = 0, before = 0) {
  return arrowBetween(centre(start), centre(end), bow, before);
}

/** The same from point to point. */
export function arrowBetween(a, b, bow, before) {
  const length = Math.hypot(b.x - a.x, b.y - a.y);
  const middle = {
    x: (a.x + b.x) / 2 - ((b.y - a.y) / length) * bow,
    y: (a.y + b.y) / 2 + ((b.x - a.x) / length) * bow,
  };
  const run = Math.hypot(b.x - middle.x, b.y - middle.y);
  const way = { x: (b.x - middle.x) / run, y: (b.y - middle.y) / run };
  const at = (back, aside) => ({
    x: b.x - way.x * (before + back) - way.y * aside,
    y: b.y - way.y * (before + back) + way.x * aside,
  });
  const stop = at(HEAD_LENGTH - 0.8, 0);
  const bend = bow ? `Q${xy(middle)} ${xy(stop)}` : `L${xy(stop)}`;
  const [tip, left, right] = [at(0, 0), at(HEAD_LENGTH, HEAD_HALF), at(HEAD_LENGTH, -HEAD_HALF)];
  return { shaft: `M${xy(a)}${bend}`, head: `M${xy(tip)}L${xy(left)}L${xy(right)}z` };
}

/** How far each move of a path is bent, so that none lies upon another. */
export function bows(path) {
  const moves = path.slice(1).map((end, at) => [path[at], end]);
  return moves.map((move, at) => {
    const others = moves.filter((_, other) => other !== at);
    if (!others.some((other) => overlap(move, other))) return 0;
    return BOW * (1 + moves.slice(0, at).filter((other) => same(move, other)).length);
  });
}

function same([a, b], [c, d]) {
  return a.row === c.row && a.column === c.column && b.row === d.row && b.column === d.column;
}

/** Whether two moves lie on one line and share more than a point of it. */
function overlap([start, end], other) {
  const down = end.row - start.row;
  const right = end.column - start.column;
  if (other.some(({ row, column }) => down * (column - start.column) !== right * (row - start.row))) return false;
  const places = other.map(({ row, column }) => down * (row - start.row) + right * (column - start.column));
  return Math.min(...places) < down * down + right * right && Math.max(...places) > 0;
}

function xy({ x, y }) {
  return `${+x.toFixed(2)} ${+y.toFixed(2)}`;
}
