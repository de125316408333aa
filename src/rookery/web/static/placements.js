/**
 * The placements of queens, fetched as the reader steps: a window of their list, which a jump to
 * a number begins anew. Of those with a symmetry the list is fetched from its beginning.
 */

import { puzzleOf } from "./store.js";

const FIRST_PAGE = 100;
const PAGE = 1000;
const BACK = 100;
export const ANY = "any";

/** The listing of a puzzle before any request. */
export const UNLISTED = { puzzle: null, symmetry: ANY, from: 0, items: [], more: true, busy: false };

/** How many placements a result says there are in all; null while that is not proved. */
export function totalOf(result) {
  return result?.final && result.status === "optimal" ? result.value : null;
}

/** The list as far as a search has come, which sends the first placements with its result. */
function begun(puzzle, result) {
  const items = result?.answer ?? [];
  return { ...UNLISTED, puzzle, items, more: totalOf(result) !== items.length };
}

/**
 * Make the list.
 *
 * @param {object} store
 * @param {object} server
 * @param {(sentence: string) => void} complain
 */
export function createPlacements(store, server, complain) {
  let abort = null;

  const listing = () => store.state.listing;
  const end = () => listing().from + listing().items.length;

  /** Show a placement by its number from 0, fetching what is missing. */
  async function show(number) {
    const puzzle = puzzleOf(store.state);
    if (listing().puzzle !== puzzle) store.set({ listing: begun(puzzle, store.state.result) });
    const total = listing().symmetry === ANY ? totalOf(store.state.result) : null;
    const wanted = Math.max(0, Math.min(number, (total ?? Infinity) - 1));
    if (!(await reached(wanted, total))) return;
    store.set({ chosen: Math.max(listing().from, Math.min(wanted, end() - 1)) });
  }

  /** Show only placements of a symmetry, or all. */
  async function filter(symmetry) {
    store.set({ listing: { ...UNLISTED, puzzle: puzzleOf(store.state), symmetry }, chosen: 0 });
    await show(0);
  }

  /** Fetch the list up to a number; whether it, or the list's end, is there. */
  async function reached(number, total) {
    if (number >= listing().from && (number < end() || (!listing().more && total === null))) return true;
    abort?.abort();
    const mine = new AbortController();
    abort = mine;
    put({ busy: true });
    try {
      if (isNear(number)) await extend(number, mine.signal);
      else await jump(number, total, mine.signal);
      return true;
    } catch (error) {
      if (error.name !== "AbortError") complain(error.message);
      return false;
    } finally {
      if (abort === mine) put({ busy: false });
    }
  }

  /** Whether a number is reached by going on from the end of the list. */
  function isNear(number) {
    const { from, symmetry } = listing();
    return symmetry !== ANY || (number >= from && number - end() < PAGE);
  }

  async function extend(number, signal) {
    while (listing().more && end() <= number) {
      const { puzzle, items, symmetry } = listing();
      const asked = { after: items.at(-1) ?? null, symmetry, limit: items.length ? PAGE : FIRST_PAGE };
      const { placements, more } = await server.placements(puzzle, asked, signal);
      if (listing().puzzle !== puzzle || signal.aborted) return;
      put({ items: [...listing().items, ...placements], more: more && placements.length > 0 });
    }
  }

  /** Begin the list at a number, or a little before; counted from the end where that is nearer. */
  async function jump(number, total, signal) {
    const { puzzle, from } = listing();
    const first = number < from ? Math.max(0, number - BACK) : number;
    const asked = { number: total !== null && first > total / 2 ? first - total : first, limit: PAGE };
    const { placements, more } = await server.placements(puzzle, asked, signal);
    if (listing().puzzle === puzzle && !signal.aborted) put({ from: first, items: placements, more });
  }

  function put(part) {
    store.set({ listing: { ...listing(), ...part } });
  }

  return { show, filter };
}
