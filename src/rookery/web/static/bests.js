/** The best value that the player reached in each puzzle, which the browser keeps. */

import { wantsMost } from "./families.js";
import { keptForGood } from "./kept.js";
import { numberText } from "./words.js";

const MOST_PUZZLES = 500; // the values of older ones are forgotten
const kept = keptForGood("rookery-bests-1");

/** Make the comparison of a right answer's value with the best one before it. Asked again of one attempt, it tells the same. */
export function createBests() {
  let last = { attempt: null, text: "" };
  return (puzzle, attempt, value) => {
    if (last.attempt !== attempt) last = { attempt, text: compared(puzzle, value) };
    return last.text;
  };
}

function compared(puzzle, value) {
  const { [keyOf(puzzle)]: best, ...others } = JSON.parse(kept.read()) ?? {};
  const isBetter = best === undefined || (wantsMost(puzzle) ? value > best : value < best);
  const entries = [...Object.entries(others).slice(1 - MOST_PUZZLES), [keyOf(puzzle), isBetter ? value : best]];
  kept.write(JSON.stringify(Object.fromEntries(entries)));
  if (best === undefined) return "";
  if (isBetter) return `Your best so far: before, it was ${numberText(best)}.`;
  return value === best ? "As good as your best." : `Your best is ${numberText(best)}.`;
}

/** A short name of a puzzle: two that differ have the same one very rarely. */
function keyOf(puzzle) {
  let digest = 0;
  for (const letter of JSON.stringify(puzzle)) digest = (Math.imul(digest, 31) + letter.codePointAt(0)) | 0;
  return `${puzzle.family} ${digest}`;
}
