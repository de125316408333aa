/** Defaults of the fields that a document may leave out. */

import { FIELDS } from "./fields.js";

/** Values of fields that documents must have, for puzzles begun on the page. */
const EMPTY = { targets: [], kings: [] };

/** A document with all its fields. */
export function withDefaults(document) {
  const known = Object.entries(FIELDS[document.family]);
  const defaults = known.map(([name, field]) => [name, name in EMPTY ? EMPTY[name] : field.default]);
  const puzzle = { ...structuredClone(Object.fromEntries(defaults.filter(([, value]) => value !== undefined))), ...document };
  // null: any number of each kind
  for (const list of ["numbers", "stock"]) {
    if (puzzle[list] === null) puzzle[list] = Array.isArray(puzzle.pieces) ? puzzle.pieces.map(() => null) : [];
  }
  return puzzle;
}
