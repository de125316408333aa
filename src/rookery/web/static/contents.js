/** The puzzles of a book, to choose one to play; those that are solved show their time. */

import { timeText } from "./clock.js";
import { dayText } from "./days.js";
import { fill, html, say, set } from "./dom.js";
import { secondsOf } from "./game.js";
import { puzzleOf } from "./store.js";

/**
 * Make the choice of the puzzles of a book.
 *
 * @param {object} context the page's parts, the `book` and the `game`
 */
export function createContents({ store, editing, board, game, book }) {
  const { entries } = book;
  const keyOf = (at) => `${book.id} ${at + 1}`;
  const tookOf = ({ puzzle: { rows, stars } }, at) => secondsOf(keyOf(at), { size: rows.length, stars });
  const here = () => entries.findIndex(({ puzzle }) => puzzle === puzzleOf(store.state));

  function show(at) {
    const { puzzle } = entries[at];
    game.begin(puzzle, keyOf(at));
    editing.setPuzzle(puzzle);
    board.reveal();
    history.replaceState(null, "", `#${at + 1}`);
  }

  /** Show the next puzzle that is not solved; after the last of them, the next one. */
  function next() {
    const order = entries.map((_, at) => (here() + 1 + at) % entries.length).filter((at) => !isAhead(entries[at]));
    show(order.find((at) => tookOf(entries[at], at) === undefined) ?? order[0]);
  }

  const today = dayText(new Date());
  const isAhead = ({ day }) => day > today;
  const times = entries.map(() => html("span.took"));
  const buttons = entries.map((entry, at) =>
    html(
      "button.entry",
      { type: "button", disabled: isAhead(entry), onclick: () => show(at) },
      html("b", {}, html("span.unseen", {}, "Puzzle "), entry.day ?? String(at + 1)),
      html("span", {}, isAhead(entry) ? "to come" : entry.level),
      times[at],
    ),
  );
  const steps = html("ol");
  const way = html("details.way", {}, html("summary", {}, "The way to the answer"), steps);
  const credits = html("p.hint");
  const list = html("div.entries", { role: "group", "aria-label": "Puzzles" }, ...buttons);
  let shown = null;

  function update() {
    const now = here();
    buttons.forEach((one, at) => {
      const took = tookOf(entries[at], at);
      say(times[at], took === undefined ? "" : timeText(took));
      set(one, "class", took === undefined ? "entry" : "entry done");
      set(one, "aria-current", at === now ? "true" : null);
    });
    if (now === shown) return;
    shown = now;
    way.open = false;
    const { puzzle, steps: told, answer } = entries[now];
    say(credits, [puzzle.title, puzzle.author, puzzle.source].filter(Boolean).join(", "));
    fill(steps, ...told.map(({ words }) => html("li", {}, words)), html("li", {}, `The answer: ${answer.join(", ")}.`));
  }

  return { element: html("div.settings", {}, credits, list, way), show, next, update };
}
