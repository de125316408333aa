/** Results and proofs in sentences. */

import { byFamily, familyOf, isWeighted, tellerOf, valueText, wantsMost } from "./families.js";
import { lacks } from "./lacking.js";
import { placedNames } from "./marks.js";
import { capital, numberText, percentText, sentence } from "./words.js";

const REASONS = {
  time: "the time was up",
  work: "its limit of work was reached",
  gap: "the answer was close enough to the best",
  interrupted: "you stopped it",
  cut: "the connection to it ended",
};

/** Why a search ended before its end, as a further sentence. */
export function reasonText(result) {
  const why = REASONS[result?.reason];
  return why ? ` The search ended because ${why}.` : "";
}

/** Where a run is. */
export function runText(puzzle, { run, result }) {
  if (run.phase === "asking") return "Asking the server…";
  if (run.phase === "queued") {
    return run.ahead === 0
      ? "Waiting for your turn: you are next."
      : `Waiting for your turn: ${run.ahead} ${run.ahead === 1 ? "is" : "are"} ahead of you.`;
  }
  if (run.phase === "stopping") return "Stopping; the best answer so far is kept…";
  if (result?.value === null || result?.value === undefined) return "Searching…";
  return familyOf(puzzle).counted
    ? `Counting: ${valueText(puzzle, result.value)} so far…`
    : `Searching: ${valueText(puzzle, result.value)} is the best so far…`;
}

/** A result in words; an invitation when there is none. */
export function statusText(puzzle, result) {
  if (!result) return "Press “Solve” and watch the answer improve on the board.";
  const words = tellerOf(puzzle);
  const { none } = familyOf(puzzle);
  const { status, value, bound, note } = result;
  if (isImpossible(puzzle, result)) return note ? `${none} ${sentence(note)}` : none;
  if (status === "optimal") {
    if (familyOf(puzzle).counted) return queensText(puzzle, value, words);
    return `${capital(valueText(puzzle, value))}. ${puzzle.lightest ? words.provedLeast : words.proved}`;
  }
  const why = reasonText(result);
  if (value === null || value === undefined) return `No answer was found in the time given.${why}`;
  if (familyOf(puzzle).counted) return `At least ${valueText(puzzle, value)}.${why}`;
  return `Best found: ${valueText(puzzle, value)}. ${boundText(puzzle, bound)}${why}`;
}

/** Whether it is proved that there is no answer. */
export function isImpossible(puzzle, { status, value }) {
  return status === "infeasible" || (familyOf(puzzle).counted && status === "optimal" && value === 0);
}

function queensText(puzzle, value, { proved }) {
  return value === 1 ? "One placement. Proved: it is the only one." : `${capital(valueText(puzzle, value))}. ${proved}`;
}

function boundText(puzzle, bound) {
  if (bound === null || bound === undefined) return "How much better it could be is not known yet.";
  const limit = numberText(bound);
  return BOUNDS(puzzle)(limit, puzzle);
}

const BOUNDS = byFamily({
  queens: (limit) => `Proved: there are at most ${limit} placements.`,
  heaviest: weightBound,
  regions: (limit) => `At most ${limit} pieces.`,
  nonattacking(limit, puzzle) {
    if (isWeighted(puzzle)) return weightBound(limit, puzzle);
    return `Proved: no placement has ${wantsMost(puzzle) ? "more" : "fewer"} than ${limit}.`;
  },
  tour: (limit) => `Proved: no tour has fewer than ${limit} moves.`,
  cover: (limit) => `Proved: no cover costs less than ${limit}.`,
});

function weightBound(limit, puzzle) {
  return `Proved: no placement weighs ${wantsMost(puzzle) ? "more" : "less"} than ${limit}.`;
}

/**
 * The page's verdict on an attempt.
 *
 * @param {object} puzzle
 * @param {{attempt: Array, verdict: object|null, unchecked: boolean, result: object|null}} trial the
 *   verdict may still be that of the attempt before; `unchecked` when there can be none
 * @returns {{text: string, kind: "busy"|"wrong"|"done"}}
 */
export function attemptText(puzzle, { attempt, verdict, unchecked, result }) {
  const lacking = lacks(puzzle);
  if (lacking) return { text: lacking, kind: "busy" };
  if (isUntouched(puzzle, attempt) && !verdict?.faults.length) return { text: INVITATIONS(puzzle), kind: "busy" };
  if (!verdict) return { text: unchecked ? "Not checked: the server could not be asked." : "Checking…", kind: "busy" };
  const clashes = verdict.conflicts?.length ?? 0;
  if (clashes > 1) return { text: `${clashes} pairs of ${familyOf(puzzle).placements ? "queens" : "pieces"} attack each other.`, kind: "wrong" };
  if (verdict.faults.length) return { text: sentence(verdict.faults[0]), kind: "wrong" };
  const left = leftText(puzzle, attempt, verdict) || (verdict.lacks.length ? sentence(verdict.lacks[0]) : "");
  if (left) return { text: left, kind: "busy" };
  return { text: comparedText(puzzle, verdict.value ?? attempt.length, result), kind: "done" };
}

const PLACE = "Choose a piece below and click a square, or drag it there; click it again to remove the piece.";
const INVITATIONS = byFamily({
  queens: "Click a square to place a queen; click it again to remove her.",
  heaviest: "Click a square to place a queen; click it again to remove her.",
  nonattacking: PLACE,
  regions: "Click a square to mark it empty, again for a star, again to clear it. Drag to mark several.",
  tour: "Click the squares to move to, one after the other; click the piece to take back its last move.",
  cover: PLACE,
});

function isUntouched(puzzle, attempt) {
  if (familyOf(puzzle).path) return attempt.length <= (puzzle.start ? 1 : 0);
  return attempt.length === 0 || attempt === puzzle.given;
}

function leftText(puzzle, attempt, verdict) {
  const open = verdict.open?.length ?? 0;
  return LEFT(puzzle)(open, attempt, puzzle);
}

const LEFT = byFamily({
  queens: queensLeft,
  heaviest: queensLeft,
  regions(_, attempt, puzzle) {
    const all = puzzle.stars * puzzle.rows.length;
    const missing = all - placedNames(attempt).length;
    return missing > 0 ? `${all - missing} of ${all} pieces placed; ${missing} to go.` : "";
  },
  nonattacking: (open) => (open ? `${open} given ${open === 1 ? "piece is" : "pieces are"} missing.` : ""),
  tour: (open) => (open ? `${open} ${open === 1 ? "square is" : "squares are"} still to visit.` : ""),
  cover: (open) => (open ? `${open} ${open === 1 ? "target is" : "targets are"} not checked yet.` : ""),
});

function queensLeft(_, attempt, puzzle) {
  const n = puzzle.n ?? puzzle.weights.length;
  const missing = n - attempt.length;
  return missing > 0 ? `${attempt.length} of ${n} queens placed, none attacked; ${missing} to go.` : "";
}

function comparedText(puzzle, value, result) {
  if (familyOf(puzzle).stars) return "Solved: every row, column and region has its pieces!";
  if (familyOf(puzzle).counted) return "Right: no queen attacks another!";
  const mine = `Right: ${valueText(puzzle, value)}.`;
  if (result?.value === null || result?.value === undefined) return `${mine} Press “Solve” to see how good that is.`;
  const ahead = wantsMost(puzzle) ? value - result.value : result.value - value;
  if (ahead > 0) return `${mine} That is better than the best known so far, ${numberText(result.value)}!`;
  if (ahead === 0) return result.status === "optimal" ? `${mine} Nothing can be better: that is proved.` : `${mine} As good as the best known.`;
  const share = result.value ? ` (${percentText(Math.abs(ahead / result.value))} off)` : "";
  return `${mine} The best known is ${numberText(result.value)}${share}.`;
}
