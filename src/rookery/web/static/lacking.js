/** The parts a puzzle lacks before it can be solved, in a sentence; empty when it is whole. */

import { byFamily } from "./families.js";

const LACKING = byFamily({
  queens: () => "",
  heaviest: () => "",
  nonattacking: () => "",
  regions: ({ rows }) => {
    const regions = new Set(rows.join("")).size;
    return regions === rows.length ? "" : `There are ${regions} regions on ${rows.length} rows: draw as many as there are rows.`;
  },
  tour: ({ targets }) => (targets.length ? "" : "There is nothing to visit yet: paint a target first, or choose all squares."),
  cover: ({ kings, guarded }) =>
    kings.length || guarded.length ? "" : "There is nothing to check yet: paint a king or a square to guard first.",
});

/** The next thing to do before a puzzle can be solved. */
export function lacks(puzzle) {
  return LACKING(puzzle)(puzzle);
}
