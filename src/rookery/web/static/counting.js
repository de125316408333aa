/** Counts of all answers, as the command line makes them: one at a time, beside the best answer. */

import { puzzleOf } from "./store.js";

/**
 * Make the actions that count. The count is `tally` in the state: the puzzle, whether images
 * of each other count once, whether it is running, and what the server told last.
 *
 * @param {object} store
 * @param {object} server
 * @param {(sentence: string) => void} complain
 */
export function createCounting(store, server, complain) {
  let abort = null;
  let job = null;

  async function start(fundamental) {
    cancel();
    const puzzle = puzzleOf(store.state);
    const mine = new AbortController();
    abort = mine;
    store.set({ tally: { puzzle, fundamental, running: true, result: null } });
    const request = { puzzle, seconds: store.state.seconds, count: true, fundamental };
    const heard = (name, event) => {
      if (abort !== mine) return;
      if (name === "job") job = event.job;
      else if (name === "progress" || name === "result") put({ result: { ...event, final: name === "result" } });
      else if (name === "error") complain(event.error);
    };
    try {
      await server.solve(request, heard, mine.signal);
    } catch (error) {
      if (abort === mine && error.name !== "AbortError") complain(error.message);
    }
    if (abort === mine) cancel();
  }

  async function stop() {
    try {
      if (job) await server.stop(job);
      else cancel();
    } catch {
      cancel();
    }
  }

  /** Leave the count; the server ends it when the connection closes. */
  function cancel() {
    abort?.abort();
    abort = job = null;
    if (store.state.tally?.running) put({ running: false });
  }

  function put(part) {
    store.set({ tally: { ...store.state.tally, ...part } });
  }

  store.subscribe((state, before) => {
    if (state.edits.present === before.edits.present || !state.tally) return;
    cancel();
    store.set({ tally: null });
  });

  return { start, stop };
}
