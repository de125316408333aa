/** Playing a region puzzle: hints that explain themselves, marks on request, and a clock. */

import { button, checkbox } from "./controls.js";
import { html, say } from "./dom.js";
import { familyOf } from "./families.js";
import { asItStands, followed } from "./marks.js";
import { puzzleOf } from "./store.js";
import { createClock, timeText } from "./clock.js";
import { createGame } from "./game.js";

const NO_HINT = "No rule says what comes next: the puzzle may have several answers.";
const SOLVED = "The puzzle is solved: there is nothing left to tell.";

/**
 * Make what a player needs.
 *
 * @param {object} context the page's parts, and `createSupply`, which makes the choice of puzzles
 * @returns {{element: HTMLElement, hint: HTMLElement, supply: object, update: (state: object, solved: boolean) => void}}
 */
export function createPlay(context) {
  const { store, server, editing, voices, createSupply } = context;
  const game = createGame(store);
  const words = html("span");
  let isSolved = false;
  const follow = button("Do it", () => {
    const { attempt, hint } = store.state;
    editing.setAttempt(followed(attempt.present, hint.step));
    ask.focus();
  });
  const told = html("p.hinted", { role: "status" }, words, " ", follow);
  const ask = button("Hint", async () => {
    const attempt = store.state.attempt.present;
    try {
      const { step } = await server.hint(asItStands(puzzleOf(store.state), attempt));
      if (step) game.hinted();
      else voices.announce(isSolved ? SOLVED : NO_HINT);
      if (store.state.attempt.present === attempt) store.set({ hint: step && { step, of: attempt } });
    } catch (error) {
      voices.complain(error.message);
    }
  });
  const ruling = checkbox("Mark the squares that pieces rule out", (value) => store.set({ ruling: value }));
  const clock = createClock(game);
  const supply = createSupply({ ...context, game });
  const element = html("div.settings", {}, html("div.row", {}, ask, clock.element), supply.element, ruling.element, clock.choice);
  const how = html("span");
  const won = html("p.won", {}, how, " ", button("Next puzzle", supply.next, "primary"));

  function update(state, solved) {
    isSolved = solved;
    const isPlay = Boolean(familyOf(puzzleOf(state)).stars);
    element.hidden = !isPlay;
    const step = isPlay && state.hint?.of === state.attempt.present ? state.hint.step : null;
    told.hidden = !step;
    say(words, step ? hintText(step) : "");
    follow.hidden = !step || !(step.pieces.length || step.empty.length);
    ruling.update(state.ruling);
    game.update(state, isPlay && state.mode === "try", solved);
    clock.update();
    supply.update(state);
    won.hidden = !(isPlay && solved);
    say(how, won.hidden || !game.end() ? "" : endText(game.end()));
  }

  return { element, hint: told, won, supply, update };
}

/** How a solved game went. */
function endText({ seconds, hints, size, isBest, best }) {
  const aid = hints === 0 ? "without a hint" : hints === 1 ? "with one hint" : `with ${hints} hints`;
  const record = isBest ? `Your best time for ${size}!` : best === undefined ? "" : `Your best for ${size} without hints: ${timeText(best)}.`;
  return `${timeText(seconds)}, ${aid}. ${record}`.trim();
}

function hintText({ rule, level, words }) {
  return rule === "mistake" ? words : `${words} (rule “${rule}”${level ? `, ${level}` : ""})`;
}
