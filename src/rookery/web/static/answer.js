/** The panel “Answer”: what is found and proved, its course, and the ways through it. */

import { createChart } from "./chart.js";
import { checkbox, figures } from "./controls.js";
import { fill, html, say, set } from "./dom.js";
import { familyOf, valueName } from "./families.js";
import { pieceIcon } from "./glyphs.js";
import { createNavigator } from "./navigator.js";
import { createPlayer } from "./player.js";
import { createTally } from "./tally.js";
import { shownAnswer } from "./overlay.js";
import { changed, puzzleOf } from "./store.js";
import { isImpossible, runText, statusText } from "./telling.js";
import { numberText, percentText, sentence } from "./words.js";

const BETWEEN = 3000;
const SHORT_SECONDS = 0.3;

/**
 * Make the panel.
 *
 * @param {HTMLElement} root
 * @param {object} context the page's parts
 */
export function createAnswer(root, context) {
  const { store, glyphs } = context;
  const status = html("p.verdict");
  const spoken = html("p.unseen", { role: "status" });
  const tellSlowly = slowly((text) => say(spoken, text));
  const numbers = figures("Value", "Bound", "Gap");
  const chart = createChart();
  const progress = html("progress", { max: 1, "aria-label": "Share of the search done" });
  const keys = html("figcaption", {}, key("value", "found"), key("bound", "proved bound"));
  const course = html("figure", {}, keys, chart.element);
  const navigator = createNavigator(context);
  const player = createPlayer(context);
  const lines = checkbox("Show which piece checks which king", (value) => store.set({ lines: value }));
  const placedPieces = html("ul.placed-pieces", { "aria-label": "Pieces of the answer" });
  const small = html("p.hint");
  const tally = createTally(context);
  root.append(
    html("div.told", {}, status, navigator.element, player.element),
    spoken,
    numbers.element,
    progress,
    navigator.filter,
    lines.element,
    placedPieces,
    course,
    small,
    tally.element,
  );

  function update(state) {
    const puzzle = puzzleOf(state);
    const { result, run, trace } = state;
    say(status, run ? runText(puzzle, state) : statusText(puzzle, result));
    tellSlowly(spokenText(status.textContent, result), !run);
    set(status, "class", `verdict ${kindOf(puzzle, result)}`);
    numbers.element.hidden = !result || familyOf(puzzle).counted;
    numbers.rename(valueName(puzzle), "Proved bound", "Gap");
    if (result) numbers.update(numberText(result.value), numberText(result.bound), gapText(result));
    progress.hidden = !(run && run.total);
    if (run?.total) progress.value = Math.min(1, run.done / run.total);
    course.hidden = familyOf(puzzle).counted || trace.length < 2 || trace.at(-1).seconds < SHORT_SECONDS;
    chart.update(trace, `${valueName(puzzle)} ${numberText(result?.value)}, proved bound ${numberText(result?.bound)}`);
    navigator.update(state);
    player.update(state);
    tally.update(state);
    lines.element.hidden = !familyOf(puzzle).priced || !result?.answer;
    lines.update(state.lines);
    listPlaced(puzzle, state);
    say(small, result?.final ? foundText(result) : "");
  }

  /** How many of each piece the answer places, and what they cost. */
  function listPlaced(puzzle, state) {
    const answer = familyOf(puzzle).pieces ? (shownAnswer(state) ?? []) : [];
    const row = (betza, kind) => {
      const count = answer.filter(([piece]) => piece === kind).length;
      const words = html("span", {}, `${count} × ${glyphs.name(betza)}`);
      return count ? html("li", {}, pieceIcon(glyphs, betza), words, costOf(puzzle, kind, count)) : null;
    };
    fill(placedPieces, ...(answer.length ? puzzle.pieces.map(row) : []));
    placedPieces.hidden = answer.length === 0;
  }

  store.subscribe((state, before) => {
    const parts = ["edits", "result", "run", "trace", "chosen", "listing", "step", "playing", "lines", "about", "tally"];
    if (changed(state, before, ...parts)) update(state);
  });
  update(store.state);
}

function costOf({ prices }, kind, count) {
  return prices && !Number.isNaN(Number(prices[kind])) ? html("span", {}, numberText(count * prices[kind])) : null;
}

function kindOf(puzzle, result) {
  if (!result?.final) return "";
  return isImpossible(puzzle, result) ? "infeasible" : result.status;
}

/** A voice that is not hurried: what comes too soon after the last is left out, unless it is final. */
function slowly(tell) {
  let last = -Infinity;
  return (text, isFinal) => {
    if (!isFinal && performance.now() - last < BETWEEN) return;
    last = performance.now();
    tell(text);
  };
}

function spokenText(text, result) {
  const bounded = result && !result.final && result.bound !== null && result.bound !== undefined;
  return bounded ? `${text} Proved bound ${numberText(result.bound)}.` : text;
}

function key(kind, words) {
  return html(`span.key.${kind}`, {}, words);
}

function gapText({ gap, value, bound }) {
  if (value !== null && value === bound) return "none";
  return gap === null || gap === undefined ? "–" : percentText(gap);
}

function foundText({ method, seconds, compile_seconds: compiling, note }) {
  const time = seconds === undefined || seconds === null ? "" : ` in ${seconds.toFixed(seconds < 10 ? 2 : 0)} s`;
  const warm = compiling > 0.1 ? `, after ${compiling.toFixed(1)} s of compiling` : "";
  const by = `Searched${time}${warm}${method && method !== "auto" ? `, method ${method}` : ""}.`;
  return note ? `${sentence(note)} ${by}` : by;
}

