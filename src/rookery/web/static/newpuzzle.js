/** A new region puzzle of a requested size, number of pieces and difficulty, to be played at once. */

import { button, newId, stepper } from "./controls.js";
import { understood } from "./documents.js";
import { html, set } from "./dom.js";

const DIFFICULTIES = ["any", "easy", "medium", "hard", "expert"];
const SEEDS = 2 ** 31;

/** Make the request and its button. */
export function newPuzzle({ store, server, editing, voices, board }) {
  const id = newId("difficulty");
  const put = (change) => store.set({ wish: { ...store.state.wish, ...change } });
  const size = stepper("Rows and columns", { min: 4, max: 16, onchange: (value) => put({ size: value }) });
  const stars = stepper("Pieces a line", { min: 1, max: 4, onchange: (value) => put({ stars: value }) });
  const choice = html("select", { id }, ...DIFFICULTIES.map((value) => html("option", { value }, value)));
  choice.addEventListener("change", () => put({ difficulty: choice.value }));
  const make = button("New puzzle", async () => {
    set(make, "disabled", true);
    voices.announce("Making a puzzle…");
    try {
      const seed = Math.floor(Math.random() * SEEDS);
      const { puzzle, note } = await server.generate({ ...store.state.wish, seed });
      editing.setPuzzle(understood(puzzle));
      store.set({ mode: "try" });
      board.reveal();
      voices.announce("A new puzzle is on the board.");
      if (note) voices.complain(note);
    } catch (error) {
      voices.complain(error.message);
    } finally {
      set(make, "disabled", null);
    }
  });
  return {
    element: html(
      "fieldset.field.wish",
      {},
      html("legend", {}, "A new puzzle"),
      html("div.pair", {}, size.element, stars.element),
      html("div.row", {}, html("label", { for: id }, "Difficulty"), choice, make),
    ),
    update({ wish }) {
      size.update(wish.size);
      stars.update(wish.stars);
      choice.value = wish.difficulty;
    },
  };
}
