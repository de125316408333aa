/** The part “Share and keep”: the link, and the puzzle as text, JSON and picture. */

import { button } from "./controls.js";
import { html } from "./dom.js";
import { familyOf } from "./families.js";
import { shownAnswer } from "./overlay.js";
import { sides } from "./puzzle.js";
import { addressWith, packed } from "./share.js";
import { puzzleOf } from "./store.js";

const TYPES = { txt: "text/plain", json: "application/json", svg: "image/svg+xml" };

/**
 * Make the part.
 *
 * @param {HTMLElement} root
 * @param {object} context the page's parts
 */
export function createSharing(root, { store, server, voices }) {
  const link = html("input", { type: "text", readonly: true, hidden: true, "aria-label": "Link to this puzzle", onfocus: () => link.select() });

  async function copy() {
    const address = addressWith(await packed(puzzleOf(store.state)), location);
    link.value = address;
    try {
      await navigator.clipboard.writeText(address);
      voices.announce("The link is copied. Whoever opens it sees this puzzle.");
    } catch {
      link.hidden = false;
      link.focus();
      voices.announce("Copy the link from the field.");
    }
  }

  const guarded = (work) => async () => {
    try {
      await work();
    } catch (error) {
      voices.complain(error.message);
    }
  };

  async function saveText() {
    const { text } = await server.write(puzzleOf(store.state));
    save(text, "txt", puzzleOf(store.state));
  }

  function saveJson() {
    const puzzle = puzzleOf(store.state);
    const { final, ...result } = store.state.result ?? {};
    save(`${JSON.stringify(final ? result : puzzle, null, 2)}\n`, "json", puzzle);
  }

  async function saveSvg() {
    const { mode, attempt, lines } = store.state;
    const puzzle = puzzleOf(store.state);
    const answer = mode === "draw" ? null : mode === "try" ? attempt.present : shownAnswer(store.state);
    const animate = familyOf(puzzle).path && answer !== null;
    save(await server.draw({ puzzle, answer: drawable(puzzle, answer), theme: "auto", lines: Boolean(lines), animate }), "svg", puzzle);
  }

  root.append(
    html("h2", {}, "Share and keep"),
    html(
      "div.row",
      {},
      button("Copy link", guarded(copy)),
    ),
    link,
    html(
      "div.row",
      {},
      html("span.hint", {}, "Download"),
      button("Text", guarded(saveText)),
      button("JSON", guarded(saveJson)),
      button("SVG", guarded(saveSvg)),
    ),
  );
}

/** An answer as the server draws it; queens of an attempt that are not one a file are left out. */
function drawable(puzzle, answer) {
  const isPartial = familyOf(puzzle).placements && answer !== null && answer.length !== sides(puzzle).rows;
  return isPartial ? null : answer;
}

function save(content, ending, { family }) {
  const url = URL.createObjectURL(new Blob([content], { type: TYPES[ending] }));
  const anchor = html("a", { href: url, download: `rookery-${family}.${ending}` });
  anchor.click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}
