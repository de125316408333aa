/** The part of the state that lies on the puzzle: the answer shown, or the attempt. */

import { byFamily, familyOf } from "./families.js";
import { isMark, placeOf } from "./marks.js";
import { ANY } from "./placements.js";
import { puzzleOf } from "./store.js";

/** The answer that the board shows: one placement, a path, or pieces; null for none. */
export function shownAnswer(state) {
  const { placements, counted } = familyOf(puzzleOf(state));
  if (counted) {
    const { listing, chosen } = state;
    const listed = listing.puzzle === puzzleOf(state) ? listing.items[chosen - listing.from] : null;
    const isFiltered = listing.puzzle === puzzleOf(state) && listing.symmetry !== ANY;
    return listed ?? (isFiltered ? null : (state.result?.answer?.[chosen] ?? null));
  }
  if (placements) return state.result?.answer?.[state.chosen] ?? state.result?.answer?.[0] ?? null;
  return state.result?.answer ?? null;
}

/** The overlay of `sceneOf` for a state. */
export function overlayOf(state) {
  if (state.mode === "draw") return {};
  const puzzle = puzzleOf(state);
  const answer = state.mode === "try" ? state.attempt.present : shownAnswer(state);
  const verdict = state.mode === "try" || state.verdict?.of === answer ? state.verdict : null;
  const tried = state.mode === "try";
  const hint = tried && state.hint?.of === answer ? state.hint.step : null;
  const shared = { verdict, lines: state.lines, tried, hint, ruling: tried && state.ruling };
  if (answer === null) return {};
  return { ...shared, ...LAID(puzzle)(answer, state, puzzle) };
}

const queens = (answer) => ({ placed: answer.map((name) => ({ betza: "Q", name })) });

function kinds(answer, _, { pieces }) {
  const known = answer.filter(([piece]) => piece in pieces);
  return { placed: known.map(([piece, name]) => ({ betza: pieces[piece], name })) };
}

/** Pieces and marks of a region puzzle. */
function starred(answer, { mode }, { piece }) {
  const placed = answer.filter((one) => !isMark(one)).map((one) => ({ betza: piece, name: placeOf(one) }));
  if (mode !== "try") return { placed };
  return { placed, marked: answer.filter(isMark).map(placeOf) };
}

/** The overlay of an answer. */
const LAID = byFamily({
  queens,
  heaviest: queens,
  tour(path, { mode, step }) {
    return { path, step: mode === "try" ? null : step, moverAtEnd: mode === "try" || step !== null };
  },
  nonattacking: kinds,
  regions: starred,
  cover: kinds,
});
