/** The settings of each family beside the board: size, weights, the mover, the pieces and prices. */

import { byFamily } from "./families.js";
import { button, checkbox, newId, putValue, segmented, stepper } from "./controls.js";
import { fill, html } from "./dom.js";
import { pieceIcon } from "./glyphs.js";
import { goals, groups } from "./paints.js";
import { LARGEST_SIDE, LEAST_SIDE, isSquare, isWeight, sides } from "./puzzle.js";
import { fileName } from "./squares.js";
import { puzzleOf } from "./store.js";

const MOST_BEST = 100;
const LARGEST_PRICE = 1_000_000_000;
const RANDOM_WEIGHTS = 99;

/**
 * The settings of a family.
 *
 * @returns {{element: HTMLElement, update: (state: object) => void}}
 */
export function settingsOf(family, context) {
  const parts = [sizes(family, context), ...BY_FAMILY({ family })(context)];
  return {
    element: html("div.settings", {}, ...parts.map(({ element }) => element)),
    update(state) {
      for (const part of parts) part.update(state);
    },
  };
}

const BY_FAMILY = byFamily({
  queens: () => [],
  heaviest: (context) => [weightField(context), wanted(context), best(context)],
  tour: (context) => [mover(context), visit(context), ending(context), groupNumber(context)],
  cover: (context) => [pieces(context), standingPiece(context), guardAll(context)],
});

function sizes(family, { store, editing }) {
  const range = { min: LEAST_SIDE, max: LARGEST_SIDE };
  const now = () => sides(puzzleOf(store.state));
  if (isSquare({ family })) {
    const size = stepper("Size", { ...range, onchange: (n) => editing.resize(n, n) });
    return { element: size.element, update: (state) => size.update(sides(puzzleOf(state)).rows) };
  }
  const rows = stepper("Rows", { ...range, onchange: (n) => editing.resize(n, now().columns) });
  const columns = stepper("Columns", { ...range, onchange: (n) => editing.resize(now().rows, n) });
  return {
    element: html("div.pair", {}, rows.element, columns.element),
    update(state) {
      const board = sides(puzzleOf(state));
      rows.update(board.rows);
      columns.update(board.columns);
    },
  };
}

function weightField({ store, editing }) {
  const id = newId("weight");
  const input = html("input", { id, type: "number", step: "any" });
  input.addEventListener("input", () => {
    if (isWeight(input.valueAsNumber)) store.set({ brush: { ...store.state.brush, weight: input.valueAsNumber, paint: "weight" } });
  });
  const random = button("Random weights", () => {
    const puzzle = puzzleOf(store.state);
    const weights = puzzle.weights.map((row) => row.map(() => 1 + Math.floor(Math.random() * RANDOM_WEIGHTS)));
    editing.setPuzzle({ ...puzzle, weights });
  });
  return {
    element: html("div.pair", {}, html("div.field", {}, html("label", { for: id }, "Weight to paint"), input), html("div.field.low", {}, random)),
    update: (state) => putValue(input, state.brush.weight),
  };
}

function wanted({ store, editing }) {
  const options = [["heaviest", "Heaviest"], ["lightest", "Lightest"]];
  const choice = segmented("Wanted", options, (value) =>
    editing.setPuzzle({ ...puzzleOf(store.state), lightest: value === "lightest" }),
  );
  return {
    element: choice.element,
    update: (state) => choice.update(puzzleOf(state).lightest ? "lightest" : "heaviest"),
  };
}

function best({ store, editing }) {
  const number = stepper("How many placements, best first", {
    min: 1,
    max: MOST_BEST,
    onchange: (value) => editing.setPuzzle({ ...puzzleOf(store.state), best: value }),
  });
  return { element: number.element, update: (state) => number.update(puzzleOf(state).best) };
}

function mover({ store, editing, glyphs, pieceList }) {
  const id = newId("mover");
  const input = html("input", { id, list: pieceList, autocomplete: "off", spellcheck: "false", maxlength: 40 });
  const icon = html("span.beside-field");
  let shown = null;
  input.addEventListener("change", () => {
    const betza = glyphs.betza(input.value);
    if (betza) editing.setPuzzle({ ...puzzleOf(store.state), mover: betza });
    shown = null;
  });
  return {
    element: html("div.field", {}, html("label", { for: id }, "Moving piece (a name, or Betza notation)"), html("div.with-icon", {}, icon, input)),
    update(state) {
      const puzzle = puzzleOf(state);
      const look = `${puzzle.mover} ${state.about !== null}`;
      if (look === shown) return;
      shown = look;
      input.value = glyphs.name(puzzle.mover);
      fill(icon, pieceIcon(glyphs, puzzle.mover));
    },
  };
}

function visit({ store, editing }) {
  const options = [["beside", "Beside it"], ["on", "On its square"]];
  const choice = segmented("A target is visited from", options, (value) =>
    editing.setPuzzle({ ...puzzleOf(store.state), visit: value }),
  );
  return { element: choice.element, update: (state) => choice.update(puzzleOf(state).visit) };
}

function ending({ store, editing }) {
  const closed = checkbox("Closed: it ends where it began", (value) => {
    const puzzle = puzzleOf(store.state);
    editing.setPuzzle({ ...puzzle, closed: value, goal: value ? null : puzzle.goal });
  });
  return {
    element: closed.element,
    update: (state) => closed.update(puzzleOf(state).closed && goals(puzzleOf(state)).length === 0),
  };
}

function groupNumber({ store }) {
  const number = stepper("Number of the target to paint", {
    min: 1,
    max: LARGEST_SIDE,
    onchange: (group) => store.set({ brush: { ...store.state.brush, group } }),
  });
  return {
    element: number.element,
    update(state) {
      const most = groups(puzzleOf(state)).length + 1;
      number.element.hidden = state.brush.paint !== "either";
      number.update(Math.min(state.brush.group, most), most);
    },
  };
}

/** The table of pieces, each with its price and how many there are. */
function pieces(context) {
  const { store, editing, glyphs, pieceList } = context;
  const body = html("tbody");
  const add = html("input", { list: pieceList, "aria-label": "Another piece: a name, or Betza notation", placeholder: "another piece…", autocomplete: "off", spellcheck: "false", maxlength: 40 });
  const change = (at, field, value) => {
    const puzzle = puzzleOf(store.state);
    editing.setPuzzle({ ...puzzle, [field]: puzzle[field].with(at, value) });
  };
  const remove = (at) => {
    const puzzle = puzzleOf(store.state);
    const without = (list) => list.filter((_, other) => other !== at);
    editing.setPuzzle({ ...puzzle, pieces: without(puzzle.pieces), prices: without(puzzle.prices), stock: without(puzzle.stock) });
  };
  add.addEventListener("change", () => {
    const betza = glyphs.betza(add.value);
    const puzzle = puzzleOf(store.state);
    add.value = "";
    if (betza) {
      const { pieces: kinds, prices, stock } = puzzle;
      editing.setPuzzle({ ...puzzle, pieces: [...kinds, betza], prices: [...prices, 1], stock: [...stock, null] });
    }
  });
  const head = html("thead", {}, html("tr", {}, ...["Piece", "Cost", "Stock", ""].map((word) => html("th", { scope: "col" }, word))));
  let shown = null;
  return {
    element: html("div.field", {}, html("table.pieces", {}, html("caption", {}, "Pieces to place"), head, body), add),
    update(state) {
      const puzzle = puzzleOf(state);
      const look = `${puzzle.pieces.join(" ")} ${state.about !== null}`;
      if (look !== shown) {
        shown = look;
        fill(body, ...puzzle.pieces.map((betza, at) => pieceRow(betza, at, { glyphs, change, remove, single: puzzle.pieces.length === 1 })));
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
  const off = html("button.remove", { type: "button", "aria-label": `Remove ${name}`, disabled: single, onclick: () => remove(at) }, "×");
  return html("tr", {}, html("th", { scope: "row" }, pieceIcon(glyphs, betza), name), html("td", {}, price), html("td", {}, stock), html("td", {}, off));
}

function standingPiece({ store, glyphs, pieceList }) {
  const id = newId("standing");
  const input = html("input", { id, list: pieceList, autocomplete: "off", spellcheck: "false", maxlength: 40 });
  const element = html("div.field", {}, html("label", { for: id }, "Piece that stands already"), input);
  input.addEventListener("change", () => {
    const piece = glyphs.betza(input.value);
    if (piece) store.set({ brush: { ...store.state.brush, piece } });
  });
  return {
    element,
    update(state) {
      element.hidden = state.brush.paint !== "standing";
      putValue(input, glyphs.name(state.brush.piece));
    },
  };
}

function guardAll({ store, editing }) {
  const all = button("Guard every empty square", () => {
    const puzzle = puzzleOf(store.state);
    const { rows, columns, walls } = puzzle.board;
    const taken = new Set([...walls, ...puzzle.kings, ...puzzle.standing.map(([, name]) => name)]);
    const names = Array.from({ length: rows * columns }, (_, at) => `${fileName(at % columns)}${rows - Math.floor(at / columns)}`);
    editing.setPuzzle({ ...puzzle, guarded: names.filter((name) => !taken.has(name)) });
  });
  return { element: html("div.field", {}, all), update() {} };
}
