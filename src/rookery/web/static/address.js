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
  let hash = location.hash; // of the puzzle on the board; another one waits to be read

  /** Write the puzzle into the address. Another family is a step of its own for the browser's Back. */
  async function write() {
    const from = hash;
    if (location.hash !== from) return;
    const puzzle = puzzleOf(store.state);
    const text = await packed(puzzle);
    if (location.hash !== from) return; // the browser went on or back meanwhile
    const isStep = family !== null && family !== puzzle.family;
    written = text;
    family = puzzle.family;
    history[isStep ? "pushState" : "replaceState"](null, "", addressWith(text, location));
    hash = location.hash;
  }

  async function read() {
    const asked = location.hash;
    const { puzzle, token } = fragmentOf(asked);
    if (!puzzle || puzzle === written) {
      hash = asked;
      if (token && !puzzle) write();
      return;
    }
    try {
      const there = await unpacked(puzzle);
      if (location.hash !== asked) return;
      family = there.family; // the address has led here
      hash = asked;
      show(there);
      await write();
    } catch (error) {
      hash = asked;
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
