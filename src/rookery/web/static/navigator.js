/** Steps through several placements: first, previous, by number, next, last; all, or of a symmetry. */

import { html, set } from "./dom.js";
import { familyOf, isWeighted } from "./families.js";
import { icon } from "./icons.js";
import { newId, putValue } from "./controls.js";
import { weightAt } from "./paints.js";
import { ANY, totalOf } from "./placements.js";
import { puzzleOf } from "./store.js";
import { numberText } from "./words.js";

const SYMMETRIES = [
  [ANY, "all placements"],
  ["fundamental", "one of those that are images of each other"],
  ["half-turn", "those that a half turn does not change"],
  ["quarter-turn", "those that a quarter turn does not change"],
];

/**
 * Make the steps for queens, whose placements are fetched, and for the heaviest, which are few.
 *
 * @param {object} context
 * @returns {{element: HTMLElement, filter: HTMLElement, update: (state: object) => void}}
 */
export function createNavigator({ store, placements }) {
  const show = (number) => {
    if (familyOf(puzzleOf(store.state)).counted) return placements.show(number);
    const last = (store.state.result?.answer?.length ?? 1) - 1;
    return store.set({ chosen: Math.max(0, Math.min(last, number)) });
  };
  const step = (sign, label, to) =>
    html("button", { type: "button", "aria-label": label, title: label, onclick: () => show(to()) }, icon(sign));
  const now = () => store.state.chosen;
  const first = step("first", "First", () => 0);
  const back = step("back", "Previous", () => now() - 1);
  const next = step("on", "Next", () => now() + 1);
  const last = step("last", "Last", () => countOf(store.state).count - 1);
  const number = html("input", { type: "number", min: 1, step: 1, "aria-label": "Number of the placement" });
  number.addEventListener("change", () => {
    if (number.valueAsNumber >= 1) show(Math.round(number.valueAsNumber) - 1);
  });
  const of = html("span");
  const weighs = html("b");
  const element = html("div.navigator", { role: "group", "aria-label": "Step through the placements" }, first, back, number, of, next, last, weighs);
  const id = newId("symmetry");
  const symmetry = html("select", { id }, ...SYMMETRIES.map(([value, words]) => html("option", { value }, words)));
  symmetry.addEventListener("change", () => placements.filter(symmetry.value));
  const filter = html("div.field", {}, html("label", { for: id }, "Step through"), symmetry);

  function update(state) {
    const { count, open } = countOf(state);
    const puzzle = puzzleOf(state);
    filter.hidden = !familyOf(puzzle).counted || !state.result?.value;
    symmetry.value = symmetryOf(state);
    symmetry.options[1].disabled = Boolean(puzzle.given?.length || puzzle.blocked?.length);
    element.hidden = count < 1 || (count === 1 && !open);
    set(element, "aria-busy", state.listing.busy ? "true" : "false");
    if (element.hidden) return;
    putValue(number, state.chosen + 1);
    of.textContent = open ? `of ${numberText(count)} or more` : `of ${numberText(count)}`;
    weighs.textContent = weightText(state);
    first.disabled = back.disabled = state.chosen === 0;
    next.disabled = !open && state.chosen >= count - 1;
    last.disabled = open || next.disabled;
  }

  return { element, filter, update };
}

/** The symmetry of the placements to step through. */
function symmetryOf({ listing, edits }) {
  return listing.puzzle === edits.present ? listing.symmetry : ANY;
}

/** The weight of the placement shown. */
function weightText(state) {
  const puzzle = puzzleOf(state);
  if (!isWeighted(puzzle) || !familyOf(puzzle).placements) return "";
  const weights = state.result.answer[state.chosen].map((name) => weightAt(puzzle, name));
  return `weighs ${numberText(weights.reduce((sum, weight) => sum + weight, 0))}`;
}

/** How many placements there are, and whether there may be more. */
function countOf(state) {
  const puzzle = puzzleOf(state);
  const { result, listing } = state;
  const { placements, counted } = familyOf(puzzle);
  if (!placements) return { count: 0, open: false };
  if (!counted) return { count: result?.answer?.length ?? 0, open: false };
  const listed = listing.puzzle === puzzle ? listing.from + listing.items.length : 0;
  if (symmetryOf(state) !== ANY) return { count: listed, open: listing.more && listed > 0 };
  const total = totalOf(result);
  if (total !== null) return { count: total, open: false };
  return { count: Math.max(listed, result?.value ?? 0), open: listing.more && listed > 0 };
}
