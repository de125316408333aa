/** The panel “Draw”: what to paint with, the settings of the puzzle, and where to start from. */

import { button } from "./controls.js";
import { understood } from "./documents.js";
import { dragFrom } from "./dragging.js";
import { fill, html, say, set } from "./dom.js";
import { iconOf } from "./glyphs.js";
import { paintsOf } from "./paints.js";
import { emptied } from "./puzzle.js";
import { settingsOf } from "./settings.js";
import { changed, puzzleOf } from "./store.js";
import { capital } from "./words.js";

/**
 * Make the panel.
 *
 * @param {HTMLElement} root
 * @param {object} context the page's parts, and `show`, which puts a puzzle on the board
 */
export function createDrawing(root, context) {
  const { store, editing, texts, show } = context;
  const paints = html("div.paints", { role: "group", "aria-label": "Paint with" });
  const hint = html("p.hint", { "aria-live": "polite" });
  const settings = html("div");
  const examples = html("select", { "aria-label": "Load an example" });
  examples.addEventListener("change", () => {
    const example = store.state.about.examples[Number(examples.value)];
    examples.selectedIndex = 0;
    if (example) show(understood(example.puzzle));
  });
  const several = severalPuzzles(context);
  root.append(
    html("h2", {}, "Paint"),
    paints,
    hint,
    html("h2", {}, "Puzzle"),
    settings,
    html("h2", {}, "Start from"),
    html("div.row", {}, examples, button("Paste or open text…", texts.open), button("Clear the board", () => editing.setPuzzle(emptied(puzzleOf(store.state))))),
    several.element,
  );

  let family = null;
  let current = null;
  let look = null;

  function update(state) {
    const puzzle = puzzleOf(state);
    if (puzzle.family !== family) {
      family = puzzle.family;
      current = settingsOf(family, context);
      fill(settings, current.element);
    }
    current.update(state);
    drawPaints(state, puzzle);
    several.update(state);
  }

  function drawPaints(state, puzzle) {
    const all = paintsOf(puzzle);
    const now = JSON.stringify([all, state.about !== null]);
    if (now !== look) {
      look = now;
      fill(paints, ...all.map((paint) => paintButton(paint, context)));
    }
    for (const one of paints.children) set(one, "aria-pressed", one.dataset.paint === state.brush.paint ? "true" : "false");
    say(hint, all.find(({ id }) => id === state.brush.paint)?.hint ?? "");
  }

  store.subscribe((state, before) => {
    if (changed(state, before, "edits", "brush", "about", "collection")) update(state);
    if (state.about !== before.about && state.about) {
      const options = state.about.examples.map(({ title }, at) => html("option", { value: at }, title));
      fill(examples, html("option", { value: "" }, "An example…"), ...options);
    }
  });
  update(store.state);
}

function paintButton(paint, { store, glyphs, board, editing }) {
  const { id, label, piece, key } = paint;
  const choose = () => store.set({ brush: { ...store.state.brush, paint: id } });
  const one = html(
    "button.paint",
    { type: "button", "data-paint": id, onclick: choose, "aria-keyshortcuts": key.length === 1 ? key.toUpperCase() : null },
    iconOf(glyphs, paint),
    html("span", {}, label ?? capital(glyphs.name(piece))),
    key && html("kbd", { "aria-hidden": "true" }, key === "Delete" ? "Del" : key),
  );
  if (id !== "move") dragFrom(one, { choose, drop: (x, y) => editing.drop(board.squareAt(x, y)) });
  return one;
}

/** The choice among the puzzles of a text that holds several. */
function severalPuzzles({ store, show }) {
  const choice = html("select", { "aria-label": "Puzzle of the text" });
  const element = html("label.field", { hidden: true }, html("span", {}, "The text contains several puzzles"), choice);
  choice.addEventListener("change", () => show(store.state.collection[Number(choice.value)]));
  let shown = null;
  return {
    element,
    update({ collection }) {
      if (collection === shown) return;
      shown = collection;
      element.hidden = collection.length < 2;
      fill(choice, ...collection.map((_, at) => html("option", { value: at }, `Puzzle ${at + 1} of ${collection.length}`)));
    },
  };
}
