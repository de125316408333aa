/** A new region puzzle of a requested size, number of pieces and difficulty, and that of each day. */

import { button, newId, stepper } from "./controls.js";
import { dayText } from "./days.js";
import { understood } from "./documents.js";
import { fill, html, say, set } from "./dom.js";
import { secondsOf } from "./game.js";
import { timeText } from "./clock.js";
import { changed } from "./store.js";

const DIFFICULTIES = ["any", "easy", "medium", "hard", "expert"];
const SEEDS = 2 ** 31;
const WEEKDAYS = ["Mo", "Tu", "We", "Th", "Fr", "Sa", "Su"];

/** The seed of a day's puzzle: the same for everybody, and in `rookery page --days`. */
const seedOf = (day, size) => Number(day.replaceAll("-", "")) * 100 + size;

/** Make the request, its button, and the calendar; `next` and `today` do what its buttons do. */
export function newPuzzle({ store, server, editing, voices, board, game }) {
  const id = newId("difficulty");
  const put = (change) => store.set({ wish: { ...store.state.wish, ...change } });
  const size = stepper("Rows and columns", { min: 4, max: 16, onchange: (value) => put({ size: value }) });
  const stars = stepper("Pieces a line", { min: 1, max: 4, onchange: (value) => put({ stars: value }) });
  const choice = html("select", { id }, ...DIFFICULTIES.map((value) => html("option", { value }, value)));
  choice.addEventListener("change", () => put({ difficulty: choice.value }));

  /**
   * Make a puzzle of the request, or that of a day, and put it on the board to be played. It is dropped if
   * the reader has gone on with something else before it comes.
   */
  async function play(day = null) {
    for (const one of [make, daily]) set(one, "disabled", true);
    voices.announce("Making a puzzle…");
    const asking = store.state;
    try {
      const { wish } = asking;
      const asked = day
        ? { ...wish, difficulty: "any", seed: seedOf(day, wish.size) }
        : { ...wish, seed: Math.floor(Math.random() * SEEDS) };
      const { puzzle, note } = await server.generate(asked);
      if (changed(store.state, asking, "edits", "mode", "attempt")) return;
      const fresh = understood(puzzle);
      game.begin(fresh, day);
      editing.setPuzzle(fresh);
      store.set({ mode: "try" });
      board.reveal();
      voices.announce(day ? `The puzzle of ${day} is on the board.` : "A new puzzle is on the board.");
      if (note) voices.complain(note);
    } catch (error) {
      voices.complain(error.message);
    } finally {
      for (const one of [make, daily]) set(one, "disabled", null);
    }
  }

  const make = button("New puzzle", () => play());
  const today = () => play(dayText(new Date()));
  const daily = button("Puzzle of the day", today);
  const calendar = createCalendar(play, store);
  return {
    element: html(
      "fieldset.field.wish",
      {},
      html("legend", {}, "A new puzzle"),
      html("div.row", {}, make, daily),
      html("div.pair", {}, size.element, stars.element),
      html("div.row", {}, html("label", { for: id }, "Difficulty"), choice),
      calendar.element,
    ),
    next: () => play(),
    today,
    update({ wish }) {
      size.update(wish.size);
      stars.update(wish.stars);
      choice.value = wish.difficulty;
      calendar.update();
    },
  };
}

/** The days of a month; each plays its puzzle, and those solved in the chosen size are marked. */
function createCalendar(play, store) {
  const today = new Date();
  let month = new Date(today.getFullYear(), today.getMonth(), 1);
  const name = html("b");
  const days = html("div.days");
  const turn = (by) => () => {
    month = new Date(month.getFullYear(), month.getMonth() + by, 1);
    update();
  };
  const back = html("button.plain", { type: "button", "aria-label": "Month before", onclick: turn(-1) }, "‹");
  const on = html("button.plain", { type: "button", "aria-label": "Month after", onclick: turn(1) }, "›");
  const element = html("details.calendar", {}, html("summary", {}, "Calendar"), html("div.row", {}, back, name, on), days);
  element.addEventListener("toggle", update);

  function dayButton(number) {
    const day = dayText(new Date(month.getFullYear(), month.getMonth(), number));
    const took = secondsOf(day, store.state.wish);
    const words = took === undefined ? day : `${day}, solved in ${timeText(took)}`;
    const isAhead = day > dayText(today);
    return html(
      `button.day${took === undefined ? "" : ".done"}`,
      { type: "button", "aria-label": words, title: words, disabled: isAhead, onclick: () => play(day) },
      String(number),
    );
  }

  function update() {
    if (!element.open) return;
    const blank = (month.getDay() + 6) % 7;
    const length = new Date(month.getFullYear(), month.getMonth() + 1, 0).getDate();
    say(name, month.toLocaleDateString("en", { month: "long", year: "numeric" }));
    on.disabled = month.getFullYear() === today.getFullYear() && month.getMonth() === today.getMonth();
    fill(
      days,
      ...WEEKDAYS.map((weekday) => html("span.weekday", { "aria-hidden": "true" }, weekday)),
      ...Array.from({ length: blank }, () => html("span")),
      ...Array.from({ length }, (_, at) => dayButton(at + 1)),
    );
  }

  return { element, update };
}
