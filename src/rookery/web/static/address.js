/** The address follows the puzzle, and the puzzle the address. */

import { addressWith, fragmentOf, packed, unpacked } from "./share.js";
import { puzzleOf } from "./store.js";

const MILLISECONDS = 60;

/**
 * Keep address and puzzle the same; resolves once the puzzle of the address is on the board.
 *
 * @param {object} store
 * @param {{show: (puzzle: object) => void, complain: (sentence: string) => void}} parts
 */
export function keepAddress(store, { show, complain }) {
  let timer = null;
  let written = null;
  let family = null;

  /** Write the puzzle into the address. Another family is a step of its own for the browser's Back. */
  async function write() {
    const puzzle = puzzleOf(store.state);
    const text = await packed(puzzle);
    const isStep = family !== null && family !== puzzle.family;
    written = text;
    family = puzzle.family;
    history[isStep ? "pushState" : "replaceState"](null, "", addressWith(text, location));
  }

  async function read() {
    const { puzzle, token } = fragmentOf(location.hash);
    if (puzzle === written) return;
    if (!puzzle) {
      if (token) write();
      return;
    }
    try {
      const there = await unpacked(puzzle);
      family = there.family; // the address has led here
      show(there);
      await write();
    } catch (error) {
      complain(error.message);
    }
  }

  store.subscribe((state, before) => {
    if (state.edits.present === before.edits.present) return;
    clearTimeout(timer);
    timer = setTimeout(write, MILLISECONDS);
  });
  window.addEventListener("hashchange", read);
  return read();
}
