/**
 * The rules: whatever is placed by hand, an answer whose lines are drawn, and a tour around joined
 * edges is checked by the server, which knows every piece and its way. Only the latest check counts.
 */

import { familyOf } from "./families.js";
import { lacks } from "./lacking.js";
import { placedNames } from "./marks.js";
import { shownAnswer } from "./overlay.js";
import { changed, puzzleOf } from "./store.js";

/**
 * Keep `verdict` in the state that of what the board shows; `unchecked` is what the server could not
 * be asked about.
 *
 * @param {object} store
 * @param {object} server
 * @param {{announce: (sentence: string) => void, complain: (sentence: string) => void}} voices
 */
export function keepJudging(store, server, { announce, complain }) {
  let abort = null;

  async function judge(state) {
    abort?.abort();
    const answer = subject(state);
    if (answer === null) {
      if (state.verdict) store.set({ verdict: null });
      return;
    }
    abort = new AbortController();
    const { signal } = abort;
    const puzzle = puzzleOf(state);
    try {
      const verdict = await checked(server, puzzle, answer, signal);
      if (signal.aborted) return;
      if (state.mode === "try" && isIllegalMove(puzzle, answer, verdict)) {
        announce(verdict.faults[0]);
        store.set({ attempt: { past: state.attempt.past.slice(0, -1), present: answer.slice(0, -1), future: [] } });
      } else store.set({ verdict: { ...verdict, of: answer } });
    } catch (error) {
      if (signal.aborted) return;
      store.set({ verdict: null, unchecked: answer });
      complain(error.message);
    }
  }

  store.subscribe((state, before) => {
    const moved = changed(state, before, "mode", "attempt", "lines", "result", "chosen", "listing", "run");
    if (!moved && state.edits.present === before.edits.present) return;
    if (subject(state) === subject(before) && state.edits.present === before.edits.present) return;
    judge(state);
  });
}

/** The server's verdict on an answer; `lacks` names the parts missing from one that is otherwise right. */
async function checked(server, puzzle, answer, signal) {
  const placed = familyOf(puzzle).stars ? placedNames(answer) : answer;
  const verdict = await server.check(puzzle, placed, true, signal);
  if (verdict.faults.length || verdict.open.length) return { ...verdict, lacks: [] };
  const whole = await server.check(puzzle, placed, false, signal);
  return { ...verdict, lacks: whole.faults, complete: whole.right };
}

/** The answer to check; null for none. */
function subject(state) {
  if (lacks(puzzleOf(state))) return null;
  if (state.mode === "try") return state.attempt.present;
  const { priced, path } = familyOf(puzzleOf(state));
  const isDrawn = (priced && state.lines) || (path && puzzleOf(state).board.wrap);
  return state.mode === "answer" && isDrawn && !state.run ? shownAnswer(state) : null;
}

function isIllegalMove(puzzle, answer, { faults }) {
  return familyOf(puzzle).path && answer.length > 1 && faults.length > 0;
}
