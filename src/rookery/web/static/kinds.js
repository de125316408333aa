/** The kinds of non-attacking pieces: how many of each, in each line, and which may attack which. */

import { checkbox, newId, noted } from "./controls.js";
import { fill, html, set } from "./dom.js";
import { pieceIcon } from "./glyphs.js";
import { pieceField } from "./piecefield.js";
import { removeButton } from "./prices.js";
import { spanOf, spanText } from "./spans.js";
import { puzzleOf } from "./store.js";

const MOST_KINDS = 9;
const LINES = [
  ["rows", "In each row"],
  ["columns", "In each column"],
  ["diagonals", "In each diagonal"],
  ["in_region", "In each region"],
];

/** The table of kinds. */
export function kinds(context) {
  const { store, editing, glyphs } = context;
  const body = html("tbody");
  const change = (at, span) => {
    const puzzle = puzzleOf(store.state);
    editing.setPuzzle({ ...puzzle, numbers: puzzle.numbers.with(at, span) });
  };
  const remove = (at) => editing.setPuzzle(without(puzzleOf(store.state), at));
  const add = pieceField("Another piece (a name, or Betza notation)", context, {
    keep: false,
    placeholder: "such as bishop",
    onpiece(betza) {
      const puzzle = puzzleOf(store.state);
      editing.setPuzzle({ ...puzzle, pieces: [...puzzle.pieces, betza], numbers: [...puzzle.numbers, null] });
    },
  });
  const words = ["Piece", "How many"].map((word) => html("th", { scope: "col" }, word));
  const head = html("thead", {}, html("tr", {}, ...words, html("td")));
  let fields = [];
  let shown = null;
  return {
    element: html("div.field", {}, html("table.pieces", {}, html("caption", {}, "Pieces to place"), head, body), add.element),
    update(state) {
      const puzzle = puzzleOf(state);
      const look = `${puzzle.pieces.join(" ")} ${state.about !== null}`;
      if (look !== shown) {
        shown = look;
        fields = puzzle.pieces.map((betza, at) => spanField(`How many of ${glyphs.name(betza)}`, (span) => change(at, span), true));
        fill(body, ...puzzle.pieces.map((betza, at) => kindRow(betza, fields[at], { glyphs, single: puzzle.pieces.length === 1, remove: () => remove(at) })));
      }
      fields.forEach((field, at) => field.update(puzzle.numbers[at]));
      add.element.hidden = puzzle.pieces.length >= MOST_KINDS;
    },
  };
}

function kindRow(betza, field, { glyphs, single, remove }) {
  const name = glyphs.name(betza);
  return html("tr", {}, html("th", { scope: "row" }, pieceIcon(glyphs, betza), name), html("td", {}, field.element), html("td", {}, removeButton(name, single, remove)));
}

/** The puzzle without a kind: its pieces go, and the later kinds move up. */
function without(puzzle, at) {
  const rest = (list) => list.filter((_, other) => other !== at);
  const moved = (kind) => (kind > at ? kind - 1 : kind);
  return {
    ...puzzle,
    pieces: rest(puzzle.pieces),
    numbers: rest(puzzle.numbers),
    given: puzzle.given.filter(([kind]) => kind !== at).map(([kind, name]) => [moved(kind), name]),
    tolerated: puzzle.tolerated.filter((pair) => !pair.includes(at)).map((pair) => pair.map(moved)),
  };
}

/** How many pieces in each row, column, diagonal and region, and conditions on all. */
export function numbers({ store, editing }) {
  const put = (change) => editing.setPuzzle({ ...puzzleOf(store.state), ...change });
  const lines = LINES.map(([field, label]) => [field, spanField(label, (span) => put({ [field]: span }))]);
  const equal = checkbox("As many of each kind", (value) => put({ equal: value }));
  const maximal = checkbox("No further piece may fit", (value) => put({ maximal: value }));
  const shields = checkbox("Pieces shield each other: what stands between stops an attack", (value) => put({ shields: value }));
  const all = lines.map(([, field]) => field.element);
  return {
    element: html("div.settings", {}, html("div.pair", {}, ...all), equal.element, maximal.element, shields.element),
    update(state) {
      const puzzle = puzzleOf(state);
      for (const [field, line] of lines) line.update(puzzle[field]);
      lines.at(-1)[1].element.hidden = puzzle.regions.length === 0;
      equal.element.hidden = puzzle.pieces.length < 2;
      equal.update(puzzle.equal);
      maximal.update(puzzle.maximal);
      shields.update(puzzle.shields);
    },
  };
}

/** Which kinds may attack each other: a box for each pair. */
export function tolerance({ store, editing, glyphs }) {
  const boxes = html("div.ticks");
  const element = html("fieldset.field", {}, html("legend", {}, "May attack each other"), boxes);
  const key = (pair) => pair.join();
  let shown = null;
  let ticks = [];

  function toggle(pair, value) {
    const puzzle = puzzleOf(store.state);
    const others = puzzle.tolerated.filter((one) => key(one) !== key(pair));
    editing.setPuzzle({ ...puzzle, tolerated: value ? [...others, pair] : others });
  }

  function box([one, other], { pieces }) {
    const words = one === other ? `${glyphs.name(pieces[one])}s` : `${glyphs.name(pieces[one])} and ${glyphs.name(pieces[other])}`;
    return { pair: [one, other], tick: checkbox(words, (value) => toggle([one, other], value)) };
  }

  return {
    element,
    update(state) {
      const puzzle = puzzleOf(state);
      const look = `${puzzle.pieces.join(" ")} ${state.about !== null}`;
      if (look !== shown) {
        shown = look;
        ticks = puzzle.pieces.flatMap((_, one) => puzzle.pieces.slice(one).map((__, at) => box([one, one + at], puzzle)));
        fill(boxes, ...ticks.map(({ tick }) => tick.element));
      }
      const tolerated = new Set(puzzle.tolerated.map(key));
      for (const { pair, tick } of ticks) tick.update(tolerated.has(key(pair)));
      set(element, "hidden", puzzle.pieces.length > 4);
    },
  };
}

/** A field for a number, the least and the most, or any number. */
function spanField(label, onchange, inTable = false) {
  const id = newId("span");
  const input = html("input", { id, placeholder: "any", autocomplete: "off", maxlength: 9, "aria-label": inTable ? label : null });
  const field = noted(input, ...(inTable ? [] : [html("label", { for: id }, label)]), input);
  let now = null;
  input.addEventListener("change", () => {
    const span = spanOf(input.value);
    field.tell(span === undefined ? "Such as 3, 2-4, 2- or -4; empty for any number." : "");
    if (span !== undefined && spanText(span) !== spanText(now)) onchange(span);
  });
  return {
    element: field.element,
    update(span) {
      now = span;
      if (document.activeElement !== input) input.value = spanText(span);
    },
  };
}
