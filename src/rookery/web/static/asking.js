/** The question of a puzzle in a sentence, and its terms: all that a printed sheet must say besides. */

import { byFamily, isWeighted } from "./families.js";
import { goals } from "./paints.js";
import { ALL } from "./puzzle.js";

const JOINED = {
  cylinder: "The left edge is joined to the right one.",
  torus: "Opposite edges are joined.",
};
const VISITS = {
  beside: "A target is visited from a square beside it.",
  on: "A target is visited by standing on it.",
  over: "A target is visited by standing on it or passing over it.",
};

/**
 * The question of a puzzle.
 *
 * @param {object} puzzle
 * @param {(betza: string) => string} pieceName
 */
export function questionOf(puzzle, pieceName) {
  return QUESTIONS(puzzle)(puzzle, pieceName);
}

const QUESTIONS = byFamily({
  queens: ({ n, given }) => `Where can ${n} queens stand so that none attacks another${givenWords(given)}?`,
  heaviest: ({ weights, lightest }) =>
    `Which placement of ${weights.length} non-attacking queens has the ${lightest ? "least" : "greatest"} total weight?`,
  nonattacking(puzzle, pieceName) {
    const { pieces, lightest, maximal } = puzzle;
    const those = pieces.length === 1 ? `${pieceName(pieces[0])}s` : "pieces";
    const full = maximal ? " and no further one fits" : "";
    const asked = isWeighted(puzzle)
      ? `Which ${those} of ${lightest ? "least" : "greatest"} total weight`
      : `How ${lightest ? "few" : "many"} ${those}`;
    return `${asked} can stand so that none attacks another${full}?`;
  },
  regions({ stars, piece }) {
    const none = piece === "K" ? "none touches another" : "none attacks another";
    return `Where do the pieces stand, ${stars} in every row, column and region, if ${none}?`;
  },
  tour(puzzle, pieceName) {
    const { mover, targets, closed, once } = puzzle;
    const goal = goals(puzzle).length ? ", and the goal last" : "";
    const parts = [
      `In how few moves does the ${pieceName(mover)} visit every ${targets === ALL ? "square" : "target"}${goal}`,
      once && "standing on none twice",
      closed && "and come back to its start",
    ];
    return `${parts.filter(Boolean).join(", ")}?`;
  },
  cover({ kings, guarded }) {
    const owed = [(kings.length || !guarded.length) && "check every king", guarded.length && "guard every marked square"];
    return `Which pieces ${owed.filter(Boolean).join(" and ")} at the least cost?`;
  },
});

function givenWords(given) {
  if (given.length === 0) return "";
  return given.length === 1 ? `, with one on ${given[0]}` : `, with ${given.length} of them given`;
}

/** The terms of a puzzle that its board does not show, in sentences; empty where there are none. */
export function termsOf(puzzle, pieceName) {
  return [...TERMS(puzzle)(puzzle, pieceName), JOINED[puzzle.board?.wrap]].filter(Boolean).join(" ");
}

const TERMS = byFamily({
  queens: () => [],
  heaviest: () => [],
  nonattacking(puzzle, pieceName) {
    const { pieces, numbers, rows, columns, diagonals, regions, tolerated, equal, shields } = puzzle;
    const each = pieces.map((betza, kind) => `${pieceName(betza)} (${spanWords(numbers[kind])})`);
    const inRegion = regions.length ? puzzle.in_region : null;
    const lines = [["row", rows], ["column", columns], ["diagonal", diagonals], ["region", inRegion]];
    const pairs = tolerated.map(([one, other]) => `${pieceName(pieces[one])} and ${pieceName(pieces[other])}`);
    return [
      `Pieces: ${each.join(", ")}.`,
      ...lines.map(([line, span]) => span !== null && `In each ${line}: ${spanWords(span)}.`),
      pairs.length && `May attack each other: ${pairs.join("; ")}.`,
      equal && "As many of each kind.",
      shields && "What stands between two pieces stops an attack.",
    ];
  },
  regions: ({ piece }, pieceName) => [piece !== "K" && `The pieces attack as the ${pieceName(piece)} does.`],
  tour: ({ visit, targets }) => [targets !== ALL && VISITS[visit]],
  cover({ pieces, prices, stock, at_least: least, at_most: most, independent, total }, pieceName) {
    const each = pieces.map((betza, kind) => {
      const there = stock[kind] === null ? "" : ` (${stock[kind]} of them)`;
      return `${pieceName(betza)} ${prices[kind]}${there}`;
    });
    return [
      `Costs: ${each.join(", ")}.`,
      isMore(least, 1) && `Each target is covered at least ${least} times.`,
      isMore(most, 0) && `Each target is covered at most ${most} times.`,
      independent && "No piece may attack another.",
      total && "A guarded square must be attacked even where a piece stands.",
    ];
  },
});

const isMore = (number, than) => typeof number === "number" && number > than;

/** A number within bounds, in words. */
function spanWords(span) {
  if (!Array.isArray(span)) return span === null ? "any number" : String(span);
  const [least, most] = span;
  if (most === null) return `at least ${least ?? 0}`;
  return least ? `${least} to ${most}` : `at most ${most}`;
}
