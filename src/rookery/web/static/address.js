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

  async function write() {
    const text = await packed(puzzleOf(store.state));
    written = text;
    history.replaceState(null, "", addressWith(text, location));
  }

  async function read() {
    const { puzzle, token } = fragmentOf(location.hash);
    if (puzzle === written) return;
    if (!puzzle) {
      if (token) write();
      return;
    }
    try {
      show(await unpacked(puzzle));
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
