/** Solving: one run at a time, whose answers come in while it goes on; the best is kept. */

import { familyOf } from "./families.js";
import { lacks } from "./lacking.js";
import { puzzleOf } from "./store.js";

const LISTED_UP_TO = 10;
const COUNTED_UP_TO = 20;
const TRACE = 600;

/**
 * Whether the placements of queens are counted while the first are fetched apart. On smaller
 * boards they are all listed at once, on larger ones nobody counts them in a minute.
 */
export function isCounted(puzzle) {
  const { n } = puzzle;
  return familyOf(puzzle).counted && n > LISTED_UP_TO && n <= COUNTED_UP_TO;
}

/**
 * Make the actions that solve.
 *
 * @param {object} store
 * @param {object} server
 * @param {(sentence: string) => void} complain
 */
export function createSolving(store, server, complain) {
  // Documents are never changed, so what is known of one stays true when undo brings it back.
  const known = new WeakMap();
  let abort = null;

  function request(puzzle) {
    return {
      puzzle,
      seconds: store.state.seconds,
      method: "auto",
      seed: 0,
      ...(isCounted(puzzle) ? { count: true } : {}),
    };
  }

  async function start() {
    cancel();
    const puzzle = puzzleOf(store.state);
    const lacking = lacks(puzzle);
    if (lacking) return complain(lacking);
    const mine = new AbortController();
    abort = mine;
    store.set({
      run: { phase: "asking", ahead: 0, began: performance.now(), job: null, done: null, total: null },
      trace: [],
      result: null,
      chosen: 0,
      step: null,
      playing: false,
      mode: store.state.mode === "try" ? "try" : "answer",
    });
    try {
      await server.solve(
        request(puzzle),
        (name, event) => {
          if (abort === mine) heard(puzzle, name, event);
        },
        mine.signal,
      );
    } catch (error) {
      if (abort === mine && error.name !== "AbortError") complain(error.message);
    }
    if (abort === mine) finish(puzzle);
    return undefined;
  }

  function heard(puzzle, name, event) {
    const { run } = store.state;
    if (name === "job") store.set({ run: { ...run, job: event.job } });
    else if (name === "queued") store.set({ run: { ...run, phase: "queued", ahead: event.ahead } });
    else if (name === "started") store.set({ run: { ...run, phase: "running", began: performance.now() } });
    else if (name === "progress") progressed(event);
    else if (name === "result") ended(puzzle, event);
    else if (name === "error") complain(event.error);
  }

  function progressed(event) {
    const { run, result, trace } = store.state;
    store.set({
      run: { ...run, phase: run.phase === "stopping" ? "stopping" : "running", done: event.done, total: event.total, stage: event.stage },
      result: { ...event, answer: event.answer ?? result?.answer ?? null, final: false },
      trace: traced(trace, event),
    });
  }

  function ended(puzzle, event) {
    const result = { ...event, answer: event.answer ?? store.state.result?.answer ?? null, final: true };
    const trace = traced(store.state.trace, event);
    known.set(puzzle, { result, trace });
    store.set({ result, trace });
  }

  function finish(puzzle) {
    abort = null;
    const { result, trace } = store.state;
    // A run that was cut off keeps its best answer as what is known.
    const left = result && !result.final ? { ...result, reason: "cut" } : result;
    if (left) known.set(puzzle, { result: left, trace });
    store.set({ run: null, result: left });
  }

  async function stop() {
    const { run } = store.state;
    if (!run) return;
    if (!run.job || run.phase !== "running") return cancel();
    store.set({ run: { ...run, phase: "stopping" } });
    try {
      await server.stop(run.job);
    } catch (error) {
      if (store.state.run) complain(error.message);
      cancel();
    }
  }

  /** Leave the run; the server ends it when the connection closes. */
  function cancel() {
    abort?.abort();
    abort = null;
    if (store.state.run) store.set({ run: null });
  }

  /** Take over what was found before for the puzzle on the board. */
  function remember(found) {
    known.set(puzzleOf(store.state), found);
    store.set(found);
  }

  store.subscribe((state, before) => {
    if (state.edits.present === before.edits.present) return;
    cancel();
    const remembered = known.get(state.edits.present);
    const forget = { chosen: 0, step: null, playing: false, verdict: null };
    store.set({ result: remembered?.result ?? null, trace: remembered?.trace ?? [], ...forget });
  });

  return { start, stop, remember };
}

/** The course of a search with one more point; points that say nothing new are left out. */
function traced(trace, { seconds, value, bound }) {
  const last = trace.at(-1);
  const point = { seconds: seconds ?? last?.seconds ?? 0, value: value ?? null, bound: bound ?? null };
  const stands = last && last.value === point.value && last.bound === point.bound;
  const kept = stands && trace.length > 1 && trace.at(-2).value === last.value && trace.at(-2).bound === last.bound
    ? trace.slice(0, -1)
    : trace;
  return [...kept, point].slice(-TRACE);
}
