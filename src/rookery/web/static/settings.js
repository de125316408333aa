/**
 * The settings of each family beside the board: those with controls of their own, such as size,
 * weights, mover and costs, and the form of all other fields.
 */

import { button, checkbox, newId, putValue, segmented, stepper } from "./controls.js";
import { isWeight } from "./documents.js";
import { fill, html, say } from "./dom.js";
import { byFamily, isWeighted } from "./families.js";
import { form } from "./form.js";
import { pieceIcon } from "./glyphs.js";
import { kinds, tolerance } from "./kinds.js";
import { goals, groups } from "./paints.js";
import { pieceField } from "./piecefield.js";
import { prices } from "./prices.js";
import { ALL, LARGEST_SIDE, LEAST_SIDE, isSquare, sides } from "./puzzle.js";
import { namesOf } from "./squares.js";
import { puzzleOf } from "./store.js";

const RANDOM_WEIGHTS = 99;

/**
 * The settings of a family.
 *
 * @returns {{element: HTMLElement, update: (state: object) => void}}
 */
export function settingsOf(family, context) {
  const parts = [sizes(family, context), ...BY_FAMILY({ family })(context)];
  return {
    element: html("div.settings", {}, ...parts.map(({ element }) => element)),
    update(state) {
      for (const part of parts) part.update(state);
    },
  };
}

const BY_FAMILY = byFamily({
  queens: () => [],
  heaviest: (context) => [weightField(context), wanted(context, "Heaviest", "Lightest"), form("heaviest", context)],
  nonattacking: (context) => [
    wrapping(context),
    kinds(context),
    wanted(context, "Most", "Fewest"),
    form("nonattacking", context),
    tolerance(context),
    groupNumber(context),
    weightField(context),
  ],
  regions: (context) => [form("regions", context)],
  tour: (context) => [wrapping(context), mover(context), targets(context), visit(context), ending(context), groupNumber(context)],
  cover: (context) => [wrapping(context), prices(context), standingPiece(context), guardAll(context), form("cover", context), kept()],
});

function sizes(family, { store, editing }) {
  const range = { min: LEAST_SIDE, max: LARGEST_SIDE };
  const now = () => sides(puzzleOf(store.state));
  if (isSquare({ family })) {
    const size = stepper("Size", { ...range, onchange: (n) => editing.resize(n, n) });
    return { element: size.element, update: (state) => size.update(sides(puzzleOf(state)).rows) };
  }
  const rows = stepper("Rows", { ...range, onchange: (n) => editing.resize(n, now().columns) });
  const columns = stepper("Columns", { ...range, onchange: (n) => editing.resize(now().rows, n) });
  return {
    element: html("div.pair", {}, rows.element, columns.element),
    update(state) {
      const board = sides(puzzleOf(state));
      rows.update(board.rows);
      columns.update(board.columns);
    },
  };
}

function weightField({ store, editing }) {
  const id = newId("weight");
  const input = html("input", { id, type: "number", step: "any" });
  input.addEventListener("input", () => {
    if (isWeight(input.valueAsNumber)) store.set({ brush: { ...store.state.brush, weight: input.valueAsNumber, paint: "weight" } });
  });
  const random = button("Random weights", () => {
    const puzzle = puzzleOf(store.state);
    const { rows, columns } = sides(puzzle);
    const weight = () => 1 + Math.floor(Math.random() * RANDOM_WEIGHTS);
    const weights = Array.from({ length: rows }, () => Array.from({ length: columns }, weight));
    editing.setPuzzle({ ...puzzle, weights });
  });
  const field = html("div.field", {}, html("label", { for: id }, "Weight to paint"), input);
  return {
    element: html("div.pair", {}, field, html("div.field.low", {}, random)),
    update(state) {
      field.hidden = !isWeighted(puzzleOf(state));
      putValue(input, state.brush.weight);
    },
  };
}

/** How the board's edges are joined. */
function wrapping({ store, editing }) {
  const options = [["", "None"], ["cylinder", "Sides"], ["torus", "All"]];
  const choice = segmented("Edges that are joined", options, (wrap) => {
    const puzzle = puzzleOf(store.state);
    editing.setPuzzle({ ...puzzle, board: { ...puzzle.board, wrap } });
  });
  return { element: choice.element, update: (state) => choice.update(puzzleOf(state).board.wrap ?? "") };
}

function wanted({ store, editing }, most, least) {
  const options = [["heaviest", most], ["lightest", least]];
  const choice = segmented("Wanted", options, (value) =>
    editing.setPuzzle({ ...puzzleOf(store.state), lightest: value === "lightest" }),
  );
  return {
    element: choice.element,
    update: (state) => choice.update(puzzleOf(state).lightest ? "lightest" : "heaviest"),
  };
}

function mover(context) {
  const { store, editing, glyphs } = context;
  const icon = html("span.beside-field");
  const onpiece = (betza) => editing.setPuzzle({ ...puzzleOf(store.state), mover: betza });
  const field = pieceField("Moving piece (a name, or Betza notation)", context, { onpiece, beside: icon });
  let shown = null;
  return {
    element: field.element,
    update(state) {
      const puzzle = puzzleOf(state);
      const look = `${puzzle.mover} ${state.about !== null}`;
      if (look === shown) return;
      shown = look;
      field.show(puzzle.mover);
      fill(icon, pieceIcon(glyphs, puzzle.mover));
    },
  };
}

function visit({ store, editing }) {
  const options = [["beside", "Beside it"], ["on", "On its square"], ["over", "Passing over"]];
  const choice = segmented("A target is visited from", options, (value) => {
    const puzzle = puzzleOf(store.state);
    const targets = value === "beside" && puzzle.targets === ALL ? [] : puzzle.targets;
    editing.setPuzzle({ ...puzzle, visit: value, targets });
  });
  return { element: choice.element, update: (state) => choice.update(puzzleOf(state).visit) };
}

/** Whether the targets are those painted, or all squares, and whether none is entered twice. */
function targets({ store, editing }) {
  const options = [["painted", "Those painted"], ["all", "All squares"]];
  const put = (change) => editing.setPuzzle({ ...puzzleOf(store.state), ...change });
  const choice = segmented("Targets", options, (value) => {
    const { visit: way } = puzzleOf(store.state);
    if (value === "painted") put({ targets: [] });
    else put({ targets: ALL, visit: way === "beside" ? "on" : way, once: true });
  });
  const once = checkbox("No square twice", (value) => {
    const puzzle = puzzleOf(store.state);
    put({ once: value, start: value ? puzzle.start : startOf(puzzle) });
  });
  const anywhere = checkbox("Start anywhere", (value) => put({ start: value ? null : startOf(puzzleOf(store.state)), once: true, closed: false }));
  return {
    element: html("div.settings", {}, choice.element, once.element, anywhere.element),
    update(state) {
      const puzzle = puzzleOf(state);
      choice.update(puzzle.targets === ALL ? "all" : "painted");
      once.update(puzzle.once);
      anywhere.update(puzzle.start === null);
    },
  };
}

/** The start of a tour that needs one: its own, or the first square on which nothing stands. */
function startOf({ board, start, pawns }) {
  const taken = new Set([...board.walls, ...pawns]);
  return start ?? namesOf(board).find((name) => !taken.has(name)) ?? "a1";
}

function ending({ store, editing }) {
  const closed = checkbox("Closed: it ends where it began", (value) => {
    const puzzle = puzzleOf(store.state);
    editing.setPuzzle({ ...puzzle, closed: value, goal: value ? null : puzzle.goal, start: startOf(puzzle) });
  });
  return {
    element: closed.element,
    update: (state) => closed.update(puzzleOf(state).closed && goals(puzzleOf(state)).length === 0),
  };
}

function groupNumber({ store }) {
  const number = stepper("Number to paint", {
    min: 1,
    max: LARGEST_SIDE,
    onchange: (group) => store.set({ brush: { ...store.state.brush, group } }),
  });
  return {
    element: number.element,
    update(state) {
      const puzzle = puzzleOf(state);
      const most = (puzzle.regions ?? groups(puzzle)).length + 1;
      number.element.hidden = state.brush.paint !== "either" && state.brush.paint !== "area";
      number.update(Math.min(state.brush.group, most), most);
    },
  };
}

function standingPiece(context) {
  const { store } = context;
  const onpiece = (piece) => store.set({ brush: { ...store.state.brush, piece } });
  const field = pieceField("Piece that stands already", context, { onpiece });
  return {
    element: field.element,
    update(state) {
      field.element.hidden = state.brush.paint !== "standing";
      field.show(state.brush.piece);
    },
  };
}

function guardAll({ store, editing }) {
  const all = button("Guard every empty square", () => {
    const puzzle = puzzleOf(store.state);
    const taken = new Set([...puzzle.board.walls, ...puzzle.kings, ...puzzle.spared, ...puzzle.standing.map(([, name]) => name)]);
    editing.setPuzzle({ ...puzzle, guarded: namesOf(puzzle.board).filter((name) => !taken.has(name)) });
  });
  return { element: html("div.field", {}, all), update() {} };
}

/** A hint at the fields of a cover that the page keeps but cannot change. */
function kept() {
  const element = html("p.hint");
  return {
    element,
    update(state) {
      const { allowed, square_prices: factors, at_least: least, at_most: most } = puzzleOf(state);
      const parts = [
        allowed?.some((squares) => squares !== null) && "the squares allowed to each piece",
        factors && "the costs by square",
        [least, most].some((times) => times !== null && typeof times === "object") && "the numbers by target",
      ].filter(Boolean);
      say(element, parts.length ? `As its text says, and not to be changed here: ${parts.join(", ")}.` : "");
      element.hidden = !parts.length;
    },
  };
}
