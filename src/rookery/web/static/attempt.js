/** The panel “Try it”: place pieces by hand while the rules are checked. */

import { button, checkbox, figures } from "./controls.js";
import { dragFrom } from "./dragging.js";
import { fill, html, say, set } from "./dom.js";
import { byFamily, familyOf, valueName } from "./families.js";
import { pieceIcon } from "./glyphs.js";
import { placedNames } from "./marks.js";
import { createPlay } from "./play.js";
import { changed, puzzleOf } from "./store.js";
import { attemptText } from "./telling.js";
import { firstAttempt } from "./trying.js";
import { numberText, sentence } from "./words.js";

const MOST_FAULTS = 5;
const LINES = byFamily({
  queens: "Show which queens attack each other",
  heaviest: "Show which queens attack each other",
  nonattacking: "Show which pieces attack each other",
  regions: "",
  tour: "",
  cover: "Show which piece checks which king",
});

/**
 * Make the panel, and return its choice of puzzles to play.
 *
 * @param {HTMLElement} root
 * @param {object} context the page's parts, and `createSupply`, which makes the choice of puzzles
 */
export function createAttempt(root, context) {
  const { store, editing, glyphs, board } = context;
  const told = html("p.verdict", { role: "status" });
  const numbers = figures("Yours", "Best known", "Open");
  const kinds = html("div.paints", { role: "group", "aria-label": "Piece to place" });
  const faults = html("ul.faults", { "aria-label": "What is wrong" });
  const lines = checkbox("", (value) => store.set({ lines: value }));
  const clear = button("Start over", () => editing.setAttempt(firstAttempt(puzzleOf(store.state)).present));
  const give = button("Start from the answer", () => editing.setAttempt(store.state.result.answer));
  const play = createPlay(context);
  root.append(
    html("div.told", {}, told, play.hint, play.won),
    kinds,
    play.element,
    numbers.element,
    faults,
    lines.element,
    html("div.row", {}, clear, give),
  );
  let shownKinds = null;

  function update(state) {
    const puzzle = puzzleOf(state);
    const { verdict, result } = state;
    const attempt = state.attempt.present;
    const { text, kind } = attemptText(puzzle, { attempt, verdict, unchecked: state.unchecked === attempt, result });
    say(told, text);
    set(told, "class", `verdict ${kind}`);
    drawKinds(state, puzzle);
    play.update(state, kind === "done");
    numbers.rename(...namesOf(puzzle));
    numbers.update(numberText(yourValue(puzzle, attempt, verdict)), bestText(puzzle, result), openText(puzzle, attempt, verdict));
    listFaults(verdict, kind);
    lines.element.hidden = !LINES(puzzle);
    say(lines.element.lastChild, LINES(puzzle));
    lines.update(state.lines);
    give.hidden = !familyOf(puzzle).pieces || !result?.answer;
  }

  function drawKinds(state, puzzle) {
    kinds.hidden = !familyOf(puzzle).pieces;
    if (kinds.hidden) return;
    const look = JSON.stringify([puzzle.pieces, puzzle.prices, state.about !== null]);
    if (look !== shownKinds) {
      shownKinds = look;
      fill(kinds, ...puzzle.pieces.map((betza, kind) => kindButton(betza, kind, puzzle)));
    }
    [...kinds.children].forEach((one, kind) => set(one, "aria-pressed", kind === state.brush.kind ? "true" : "false"));
  }

  function kindButton(betza, kind, puzzle) {
    const choose = () => store.set({ brush: { ...store.state.brush, kind } });
    const name = html("span", {}, glyphs.name(betza));
    const cost = puzzle.prices
      ? [html("span.unseen", {}, ", cost "), html("b", {}, numberText(puzzle.prices[kind]))]
      : [];
    const one = html("button.paint", { type: "button", onclick: choose }, pieceIcon(glyphs, betza), name, ...cost);
    dragFrom(one, { choose, drop: (x, y) => editing.drop(board.squareAt(x, y)) });
    return one;
  }

  function listFaults(verdict, kind) {
    const told = verdict?.conflicts.length > 1 ? 0 : 1;
    const all = kind === "wrong" ? (verdict?.faults ?? []).slice(told, told + MOST_FAULTS) : [];
    fill(faults, ...all.map((fault) => html("li", {}, sentence(fault))));
    faults.hidden = all.length === 0;
  }

  store.subscribe((state, before) => {
    const parts = ["edits", "attempt", "verdict", "unchecked", "brush", "result", "lines", "about", "mode", "hint", "ruling", "wish"];
    if (changed(state, before, ...parts)) update(state);
  });
  update(store.state);
  return play.supply;
}

function yourValue(puzzle, attempt, verdict) {
  if (familyOf(puzzle).counted) return attempt.length;
  if (familyOf(puzzle).stars) return placedNames(attempt).length;
  if (familyOf(puzzle).path) return Math.max(0, attempt.length - 1);
  return attempt.length === 0 ? 0 : (verdict?.value ?? null);
}

function bestText(puzzle, result) {
  if (familyOf(puzzle).counted) return numberText(puzzle.n);
  if (familyOf(puzzle).stars) return numberText(puzzle.stars * puzzle.rows.length);
  return result?.value === undefined ? "–" : numberText(result.value);
}

/** The faults or open tasks of an attempt, in a word or two. */
const ATTACKS = "Attacks";
const OPEN = byFamily({
  queens: ATTACKS,
  heaviest: ATTACKS,
  nonattacking: ATTACKS,
  regions: ATTACKS,
  tour: "To visit",
  cover: "Unchecked",
});

function namesOf(puzzle) {
  if (familyOf(puzzle).stars) return ["Pieces", "Needed", OPEN(puzzle)];
  if (familyOf(puzzle).counted) return ["Queens", "Needed", OPEN(puzzle)];
  return [`Your ${valueName(puzzle).toLowerCase()}`, "Best known", OPEN(puzzle)];
}

function openText(puzzle, attempt, verdict) {
  if (!verdict) return "–";
  return numberText(OPEN(puzzle) === ATTACKS ? verdict.conflicts.length : verdict.open.length);
}
