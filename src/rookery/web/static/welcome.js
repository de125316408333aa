/** The cards with which the page opens, one for each thing that can be done here. */

import { fill, html } from "./dom.js";
import { iconOf } from "./glyphs.js";
import { keptWhileOpen } from "./kept.js";
import { changed } from "./store.js";

const past = keptWhileOpen("rookery-welcome");
const CARDS = [
  ["play", "Play", "Star Battle, also known as LinkedIn Queens: a fresh puzzle each day, with hints and a clock.", { sign: "star" }],
  ["solve", "Solve mine", "Paste a puzzle of yours or draw it, and see the answer with its proof.", { sign: "goal" }],
  ["tours", "Tours", "Lead a piece past all targets in the fewest moves; knight's tours too.", { betza: "N" }],
  ["covers", "Covers", "Check every king with the cheapest pieces.", { betza: "K", theirs: true }],
  ["count", "Count", "In how many ways can eight queens stand so that none attacks another?", { betza: "Q" }],
];

/**
 * Make the cards. They leave when one is chosen, or when a puzzle comes from elsewhere.
 *
 * @param {{root: HTMLElement, main: HTMLElement, home: HTMLElement, families: HTMLElement}} places
 * @param {object} context the page's parts
 * @param {Record<string, () => void>} actions by card
 */
export function createWelcome({ root, main, home, families }, { store, glyphs }, actions) {
  const cards = CARDS.map(([id, name, words]) =>
    html(
      "button.choice",
      {
        type: "button",
        "data-card": id,
        onclick() {
          show(false);
          actions[id]();
        },
      },
      html("span.icon"),
      html("b", {}, name),
      html("span", {}, words),
    ),
  );
  root.append(...cards);

  function show(isOpen) {
    root.hidden = !isOpen;
    main.hidden = isOpen;
    if (!isOpen) past.write("past");
  }

  home.addEventListener("click", () => {
    show(true);
    cards[0].focus();
  });
  families.addEventListener("click", () => show(false));
  store.subscribe((state, before) => {
    if (changed(state, before, "edits")) show(false);
    if (changed(state, before, "about")) cards.forEach((card, at) => fill(card.firstChild, iconOf(glyphs, CARDS[at][3])));
  });
  return {
    /** Show the cards to somebody who comes with no puzzle, once. */
    greet: (hasPuzzle) => show(!hasPuzzle && past.read() === null),
  };
}
