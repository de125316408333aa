/** The course of a search: the value that is found and the bound that is proved close in on each other. */

import { fill, svg } from "./dom.js";
import { numberText } from "./words.js";

const WIDTH = 320;
const HEIGHT = 120;
const ROOM = { left: 6, right: 62, top: 10, foot: 18 };
const APART = 13;
const SPARE = 0.08;
const MOST_GAPS = 1.5;

/**
 * The lines of a chart.
 *
 * @param {{seconds: number, value: number|null, bound: number|null}[]} trace
 * @returns {{value: string, bound: string, band: string, seconds: number,
 *   valueAt: number|null, boundAt: number|null}} paths, and the heights of their ends
 */
function chartOf(trace) {
  const seconds = Math.max(trace.at(-1)?.seconds ?? 0, 0.1);
  const [low, high] = rangeOf(trace);
  const spare = (high - low || Math.abs(high) || 1) * SPARE;
  const x = (at) => ROOM.left + (at / seconds) * (WIDTH - ROOM.left - ROOM.right);
  const y = (exact) => {
    const number = Math.min(high + spare, Math.max(low - spare, exact));
    return HEIGHT - ROOM.foot - ((number - low + spare) / (high - low + 2 * spare)) * (HEIGHT - ROOM.top - ROOM.foot);
  };
  const line = (name) => stairs(trace.filter((point) => point[name] !== null), name, x, y);
  const both = trace.filter(({ value, bound }) => value !== null && bound !== null);
  const end = (name) => lastOf(trace, name, y);
  return {
    value: line("value").join(""),
    bound: line("bound").join(""),
    band: both.length > 1 ? bandOf(both, x, y) : "",
    seconds,
    valueAt: end("value"),
    boundAt: end("bound"),
  };
}

/** The numbers that a chart shows: all of them, but no more of the poor first ones than leaves the
 * last gap in sight. */
function rangeOf(trace) {
  const seen = trace.flatMap(({ value, bound }) => [value, bound]).filter((number) => number !== null);
  if (!seen.length) return [0, 1];
  const [least, most] = [Math.min(...seen), Math.max(...seen)];
  const { value, bound } = trace.at(-1);
  if (value === null || bound === null || value === bound) return [least, most];
  const around = MOST_GAPS * Math.abs(value - bound);
  return [Math.max(least, Math.min(value, bound) - around), Math.min(most, Math.max(value, bound) + around)];
}

function stairs(points, name, x, y) {
  return points.map((point, at) => {
    const [across, up] = [x(point.seconds).toFixed(1), y(point[name]).toFixed(1)];
    return at === 0 ? `M${across} ${up}` : `H${across}V${up}`;
  });
}

function bandOf(points, x, y) {
  const there = stairs(points, "value", x, y).join("");
  const back = [...points].reverse();
  const steps = back.map((point, at) => {
    const up = y(point.bound).toFixed(1);
    const across = x(point.seconds).toFixed(1);
    return at === 0 ? `V${up}` : `V${up}H${across}`;
  });
  return `${there}${steps.join("")}V${y(back.at(-1).bound).toFixed(1)}z`;
}

function lastOf(trace, name, y) {
  const last = trace.findLast((point) => point[name] !== null);
  return last ? y(last[name]) : null;
}

/** Make a chart. */
export function createChart() {
  const element = svg("svg.chart", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img" });
  let drawn = null;
  return {
    element,
    /** Draw a course; `words` say it to screen readers. */
    update(trace, words) {
      if (trace === drawn) return;
      drawn = trace;
      element.setAttribute("aria-label", words);
      const { value, bound, band, seconds, valueAt, boundAt } = chartOf(trace);
      const last = (name) => trace.findLast((point) => point[name] !== null)?.[name];
      fill(
        element,
        svg("path.axis", { d: `M${ROOM.left} ${HEIGHT - ROOM.foot}H${WIDTH - ROOM.right}` }),
        text(ROOM.left, HEIGHT - 5, "start", "0 s"),
        text(WIDTH - ROOM.right, HEIGHT - 5, "end", `${seconds.toFixed(1)} s`),
        svg("path.band", { d: band }),
        svg("path.bound", { d: bound }),
        svg("path.value", { d: value }),
        ...ends(valueAt, boundAt, last),
      );
    },
  };
}

function ends(valueAt, boundAt, last) {
  const x = WIDTH - ROOM.right + 5;
  if (valueAt === null) return boundAt === null ? [] : [text(x, boundAt + 4, "start", numberText(last("bound")), "bound")];
  if (boundAt === null || last("value") === last("bound")) {
    return [text(x, valueAt + 4, "start", numberText(last("value")), "value")];
  }
  // The two numbers keep apart even where their lines do not.
  const push = Math.max(0, APART - Math.abs(valueAt - boundAt)) / 2;
  const down = valueAt > boundAt ? push : -push;
  return [
    text(x, valueAt + 4 + down, "start", numberText(last("value")), "value"),
    text(x, boundAt + 4 - down, "start", numberText(last("bound")), "bound"),
  ];
}

function text(x, y, anchor, content, kind = "tick") {
  const element = svg(`text.${kind}`, { x, y, "text-anchor": anchor });
  element.textContent = content;
  return element;
}
