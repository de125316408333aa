/** The part of the panel “Answer” that counts: all answers, or those that are no images of others. */

import { button } from "./controls.js";
import { fill, html, say } from "./dom.js";
import { byFamily, familyOf } from "./families.js";
import { lacks } from "./lacking.js";
import { puzzleOf } from "./store.js";
import { reasonText } from "./telling.js";
import { numberText } from "./words.js";

/** Whether answers that are images of each other can be counted once. */
const FOLDED = byFamily({
  queens: ({ given, blocked }) => !given.length && !blocked.length,
  heaviest: () => false,
  nonattacking: () => false,
  regions: () => false,
  tour: () => false,
  cover: () => true,
});

/**
 * Make the part.
 *
 * @param {object} context
 * @returns {{element: HTMLElement, update: (state: object) => void}}
 */
export function createTally({ store, counting }) {
  const all = button("Count all", () => counting.start(false));
  const folded = button("Count up to symmetry", () => counting.start(true));
  const stop = button("Stop counting", counting.stop);
  const told = html("p", { role: "status" });
  const numbers = html("ol.by-number", { "aria-label": "Placements by their number of pieces" });
  const element = html("div.field.tally", {}, html("div.row", {}, all, folded, stop), told, numbers);

  function update(state) {
    const puzzle = puzzleOf(state);
    const tally = state.tally?.puzzle === puzzle ? state.tally : null;
    const running = Boolean(tally?.running);
    element.hidden = !familyOf(puzzle).counts || Boolean(lacks(puzzle));
    if (element.hidden) return;
    all.hidden = running;
    folded.hidden = running || !FOLDED(puzzle)(puzzle);
    stop.hidden = !running;
    say(told, tally ? tallyText(puzzle, tally) : "");
    told.hidden = !tally;
    const counts = tally?.result?.by_number ?? [];
    fill(numbers, ...counts.map((count, pieces) => html("li", {}, html("span", {}, `${pieces}: `), numberText(count))));
    numbers.hidden = counts.length < 2;
  }

  return { element, update };
}

/** The count so far. */
function tallyText(puzzle, { running, fundamental, result }) {
  const [one, many] = familyOf(puzzle).counts;
  const value = result?.value ?? null;
  if (value === null && running) return "Counting…";
  if (value === null) return result?.note || `Nothing was counted in the time given.${reasonText(result)}`;
  const counted = `${numberText(value)} ${value === 1 ? one : many}${fundamental ? " up to symmetry" : ""}`;
  if (running && !result.final) return `${counted} so far…`;
  if (result.final && result.status === "optimal") return `${counted}. Proved: ${value === 1 ? "it is the only one" : "these are all"}.`;
  return `At least ${counted}.${reasonText(result)}${estimateText(result)}`;
}

function estimateText({ estimate }) {
  if (!estimate || estimate.low === null) return "";
  return ` Estimated: between ${numberText(Math.floor(estimate.low))} and ${numberText(Math.ceil(estimate.high))}.`;
}
