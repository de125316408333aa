/** State that is kept when the page is left, and restored when it is loaded again. */

import { understood } from "./documents.js";
import { keptWhileOpen } from "./kept.js";
import { puzzleOf } from "./store.js";

const UNDO_STEPS = 20;
const left = keptWhileOpen("rookery-page-1");

/** Keep the attempt, the answer and the choices of the puzzle on the board whenever the page is left. */
export function keepPage(store) {
  const keep = () => left.write(JSON.stringify(keptOf(store.state)));
  window.addEventListener("pagehide", keep);
  // A phone may end a page that it has hidden without another word.
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "hidden") keep();
  });
}

/**
 * Put back what was kept, if it is of the puzzle on the board.
 *
 * @param {object} store
 * @param {(found: {result: object, trace: object[]}) => void} remember takes over an answer
 */
export function putBack(store, remember) {
  const text = left.read();
  if (text === null) return;
  const { puzzle, mode, seconds, attempt, result, trace } = JSON.parse(text);
  if (saying(puzzle) !== saying(puzzleOf(store.state))) return;
  if (result) remember({ result, trace });
  store.set({ mode, seconds, attempt });
}

function keptOf({ edits, mode, seconds, attempt, run, result, trace }) {
  return {
    puzzle: edits.present,
    mode,
    seconds,
    attempt: { ...attempt, past: attempt.past.slice(-UNDO_STEPS), future: [] },
    result: run && result ? { ...result, reason: "cut" } : result,
    trace,
  };
}

/** A text that is the same for equal puzzles. */
const saying = (puzzle) => JSON.stringify(understood(puzzle));
