/**
 * The drawing of a tour: arrows with the numbers of the moves; of a long one a thin line through the
 * squares' middles, coloured from first to last, as `rookery.view.moves` draws it.
 */

import { arrowAround, leaves, threadAround, wayBetween } from "./around.js";
import { UNIT, arrow, bows, centre } from "./arrows.js";
import { svg } from "./dom.js";

/** Tours of more moves are drawn as lines: arrows and discs would hide each other. */
const LONG = 30;
const DISC = 4.6;
const FIRST_HUE = 223;
const CORNER = 1;
const NUMBER = 4;

const isLong = (path) => path.length - 1 > LONG;

/**
 * The moves of a path on a board, each with its number as `data-move`.
 *
 * @param {{path: object[], spans: ({down: number, right: number}|null)[]}} scene its board too; a
 *   move whose span is not known goes the shortest way
 */
export function movesOf({ path, spans, ...board }) {
  const ways = path.slice(1).map((end, at) => spans[at] ?? wayBetween(board, path[at], end));
  return isLong(path) ? linesOf(path, ways, board) : arrowsOf(path, ways, board);
}

/** The numbers of the moves on the squares where they end. */
export function numbersOf(path) {
  return isLong(path) ? cornersOf(path) : discsOf(path);
}

function linesOf(path, ways, board) {
  return ways.map((way, at) => {
    const thread = threadAround(board, path[at], way);
    const hue = FIRST_HUE * (1 - (at + 1) / (path.length - 1));
    return svg(
      "g.move",
      { "data-move": at + 1 },
      svg("path.thread", { d: thread, stroke: `hsl(${hue.toFixed(0)} 75% 42%)` }),
    );
  });
}

/** The number of the last move to each square, low on its left; on the start high on its right. */
function cornersOf(path) {
  const ends = new Map(path.slice(1).map((square, at) => [`${square.row}-${square.column}`, { square, number: at + 1 }]));
  return [...ends.values()].map(({ square, number }) => {
    const home = square.row === path[0].row && square.column === path[0].column;
    const x = square.column * UNIT + (home ? UNIT - CORNER : CORNER);
    const y = square.row * UNIT + (home ? NUMBER : UNIT - CORNER);
    const text = svg("text.corner", { x, y, "font-size": NUMBER, "text-anchor": home ? "end" : "start" });
    text.textContent = number;
    return svg("g.move", { "data-move": number }, text);
  });
}

function arrowsOf(path, ways, board) {
  const bent = bows(path);
  return path.slice(1).flatMap((end, at) => {
    const start = path[at];
    if (start.row === end.row && start.column === end.column) return [];
    const way = ways[at];
    const drawn = leaves(board, start, way) ? arrowAround(board, start, way, DISC) : arrow(start, end, bent[at], DISC);
    return [
      svg(
        "g.move",
        { "data-move": at + 1 },
        svg("path.halo", { d: drawn.shaft, "stroke-width": 3 }),
        svg("path.line", { d: drawn.shaft, "stroke-width": 1.5 }),
        svg("path.head", { d: drawn.head }),
      ),
    ];
  });
}

/** The numbers of the moves that end on each square; small and in the corner on the start. */
function discsOf(path) {
  const ends = new Map();
  path.slice(1).forEach((square, at) => {
    const key = `${square.row}-${square.column}`;
    ends.set(key, { square, numbers: [...(ends.get(key)?.numbers ?? []), at + 1] });
  });
  return [...ends.values()].map(({ square, numbers }) => {
    const text = numbers.join("·");
    const home = square.row === path[0].row && square.column === path[0].column;
    const { x, y } = centre(square);
    const half = Math.max(DISC, 1.95 * text.length + 1.4);
    const label = svg("text.number", { y: 2.2, "font-size": 6.2, "text-anchor": "middle" });
    label.textContent = text;
    const scale = home ? "translate(4.4 4.4) scale(.72)" : "";
    return svg(
      "g.move",
      { "data-move": numbers[0], transform: `translate(${x} ${y}) ${scale}` },
      svg("rect.disc", { x: -half, y: -DISC, width: 2 * half, height: 2 * DISC, rx: DISC }),
      label,
    );
  });
}
