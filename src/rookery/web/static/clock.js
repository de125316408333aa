/** A clock that runs from the first piece or mark of an attempt until it is solved; it can be hidden. */

import { checkbox } from "./controls.js";
import { html, say } from "./dom.js";
import { keptForGood } from "./kept.js";
import { puzzleOf } from "./store.js";

const visibility = keptForGood("rookery-clock");

/** Make the clock. */
export function createClock(store) {
  const element = html("time", { role: "timer", "aria-label": "Time" }, "0:00");
  const show = checkbox("Show the clock", (value) => {
    visibility.write(value ? "shown" : "hidden");
    element.hidden = !value;
  });
  const isShown = visibility.read() !== "hidden";
  show.update(isShown);
  element.hidden = !isShown;
  let puzzle = null;
  let began = null;
  let timer = null;

  const tell = () => say(element, timeText(began === null ? 0 : performance.now() - began));

  function stop() {
    clearInterval(timer);
    timer = null;
  }

  function update(state, isPlay, solved) {
    if (puzzleOf(state) !== puzzle) {
      puzzle = puzzleOf(state);
      began = null;
      stop();
      tell();
    }
    if (!isPlay || solved) return stop();
    if (began === null && state.attempt.past.length > 0) began = performance.now();
    if (began !== null && timer === null) timer = setInterval(tell, 1000);
    return undefined;
  }

  return { element, choice: show.element, update };
}

/** Minutes and seconds. */
function timeText(milliseconds) {
  const seconds = Math.floor(milliseconds / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
