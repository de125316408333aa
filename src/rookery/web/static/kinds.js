/** The kinds of non-attacking pieces: how many of each, in each line, and which may attack which. */

import { checkbox, newId, noted } from "./controls.js";
import { fill, html, set } from "./dom.js";
import { pieceTable } from "./piecetable.js";
import { spanOf, spanText } from "./spans.js";
import { puzzleOf } from "./store.js";

const LINES = [
  ["rows", "In each row"],
  ["columns", "In each column"],
  ["diagonals", "In each diagonal"],
  ["in_region", "In each region"],
];

/** The table of kinds. */
export function kinds(context) {
  const { store, editing } = context;
  const change = (at, span) => {
    const puzzle = puzzleOf(store.state);
    editing.setPuzzle({ ...puzzle, numbers: puzzle.numbers.with(at, span) });
  };
  return pieceTable(context, {
    heads: ["How many"],
    fieldsOf(at, name) {
      const field = spanField(`How many of ${name}`, (span) => change(at, span), true);
      return [{ element: field.element, update: ({ numbers: spans }) => field.update(spans[at]) }];
    },
    added: (puzzle, betza) => ({
      ...puzzle,
      pieces: [...puzzle.pieces, betza],
      numbers: [...puzzle.numbers, null],
    }),
    without,
    placeholder: "such as bishop",
    isKeyed: true,
  });
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
    const name = glyphs.name(pieces[one]);
    const words = one === other ? `${name}s` : `${name} and ${glyphs.name(pieces[other])}`;
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
