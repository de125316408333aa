/** Playing a puzzle: hints that explain themselves, marks on request, and a clock. */

import { createBests } from "./bests.js";
import { button, checkbox } from "./controls.js";
import { html, say } from "./dom.js";
import { familyOf } from "./families.js";
import { asItStands, followed } from "./marks.js";
import { puzzleOf } from "./store.js";
import { createClock, timeText } from "./clock.js";
import { createGame } from "./game.js";

const NO_RULE = "No rule says what comes next: the puzzle may have several answers.";
const NO_HINT = "There is nothing left to improve, as far as is known.";
const UNNAMED = ["mistake", "next"];
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
  const bestBefore = createBests();
  const words = html("span");
  let isSolved = false;
  const follow = button("Do it", () => {
    const { attempt, hint } = store.state;
    editing.setAttempt(hint.step.then ?? followed(attempt.present, hint.step));
    ask.focus();
  });
  const told = html("p.hinted", { role: "status" }, words, " ", follow);
  const ask = button("Hint", async () => {
    const attempt = store.state.attempt.present;
    const puzzle = puzzleOf(store.state);
    const { stars } = familyOf(puzzle);
    try {
      const { step } = await (stars ? server.hint(asItStands(puzzle, attempt)) : server.hint(puzzle, attempt));
      if (step) game.hinted();
      else if (stars) voices.announce(isSolved ? SOLVED : NO_RULE);
      else voices.announce(NO_HINT);
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
  const next = button("Next puzzle", supply.next, "primary");
  const won = html("p.won", {}, how, " ", next);

  function update(state, solved) {
    isSolved = solved;
    const { stars, placements } = familyOf(puzzleOf(state));
    const step = state.hint?.of === state.attempt.present ? state.hint.step : null;
    told.hidden = !step;
    say(words, step ? hintText(step) : "");
    follow.hidden = !step || !(step.then || step.pieces.length || step.empty.length);
    ruling.update(state.ruling);
    ruling.element.hidden = !(stars || placements);
    game.update(state, state.mode === "try", solved);
    clock.update();
    supply.element.hidden = next.hidden = !stars;
    supply.update(state);
    won.hidden = !solved;
    say(how, won.hidden || !game.end() ? "" : `${endText(game.end())} ${valueText(state)}`.trim());
  }

  /** How a right answer's value compares with the player's best, in puzzles whose answers differ in value. */
  function valueText({ attempt, verdict, edits }) {
    const { stars, counted } = familyOf(edits.present);
    return stars || counted || verdict?.of !== attempt.present ? "" : bestBefore(edits.present, attempt.present, verdict.value);
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
  return UNNAMED.includes(rule) ? words : `${words} (rule “${rule}”${level ? `, ${level}` : ""})`;
}
