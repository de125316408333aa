/** What is asked of a cover besides: how often each target is covered, and what pieces may not do. */

import { checkbox, newId, putValue } from "./controls.js";
import { html, say } from "./dom.js";
import { SQUARES } from "./squares.js";
import { puzzleOf } from "./store.js";

/** Make the conditions. */
export function conditions({ store, editing }) {
  const put = (change) => editing.setPuzzle({ ...puzzleOf(store.state), ...change });
  const least = times("Each target covered at least", "1", (value) => put({ at_least: value ?? 1 }));
  const most = times("at most", "any", (value) => put({ at_most: value }));
  const independent = checkbox("No piece may attack another", (value) => put({ independent: value }));
  const total = checkbox("A guarded square must be attacked even where a piece stands", (value) => put({ total: value }));
  const kept = html("p.hint");
  return {
    element: html("div.settings", {}, html("div.pair", {}, least.element, most.element), independent.element, total.element, kept),
    update(state) {
      const puzzle = puzzleOf(state);
      least.update(puzzle.at_least);
      most.update(puzzle.at_most);
      independent.update(puzzle.independent);
      total.update(puzzle.total);
      say(kept, keptText(puzzle));
      kept.hidden = !kept.textContent;
    },
  };
}

/** What of a document holds, but cannot be changed here. */
function keptText({ allowed, square_prices: factors, at_least: least, at_most: most }) {
  const parts = [
    allowed?.some((squares) => squares !== null) && "the squares allowed to each piece",
    factors && "the costs by square",
    [least, most].some((times) => times !== null && typeof times === "object") && "the numbers by target",
  ].filter(Boolean);
  return parts.length ? `As its text says, and not to be changed here: ${parts.join(", ")}.` : "";
}

/** A field for how often; numbers by target are told, not shown. */
function times(label, otherwise, onchange) {
  const id = newId("times");
  const input = html("input", { id, type: "number", min: 1, max: SQUARES, step: 1, placeholder: otherwise });
  input.addEventListener("change", () => {
    if (!input.reportValidity()) return;
    onchange(input.value === "" ? null : input.valueAsNumber);
  });
  return {
    element: html("div.field", {}, html("label", { for: id }, label), input),
    update: (value) => putValue(input, typeof value === "number" ? value : ""),
  };
}
