/** What of the state lies upon the puzzle: the answer that is shown, or the attempt. */

import { puzzleOf } from "./store.js";

/** The answer that the board shows: one placement, a path, or pieces; null for none. */
export function shownAnswer(state) {
  const { family } = puzzleOf(state);
  if (family === "queens") {
    const listed = state.listing.puzzle === puzzleOf(state) ? state.listing.items[state.chosen] : null;
    return listed ?? state.result?.answer?.[state.chosen] ?? null;
  }
  if (family === "heaviest") return state.result?.answer?.[state.chosen] ?? state.result?.answer?.[0] ?? null;
  return state.result?.answer ?? null;
}

/** The overlay of `sceneOf` for a state. */
export function overlayOf(state) {
  if (state.mode === "draw") return {};
  const puzzle = puzzleOf(state);
  const answer = state.mode === "try" ? state.attempt.present : shownAnswer(state);
  const verdict = state.mode === "try" || state.verdict?.of === answer ? state.verdict : null;
  const shared = { verdict, lines: state.lines, tried: state.mode === "try" };
  if (answer === null) return {};
  if (puzzle.family === "tour") {
    const step = state.mode === "try" ? null : state.step;
    return { ...shared, path: answer, step, moverAtEnd: state.mode === "try" || state.step !== null };
  }
  if (puzzle.family === "cover") {
    const men = answer.filter(([piece]) => piece in puzzle.pieces);
    return { ...shared, men: men.map(([piece, name]) => ({ betza: puzzle.pieces[piece], name })) };
  }
  return { ...shared, men: answer.map((name) => ({ betza: "Q", name })) };
}
