/** A tour that plays: move by move, at the reader's pace. */

import { fill, html, set } from "./dom.js";
import { familyOf } from "./families.js";
import { icon } from "./icons.js";
import { puzzleOf } from "./store.js";

const MILLISECONDS = 800;

/**
 * Make the player.
 *
 * @param {object} context
 * @returns {{element: HTMLElement, update: (state: object) => void}}
 */
export function createPlayer({ store }) {
  const moves = () => Math.max(0, (store.state.result?.answer?.length ?? 1) - 1);
  const now = () => store.state.step ?? moves();
  const go = (step) => store.set({ step: Math.max(0, Math.min(moves(), step)), playing: false });
  const control = (sign, label, onclick) =>
    html("button", { type: "button", "aria-label": label, title: label, onclick }, icon(sign));
  const first = control("first", "To the start", () => go(0));
  const back = control("back", "One move back", () => go(now() - 1));
  const play = control("play", "Play", toggle);
  const next = control("on", "One move forward", () => go(now() + 1));
  const track = html("input", { type: "range", min: 0, step: 1, "aria-label": "Move", oninput: () => go(track.valueAsNumber) });
  const told = html("span");
  play.classList.add("play");
  const element = html(
    "div.player",
    { role: "group", "aria-label": "Play the tour" },
    html("div.row", {}, first, back, play, next, told),
    track,
  );
  let timer = null;

  function toggle() {
    if (store.state.playing) store.set({ playing: false });
    else store.set({ playing: true, step: now() >= moves() ? 0 : now() });
  }

  function advance() {
    const step = now() + 1;
    store.set({ step: Math.min(step, moves()), playing: step < moves() });
  }

  function update(state) {
    const path = familyOf(puzzleOf(state)).path ? state.result?.answer : null;
    element.hidden = !path || path.length < 2;
    const playing = state.playing && !element.hidden;
    if (playing && timer === null) timer = setInterval(advance, MILLISECONDS);
    if (!playing) {
      clearInterval(timer);
      timer = null;
    }
    if (element.hidden) return;
    const step = state.step ?? path.length - 1;
    set(track, "max", path.length - 1);
    track.value = step;
    told.textContent = step === 0 ? `start ${path[0]}` : `${step}. ${path[step - 1]}–${path[step]}`;
    if (play.getAttribute("aria-label") !== (playing ? "Pause" : "Play")) {
      fill(play, icon(playing ? "pause" : "play"));
      set(play, "aria-label", playing ? "Pause" : "Play");
      set(play, "title", playing ? "Pause" : "Play");
    }
    first.disabled = back.disabled = step === 0;
    next.disabled = step === path.length - 1;
  }

  return { element, update };
}
