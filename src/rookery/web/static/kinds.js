/** The kinds of non-attacking pieces: how many of each, and which may attack which. */

import { checkbox } from "./controls.js";
import { fill, html, set } from "./dom.js";
import { spanField } from "./form.js";
import { pieceTable } from "./piecetable.js";
import { puzzleOf } from "./store.js";

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

/** The kinds that may attack each other: a box for each pair. */
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
