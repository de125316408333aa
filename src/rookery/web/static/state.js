/** The state of the page when it opens. */

import { began } from "./history.js";
import { UNLISTED } from "./placements.js";
import { firstAttempt } from "./trying.js";

/** The state with a puzzle on the board, before anything is done. */
export function firstState(puzzle) {
  return {
    about: null,
    edits: began(puzzle),
    attempt: firstAttempt(puzzle),
    mode: "draw",
    brush: { paint: "given", piece: "Q", weight: 50, group: 1, kind: 0 },
    cursor: { row: 0, column: 0 },
    seconds: 10,
    run: null,
    trace: [],
    result: null,
    chosen: 0,
    listing: UNLISTED,
    step: null,
    playing: false,
    verdict: null,
    unchecked: null,
    tally: null,
    hint: null,
    ruling: false,
    wish: { size: 8, stars: 1, difficulty: "any" },
    lines: true,
    collection: [],
  };
}
