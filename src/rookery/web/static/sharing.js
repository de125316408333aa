/** The part “Share and keep”: the link, the puzzle as text and JSON, pictures, and animations. */

import { button } from "./controls.js";
import { html } from "./dom.js";
import { byFamily, familyOf } from "./families.js";
import { placedNames } from "./marks.js";
import { shownAnswer } from "./overlay.js";
import { filmOf, pngOf } from "./pictures.js";
import { sides } from "./puzzle.js";
import { addressWith, packed } from "./share.js";
import { puzzleOf } from "./store.js";

const TYPES = { txt: "text/plain", json: "application/json", svg: "image/svg+xml", png: "image/png" };
const MOST_FRAMES = 24;
/** The contest problems whose inputs are puzzles of a family. */
const CONTEST = byFamily({
  queens: "eight-queens",
  heaviest: "sultan",
  nonattacking: null,
  regions: null,
  tour: "traveling-queen",
  cover: "showdown",
});
const OWN = new Set(["localhost", "127.0.0.1", "[::1]"]);
const FOR_ALL = "The link is copied. Whoever opens it sees this puzzle.";
const FOR_SERVER = "The link is copied. Whoever can reach this server, and has its token if it asks for one, sees this puzzle.";
const FOR_ME = "The link is copied. It opens on this machine only, while rookery runs; others paste it into their own page of rookery.";

/**
 * Make the part.
 *
 * @param {HTMLElement} root
 * @param {object} context the page's parts
 */
export function createSharing(root, { store, server, voices }) {
  const field = html("textarea", { readonly: true, hidden: true, rows: 3, onfocus: () => field.select() });

  /** Copy a text; show it where the browser does not let the page copy. */
  async function copy(text, label, copied) {
    try {
      await navigator.clipboard.writeText(text);
      field.hidden = true;
      voices.announce(copied);
    } catch {
      field.value = text;
      field.setAttribute("aria-label", label);
      field.hidden = false;
      field.focus();
      voices.announce("Copy it from the field.");
    }
  }

  async function copyLink() {
    const shared = store.state.about?.public_url;
    const text = await packed(puzzleOf(store.state));
    const reach = shared ? FOR_ALL : OWN.has(location.hostname) ? FOR_ME : FOR_SERVER;
    await copy(addressWith(text, shared || location), "Link to this puzzle", reach);
  }

  async function copyText() {
    const { text } = await server.write(puzzleOf(store.state));
    await copy(text, "The puzzle's text", "The text is copied. Whoever has rookery can paste it, or read it from a file.");
  }

  async function copyInput() {
    const puzzle = puzzleOf(store.state);
    const { text } = await server.write(puzzle, CONTEST(puzzle));
    await copy(text, "The input of the contest problem", "The input is copied: programs for the contest problem read it.");
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

  /** The picture of what the board shows; `chosen` as the server's drawing takes it. */
  function drawn(chosen) {
    const { mode, attempt, lines } = store.state;
    const puzzle = puzzleOf(store.state);
    const tried = familyOf(puzzle).stars ? placedNames(attempt.present) : attempt.present;
    const answer = mode === "draw" ? null : mode === "try" ? tried : shownAnswer(store.state);
    return server.draw({ puzzle, answer: drawable(puzzle, answer), theme: "auto", lines: Boolean(lines), ...chosen });
  }

  async function saveSvg() {
    save(await drawn({}), "svg", puzzleOf(store.state));
  }

  async function savePng() {
    save(await pngOf(await drawn({ theme: "light" })), "png", puzzleOf(store.state));
  }

  /** A tour that plays, or the placements from the one that is shown on, one after the other. */
  async function saveAnimation() {
    const puzzle = puzzleOf(store.state);
    if (familyOf(puzzle).path) return save(await drawn({ animate: true }), "svg", puzzle, "-playing");
    const frames = [];
    for (const answer of placementsShown(store.state)) frames.push(await server.draw({ puzzle, answer, theme: "light" }));
    return save(filmOf(frames), "svg", puzzle, "-playing");
  }

  const animation = button("Animation", guarded(saveAnimation));
  const input = button("Copy contest input", guarded(copyInput));
  root.append(
    html("h2", {}, "Share and keep"),
    html(
      "div.row",
      {},
      button("Copy link", guarded(copyLink)),
      button("Copy text", guarded(copyText)),
      input,
      button("Print", () => window.print()),
    ),
    field,
    html(
      "div.row",
      {},
      html("span.hint", {}, "Download"),
      button("Text", guarded(saveText)),
      button("JSON", guarded(saveJson)),
      button("SVG", guarded(saveSvg)),
      button("PNG", guarded(savePng)),
      animation,
    ),
  );
  store.subscribe((state) => {
    animation.hidden = !canPlay(state);
    input.hidden = !CONTEST(puzzleOf(state));
  });
  animation.hidden = input.hidden = true;
}

/** Whether what is shown has steps: the moves of a tour, or several placements. */
function canPlay(state) {
  const { path, placements } = familyOf(puzzleOf(state));
  if (state.mode === "draw" || !shownAnswer(state)) return false;
  return path ? state.result?.answer?.length > 1 : Boolean(placements) && placementsShown(state).length > 1;
}

/** The placements that are at hand from the one that is shown on. */
function placementsShown({ listing, chosen, result, edits }) {
  const listed = listing.puzzle === edits.present && listing.items.length > 0;
  const [items, from] = listed ? [listing.items, listing.from] : [result?.answer ?? [], 0];
  return items.slice(chosen - from, chosen - from + MOST_FRAMES);
}

/** An answer as the server draws it; queens of an attempt that are not one a file are left out. */
function drawable(puzzle, answer) {
  const isPartial = familyOf(puzzle).placements && answer !== null && answer.length !== sides(puzzle).rows;
  return isPartial || answer?.length === 0 ? null : answer;
}

function save(content, ending, { family }, kind = "") {
  const url = URL.createObjectURL(new Blob([content], { type: TYPES[ending] }));
  const anchor = html("a", { href: url, download: `rookery-${family}${kind}.${ending}` });
  anchor.click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}
