/** The bar above the board: undo, redo, how long, solve and stop. */

import { fill, html, say, set } from "./dom.js";
import { familyOf } from "./families.js";
import { icon } from "./icons.js";
import { isCounted } from "./solving.js";
import { puzzleOf } from "./store.js";

const SECONDS = [1, 5, 10, 30, 60, 300];
const MOST_SECONDS = 60;
const byId = (id) => document.getElementById(id);

/** Make the bar. */
export function createBar({ store, editing, solving, placements }) {
  const [undo, redo, seconds, solve] = ["undo", "redo", "seconds", "solve"].map(byId);
  undo.append(icon("undo"));
  redo.append(icon("redo"));
  undo.addEventListener("click", editing.undo);
  redo.addEventListener("click", editing.redo);
  seconds.addEventListener("change", () => store.set({ seconds: Number(seconds.value) }));
  solve.addEventListener("click", () => {
    if (store.state.run) return solving.stop();
    const puzzle = puzzleOf(store.state);
    solving.start();
    return isCounted(puzzle) ? placements.show(0) : undefined;
  });

  function update(state) {
    const history = state.mode === "try" ? state.attempt : state.edits;
    undo.disabled = history.past.length === 0;
    redo.disabled = history.future.length === 0;
    say(solve, state.run ? "Stop" : "Solve");
    set(solve, "class", state.run ? "primary stop" : "primary");
    // A player is not offered the answer.
    solve.parentElement.hidden = state.mode === "try" && Boolean(familyOf(puzzleOf(state)).stars) && !state.run;
    offerSeconds(state);
  }

  /** Offer the usual limits of time and the server's own, and whatever is chosen. */
  function offerSeconds({ about, seconds: chosen }) {
    const most = about?.limits.seconds ?? MOST_SECONDS;
    const offered = [...new Set([...SECONDS.filter((number) => number < most), most, chosen])].sort((one, other) => one - other);
    if ([...seconds.options].map(({ value }) => value).join() !== offered.join()) {
      fill(seconds, ...offered.map((number) => html("option", { value: number }, `${number} s`)));
    }
    seconds.value = chosen;
  }
  store.subscribe(update);
  update(store.state);
}
