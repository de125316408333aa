/** What a document may leave out, and what it means then. */

import { byFamily } from "./families.js";

/** As many pieces as are wanted of each kind. */
export const anyNumber = (pieces) => (Array.isArray(pieces) ? pieces.map(() => null) : []);

const QUEENS = { given: [], blocked: [] };

const DEFAULTS = byFamily({
  queens: () => QUEENS,
  heaviest: () => ({ ...QUEENS, lightest: false, best: 1 }),
  nonattacking: ({ pieces }) => ({
    ...QUEENS,
    numbers: anyNumber(pieces),
    tolerated: [],
    rows: null,
    columns: null,
    diagonals: null,
    regions: [],
    in_region: 1,
    weights: null,
    shields: false,
    equal: false,
    lightest: false,
    maximal: false,
  }),
  regions: () => ({ ...QUEENS, stars: 1, piece: "K" }),
  tour: () => ({ start: null, targets: [], goal: null, pawns: [], mover: "Q", visit: "beside", closed: false, once: false }),
  cover: ({ pieces }) => ({
    kings: [],
    guarded: [],
    blocked: [],
    standing: [],
    stock: anyNumber(pieces),
    spared: [],
    total: false,
    at_least: 1,
    at_most: null,
    independent: false,
  }),
});

/** A document with all its fields. */
export function withDefaults(document) {
  return { ...DEFAULTS(document)(document), ...document };
}
