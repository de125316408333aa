/** The table of a cover's pieces: what each costs, and how many there are. */

import { putValue } from "./controls.js";
import { html } from "./dom.js";
import { pieceTable } from "./piecetable.js";
import { puzzleOf } from "./store.js";

const LARGEST_PRICE = 1_000_000_000;

/** Make the table. */
export function prices(context) {
  const { store, editing } = context;
  const change = (at, field, value) => {
    const puzzle = puzzleOf(store.state);
    editing.setPuzzle({ ...puzzle, [field]: puzzle[field].with(at, value) });
  };
  return pieceTable(context, {
    heads: ["Cost", "Stock"],
    fieldsOf: (at, name) => [
      numberField(
        { min: 1, max: LARGEST_PRICE, "aria-label": `Cost of ${name}` },
        ({ prices: costs }) => costs[at],
        (value) => value !== null && change(at, "prices", value),
      ),
      numberField(
        { min: 0, placeholder: "any", "aria-label": `How many of ${name} there are; empty for any number` },
        ({ stock }) => stock[at],
        (value) => change(at, "stock", value),
      ),
    ],
    added({ pieces, prices: costs, stock, allowed, ...puzzle }, betza) {
      const more = { pieces: [...pieces, betza], prices: [...costs, 1], stock: [...stock, null] };
      return { ...puzzle, ...more, ...(allowed && { allowed: [...allowed, null] }) };
    },
    without({ pieces, prices: costs, stock, allowed, ...puzzle }, at) {
      const rest = (list) => list.filter((_, other) => other !== at);
      const left = { pieces: rest(pieces), prices: rest(costs), stock: rest(stock) };
      return { ...puzzle, ...left, ...(allowed && { allowed: rest(allowed) }) };
    },
    placeholder: "such as queen",
  });
}

/** A field for a whole number within its bounds, or for none. */
function numberField(properties, valueOf, onchange) {
  const input = html("input", { type: "number", step: 1, ...properties });
  input.addEventListener("change", () => {
    if (input.reportValidity()) onchange(input.value === "" ? null : input.valueAsNumber);
  });
  return { element: input, update: (puzzle) => putValue(input, valueOf(puzzle) ?? "") };
}
