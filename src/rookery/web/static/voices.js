/** The page's voices: what happens, said calmly; what went wrong, until it is dismissed; and what
 * is under the cursor, for those who do not see it. */

import { say } from "./dom.js";
import { changed, puzzleOf } from "./store.js";

const MILLISECONDS = 8000;

/**
 * @param {{calm: HTMLElement, alarm: HTMLElement, whisper: HTMLElement}} places live regions;
 *   the alarm holds a paragraph and a button
 */
export function createVoices({ calm, alarm, whisper }) {
  const text = alarm.querySelector("p");
  let timer = null;

  const hush = () => {
    alarm.hidden = true;
    say(text, "");
  };
  alarm.querySelector("button").addEventListener("click", hush);

  const quiet = () => say(calm, "");

  return {
    /** Say what happened; it goes away by itself. */
    announce(sentence) {
      say(calm, sentence);
      clearTimeout(timer);
      timer = setTimeout(quiet, MILLISECONDS);
    },
    quiet,
    /** Say what went wrong; it stays until it is read. */
    complain(sentence) {
      alarm.hidden = false;
      say(text, sentence);
    },
    /** Say what is seen anyway. */
    whisper(sentence) {
      say(whisper, sentence);
    },
    hush,
  };
}

/**
 * Take back a complaint once its cause is gone: the puzzle or the attempt is another one, a search
 * begins, or has come to its result. What happened to a puzzle is over with one of another family.
 */
export function hushInTime(store, { hush, quiet }) {
  store.subscribe((state, before) => {
    const isAnother = changed(state, before, "edits", "attempt");
    const begins = Boolean(state.run && !before.run) || Boolean(state.tally?.running && !before.tally?.running);
    const ends = changed(state, before, "result") && Boolean(state.result?.final);
    if (puzzleOf(state).family !== puzzleOf(before).family) quiet();
    if (isAnother || begins || ends) hush();
  });
}
