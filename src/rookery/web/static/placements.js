/** All placements of queens, fetched a page at a time, as far as the reader steps. */

import { puzzleOf } from "./store.js";

const FIRST_PAGE = 100;
const PAGE = 1000;
export const MOST = 100_000;

/** What is listed of a puzzle of which nothing has been asked yet. */
export const UNLISTED = { puzzle: null, items: [], more: true, busy: false };

/** The list as far as a search has come, which sends the first placements with its result. */
function begun(puzzle, result) {
  const items = result?.answer ?? [];
  const whole = result?.final && result.status === "optimal" && result.value === items.length;
  return { puzzle, items, more: !whole, busy: false };
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

  /** Show a placement by its number from 0, fetching the list so far. */
  async function show(number) {
    const wanted = Math.max(0, Math.min(number, MOST - 1));
    const found = await listed(wanted);
    if (found === null) return;
    store.set({ chosen: Math.max(0, Math.min(wanted, found.length - 1)) });
  }

  async function listed(number) {
    const puzzle = puzzleOf(store.state);
    if (store.state.listing.puzzle !== puzzle) store.set({ listing: begun(puzzle, store.state.result) });
    if (number < store.state.listing.items.length || !store.state.listing.more) return store.state.listing.items;
    abort?.abort();
    abort = new AbortController();
    const { signal } = abort;
    put({ busy: true });
    try {
      while (store.state.listing.more && store.state.listing.items.length <= number) {
        const { items } = store.state.listing;
        const limit = items.length ? PAGE : FIRST_PAGE;
        const { placements, more } = await server.placements(puzzle, items.at(-1) ?? null, limit, signal);
        if (signal.aborted || puzzleOf(store.state) !== puzzle) return null;
        put({ items: [...items, ...placements], more: more && placements.length > 0 });
      }
    } catch (error) {
      if (error.name === "AbortError") return null;
      complain(error.message);
      put({ more: false });
    } finally {
      if (!signal.aborted) put({ busy: false });
    }
    return store.state.listing.items;
  }

  function put(part) {
    store.set({ listing: { ...store.state.listing, ...part } });
  }

  return { show };
}
