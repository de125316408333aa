/** The choice of a family; each is left as it was when the reader comes back. */

import { questionOf, termsOf } from "./asking.js";
import { fill, html, say, set } from "./dom.js";
import { FAMILIES } from "./families.js";
import { iconOf } from "./glyphs.js";
import { opening } from "./puzzle.js";
import { changed, puzzleOf } from "./store.js";

/**
 * Make the choice.
 *
 * @param {{root: HTMLElement, question: HTMLElement, terms: HTMLElement}} places the terms are for paper
 * @param {object} context the page's parts, and `show`, which puts a puzzle on the board
 */
export function createFamilies({ root, question, terms }, { store, glyphs, editing, show }) {
  const buttons = Object.entries(FAMILIES).map(([family, { name }]) => {
    const choose = () => {
      if (puzzleOf(store.state).family !== family) show(editing.leftIn(family) ?? opening(family));
    };
    return html("button.family", { type: "button", "data-family": family, onclick: choose }, html("span.icon"), html("span", {}, name));
  });
  root.append(...buttons);

  function update(state) {
    const { family } = puzzleOf(state);
    for (const one of buttons) set(one, "aria-current", one.dataset.family === family ? "true" : null);
    say(question, questionOf(puzzleOf(state), glyphs.name));
    document.title = `${FAMILIES[family].title} · Rookery`;
    say(terms, termsOf(puzzleOf(state), glyphs.name));
  }

  store.subscribe((state, before) => {
    // "about" brings the pieces' names and pictures.
    if (changed(state, before, "edits", "about")) update(state);
    if (changed(state, before, "about")) {
      for (const one of buttons) fill(one.firstChild, iconOf(glyphs, FAMILIES[one.dataset.family].icon));
    }
  });
  update(store.state);
}
