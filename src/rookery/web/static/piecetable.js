/** A table of pieces with fields for each, a button that takes a piece out, and a field for another. */

import { fill, html } from "./dom.js";
import { pieceIcon } from "./glyphs.js";
import { pieceField } from "./piecefield.js";
import { puzzleOf } from "./store.js";

const MOST_PIECES = 9;

/**
 * Make a table.
 *
 * @param {object} context the page's parts
 * @param {object} options
 * @param {string[]} options.heads of the columns of fields
 * @param {(at: number, name: string) => {element: HTMLElement, update: (puzzle: object) => void}[]}
 *   options.fieldsOf makes the fields of a piece, one for each column
 * @param {(puzzle: object, betza: string) => object} options.added the puzzle with another piece
 * @param {(puzzle: object, at: number) => object} options.without the puzzle without a piece
 * @param {string} options.placeholder of the field for another piece
 * @param {boolean} options.isKeyed whether each piece is chosen by a digit, of which there are nine
 */
export function pieceTable(context, { heads, fieldsOf, added, without, placeholder, isKeyed = false }) {
  const { store, editing, glyphs } = context;
  const body = html("tbody");
  const add = pieceField("Another piece (a name, or Betza notation)", context, {
    keep: false,
    placeholder,
    onpiece: (betza) => editing.setPuzzle(added(puzzleOf(store.state), betza)),
  });
  const words = ["Piece", ...heads].map((word) => html("th", { scope: "col" }, word));
  const table = html(
    "table.pieces",
    {},
    html("caption", {}, "Pieces to place"),
    html("thead", {}, html("tr", {}, ...words, html("td"))),
    body,
  );
  let fields = [];
  let shown = null;

  function rowOf(betza, at, isOnly) {
    const name = glyphs.name(betza);
    const own = fieldsOf(at, name);
    fields.push(...own);
    const remove = () => editing.setPuzzle(without(puzzleOf(store.state), at));
    return html(
      "tr",
      {},
      html("th", { scope: "row" }, pieceIcon(glyphs, betza), name),
      ...own.map(({ element }) => html("td", {}, element)),
      html("td", {}, removeButton(name, isOnly, remove)),
    );
  }

  return {
    element: html("div.field", {}, table, add.element),
    update(state) {
      const puzzle = puzzleOf(state);
      const { pieces } = puzzle;
      // "about" brings the pieces' names.
      const look = `${pieces.join(" ")} ${state.about !== null}`;
      if (look !== shown) {
        shown = look;
        fields = [];
        fill(body, ...pieces.map((betza, at) => rowOf(betza, at, pieces.length === 1)));
      }
      for (const field of fields) field.update(puzzle);
      add.element.hidden = isKeyed && pieces.length >= MOST_PIECES;
    },
  };
}

function removeButton(name, disabled, onclick) {
  return html(
    "button.remove",
    { type: "button", "aria-label": `Remove ${name}`, disabled, onclick },
    html("span", { "aria-hidden": "true" }, "×"),
  );
}
