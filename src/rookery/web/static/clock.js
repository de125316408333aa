/** The time of a game; it can be hidden. */

import { checkbox } from "./controls.js";
import { html, say } from "./dom.js";
import { keptForGood } from "./kept.js";

const visibility = keptForGood("rookery-clock");

/** Make the clock of a game. */
export function createClock(game) {
  const element = html("time", { role: "timer", "aria-label": "Time" }, "0:00");
  const show = checkbox("Show the clock", (value) => {
    visibility.write(value ? "shown" : "hidden");
    element.hidden = !value;
  });
  const isShown = visibility.read() !== "hidden";
  show.update(isShown);
  element.hidden = !isShown;
  const update = () => say(element, timeText(game.end()?.seconds ?? game.seconds()));
  setInterval(update, 1000);
  return { element, choice: show.element, update };
}

/** Minutes and seconds. */
export function timeText(seconds) {
  const whole = Math.floor(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}
