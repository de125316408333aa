/** The table of a cover's pieces: what each costs, and how many there are. */

import { putValue } from "./controls.js";
import { fill, html } from "./dom.js";
import { pieceIcon } from "./glyphs.js";
import { pieceField } from "./piecefield.js";
import { puzzleOf } from "./store.js";

const LARGEST_PRICE = 1_000_000_000;

/** Make the table. */
export function prices(context) {
  const { store, editing, glyphs } = context;
  const body = html("tbody");
  const change = (at, field, value) => {
    const puzzle = puzzleOf(store.state);
    editing.setPuzzle({ ...puzzle, [field]: puzzle[field].with(at, value) });
  };
  const remove = (at) => {
    const puzzle = puzzleOf(store.state);
    const without = (list) => list?.filter((_, other) => other !== at);
    const { pieces, prices: costs, stock, allowed } = puzzle;
    const left = { pieces: without(pieces), prices: without(costs), stock: without(stock) };
    editing.setPuzzle({ ...puzzle, ...left, ...(allowed && { allowed: without(allowed) }) });
  };
  const add = pieceField("Another piece (a name, or Betza notation)", context, {
    keep: false,
    placeholder: "such as queen",
    onpiece(betza) {
      const puzzle = puzzleOf(store.state);
      const { pieces, prices: costs, stock, allowed } = puzzle;
      const more = { pieces: [...pieces, betza], prices: [...costs, 1], stock: [...stock, null] };
      editing.setPuzzle({ ...puzzle, ...more, ...(allowed && { allowed: [...allowed, null] }) });
    },
  });
  const words = ["Piece", "Cost", "Stock"].map((word) => html("th", { scope: "col" }, word));
  const head = html("thead", {}, html("tr", {}, ...words, html("td")));
  let shown = null;
  return {
    element: html("div.field", {}, html("table.pieces", {}, html("caption", {}, "Pieces to place"), head, body), add.element),
    update(state) {
      const puzzle = puzzleOf(state);
      const look = `${puzzle.pieces.join(" ")} ${state.about !== null}`;
      if (look !== shown) {
        shown = look;
        const single = puzzle.pieces.length === 1;
        fill(body, ...puzzle.pieces.map((betza, at) => pieceRow(betza, at, { glyphs, change, remove, single })));
      }
      [...body.rows].forEach((row, at) => {
        const [price, stock] = row.querySelectorAll("input");
        putValue(price, puzzle.prices[at]);
        putValue(stock, puzzle.stock[at] ?? "");
      });
    },
  };
}

function pieceRow(betza, at, { glyphs, change, remove, single }) {
  const name = glyphs.name(betza);
  const price = html("input", { type: "number", min: 1, max: LARGEST_PRICE, step: 1, "aria-label": `Cost of ${name}` });
  price.addEventListener("change", () => {
    const value = price.valueAsNumber;
    if (Number.isInteger(value) && value >= 1 && value <= LARGEST_PRICE) change(at, "prices", value);
    else price.reportValidity();
  });
  const stock = html("input", { type: "number", min: 0, step: 1, placeholder: "any", "aria-label": `How many of ${name} there are; empty for any number` });
  stock.addEventListener("change", () => {
    const value = stock.value === "" ? null : stock.valueAsNumber;
    if (value === null || (Number.isInteger(value) && value >= 0)) change(at, "stock", value);
    else stock.reportValidity();
  });
  return html("tr", {}, html("th", { scope: "row" }, pieceIcon(glyphs, betza), name), html("td", {}, price), html("td", {}, stock), html("td", {}, removeButton(name, single, () => remove(at))));
}

/** The button that takes a piece out of a table. */
export function removeButton(name, disabled, onclick) {
  return html("button.remove", { type: "button", "aria-label": `Remove ${name}`, disabled, onclick }, html("span", { "aria-hidden": "true" }, "×"));
}
