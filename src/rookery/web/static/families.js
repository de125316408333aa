/**
 * The families of puzzles: in words what their value counts and what is proved, and what else the
 * page asks of them. Here alone they are told apart by name: all other modules look up
 * what a family has (`familyOf`) or keep a table with an entry for each (`byFamily`).
 *
 * name: in the choice of families
 * placements: answers are placements of queens, on a square board
 * counted: the value is how many answers there are
 * weighted: squares always have weights
 * path: an answer is a path of one piece
 * pieces: an answer is pairs of a kind of piece and a square
 * stars: an answer is squares, so many in every row, column and region
 * priced: each kind of piece has a cost
 * counts: what a count of the answers counts, one and many; null where nothing counts them
 */

import { capital, numberText } from "./words.js";

export const FAMILIES = {
  queens: {
    name: "Queens",
    title: "Non-attacking queens",
    counts: ["placement", "placements"],
    icon: { betza: "Q" },
    placements: true,
    counted: true,
    value: ["placement", "placements"],
    most: true,
    proved: "Proved: these are all.",
    none: "Proved: the queens cannot be placed.",
  },
  heaviest: {
    name: "Heaviest",
    title: "Heaviest queens",
    counts: null,
    icon: { sign: "weight" },
    placements: true,
    weighted: true,
    value: ["weight", "weight"],
    most: true,
    proved: "Proved: no placement weighs more.",
    provedLeast: "Proved: no placement weighs less.",
    none: "Proved: the queens cannot be placed.",
  },
  nonattacking: {
    name: "Any pieces",
    title: "Non-attacking pieces",
    counts: ["placement", "placements"],
    icon: { betza: "B" },
    pieces: true,
    value: ["piece", "pieces"],
    most: true,
    proved: "Proved: no placement has more.",
    provedLeast: "Proved: no placement has fewer.",
    none: "Proved: the pieces cannot be placed.",
  },
  regions: {
    name: "Star Battle",
    title: "Star Battle",
    counts: ["answer", "answers"],
    icon: { sign: "star" },
    stars: true,
    value: ["piece", "pieces"],
    most: true,
    proved: "Every row, column and region has its number; count the answers to see whether this is the only one.",
    none: "Proved: there is no answer.",
  },
  tour: {
    name: "Tours",
    title: "Shortest tour",
    counts: ["shortest tour", "shortest tours"],
    icon: { betza: "N" },
    path: true,
    value: ["move", "moves"],
    most: false,
    proved: "Proved: no tour is shorter.",
    none: "Proved: no tour visits every target.",
  },
  cover: {
    name: "Covers",
    title: "Cheapest cover",
    counts: ["cheapest cover", "cheapest covers"],
    icon: { betza: "K", theirs: true },
    pieces: true,
    priced: true,
    value: ["cost", "cost"],
    most: false,
    proved: "Proved: no cover costs less.",
    none: "Proved: no pieces can cover it all.",
  },
};

/** Whether there is a family of this name. */
export function isFamily(name) {
  return Object.hasOwn(FAMILIES, name);
}

/** The entry of a puzzle's family. */
export function familyOf({ family }) {
  if (!isFamily(family)) throw new Error(`There is no family called ${family}.`);
  return FAMILIES[family];
}

/**
 * A table by family: a function from a puzzle to the entry of its family.
 *
 * @param {Record<string, T>} entries one for every family, and no others
 * @returns {(puzzle: {family: string}) => T}
 * @template T
 */
export function byFamily(entries) {
  const [owed, had] = [FAMILIES, entries].map((one) => Object.keys(one).sort().join());
  if (owed !== had) throw new Error(`A table has entries for ${had}, not for ${owed}.`);
  return (puzzle) => {
    familyOf(puzzle);
    return entries[puzzle.family];
  };
}

/** Whether more is better in a puzzle. */
export function wantsMost(puzzle) {
  return familyOf(puzzle).most && !puzzle.lightest;
}

/** Whether the squares of a puzzle have weights. */
export function isWeighted({ weights }) {
  return Array.isArray(weights);
}

/** The family whose words tell a puzzle's value and proof: pieces on weights are told as the heaviest. */
export function tellerOf(puzzle) {
  return isWeighted(puzzle) ? FAMILIES.heaviest : familyOf(puzzle);
}

/** What a value is called, alone: "Moves". */
export function valueName(puzzle) {
  return capital(tellerOf(puzzle).value[1]);
}

/** A value with its noun: "5 moves", "cost 12". */
export function valueText(puzzle, value) {
  const [one, many] = tellerOf(puzzle).value;
  if (one === many) return `${one} ${numberText(value)}`;
  return `${numberText(value)} ${value === 1 ? one : many}`;
}

