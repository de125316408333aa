/**
 * Actions of the hand on the board, in each of the page's three modes: draw the puzzle, look at
 * the answer, try it oneself. Mouse, touch and keyboard end here.
 */

import { isWeight } from "./documents.js";
import { familyOf, isWeighted } from "./families.js";
import { continued, pushed, redone, replaced, undone } from "./history.js";
import { movedCursor, typedNumber } from "./keys.js";
import { holds, painted, paintsOf, unpainted, weighed, weightAt } from "./paints.js";
import { carried, cleared, holdsAny, resized, sides } from "./puzzle.js";
import { isOn, nameOf } from "./squares.js";
import { puzzleOf } from "./store.js";
import { createTrying, firstAttempt } from "./trying.js";

const NO_CHANGE = "This is the answer. Choose “Draw” to change the puzzle, or “Try it” to place pieces yourself.";

/**
 * Make the actions that edit.
 *
 * @param {object} store
 * @param {(sentence: string) => void} announce to screen readers and below the board
 */
export function createEditing(store, announce) {
  const trying = createTrying(store, announce);
  let stroke = null;
  let held = null;
  let typed = { square: "", text: "" };
  const histories = new Map([[puzzleOf(store.state).family, store.state.edits]]); // by family
  store.subscribe(({ edits }) => histories.set(edits.present.family, edits));

  const puzzle = () => puzzleOf(store.state);
  const name = (square) => nameOf(square, sides(puzzle()).rows);

  /** Put another puzzle on the board; `same` belongs to the stroke before it. Each family has a history of its own. */
  function setPuzzle(next, same = false) {
    const { edits } = store.state;
    if (next === edits.present) return;
    if (next.family === edits.present.family) show((same ? replaced : pushed)(edits, next));
    else show(continued(histories.get(next.family), next));
  }

  /** The puzzle of a family that was on the board last; undefined for none. */
  const leftIn = (family) => histories.get(family)?.present;

  /** Show the present puzzle of a history, with nothing tried yet. */
  function show(edits) {
    const { cursor } = store.state;
    const { rows, columns } = sides(edits.present);
    store.set({
      edits,
      attempt: firstAttempt(edits.present),
      cursor: { row: Math.min(cursor.row, rows - 1), column: Math.min(cursor.column, columns - 1) },
      ...brushFor(edits.present, store.state),
    });
  }

  function begin(square) {
    if (!isOn(square, sides(puzzle()))) return;
    store.set({ cursor: square });
    const { mode, brush } = store.state;
    if (mode !== "draw" || brush.paint === "move") stroke = { from: square, marks: mode === "try" && trying.marksFrom(name(square)) };
    else {
      const takesOff = holds(puzzle(), brush.paint, name(square), brush);
      stroke = { paint: takesOff ? unpainted : painted, drawn: false };
      pass(square);
    }
  }

  function pass(square) {
    if (stroke?.marks && isOn(square, sides(puzzle()))) {
      const passed = stroke.drawn ? [name(square)] : [name(stroke.from), name(square)];
      stroke.drawn = true;
      stroke.marked = trying.markEmpty(passed, stroke.marked) || stroke.marked;
      store.set({ cursor: square });
    }
    if (!stroke?.paint || !isOn(square, sides(puzzle()))) return;
    const before = puzzle();
    const { paint } = store.state.brush;
    const next =
      paint === "erase" ? cleared(before, name(square)) : stroke.paint(before, paint, name(square), store.state.brush);
    if (differs(next, before)) {
      setPuzzle(next, stroke.drawn);
      stroke.drawn = true;
    }
    store.set({ cursor: square });
  }

  /** End a stroke on a square; on none when it was broken off. */
  function end(square = null) {
    const from = stroke?.drawn ? null : stroke?.from;
    stroke = null;
    if (!from || !square || !isOn(square, sides(puzzle()))) return;
    store.set({ cursor: square });
    const { mode } = store.state;
    const stays = from.row === square.row && from.column === square.column;
    if (mode === "answer") announce(NO_CHANGE);
    else if (mode === "draw") setPuzzle(settled(carried(puzzle(), name(from), name(square)), puzzle()));
    else if (stays || familyOf(puzzle()).path) trying.tryOn(name(square));
    else trying.move(name(from), name(square));
  }

  /** Put what was dragged from a button on a square: paint it, or place a piece of the attempt. */
  function drop(square) {
    if (!isOn(square, sides(puzzle()))) return;
    store.set({ cursor: square });
    const { mode, brush } = store.state;
    if (mode === "try") trying.tryOn(name(square));
    else setPuzzle(settled(painted(puzzle(), brush.paint, name(square), brush), puzzle()));
  }

  /** Take everything off the square under the cursor. */
  function eraseAtCursor() {
    const on = name(store.state.cursor);
    const { mode } = store.state;
    if (mode === "draw") setPuzzle(settled(cleared(puzzle(), on), puzzle()));
    else if (mode === "try" && familyOf(puzzle()).path) step(-1);
    else if (mode === "try") trying.takeOff(on);
  }

  /** Answer a key on the board; whether it was one of ours. */
  function key({ key: pressed, shiftKey }) {
    const { cursor, mode, brush } = store.state;
    const moved = movedCursor(pressed, cursor, sides(puzzle()));
    if (moved) {
      if (shiftKey && mode === "draw") setPuzzle(painted(puzzle(), brush.paint, name(cursor), brush));
      store.set({ cursor: moved });
      if (shiftKey && mode === "draw") setPuzzle(painted(puzzle(), brush.paint, name(moved), brush), true);
      return true;
    }
    if (pressed === " " || pressed === "Enter") {
      press(cursor);
      return true;
    }
    if (pressed === "Escape") return letGo();
    if (mode === "draw" && typeWeight(pressed)) return true;
    if (pressed === "Delete" || pressed === "Backspace") {
      eraseAtCursor();
      return true;
    }
    return mode === "draw" ? paintByLetter(pressed) : chooseKind(pressed);
  }

  function paintByLetter(letter) {
    const paint = paintsOf(puzzle()).find((one) => one.key === letter.toLowerCase());
    if (!paint) return false;
    store.set({ brush: { ...store.state.brush, paint: paint.id } });
    press(store.state.cursor);
    return true;
  }

  /** Do with a key what a click does; what is to be moved is picked up, then put down elsewhere. */
  function press(square) {
    const { mode, brush } = store.state;
    const from = held?.of === puzzle() ? held.square : null;
    held = null;
    if (mode !== "draw" || brush.paint !== "move") {
      begin(square);
      end(square);
    } else if (from) {
      begin(from);
      end(square);
    } else if (holdsAny(puzzle(), name(square))) {
      held = { square, of: puzzle() };
      announce(`Picked up from ${name(square)}: go to another square and press Space, or Escape to leave it.`);
    } else announce(`There is nothing on ${name(square)} to pick up.`);
  }

  /** Leave what was picked up where it was; whether there was something. */
  function letGo() {
    if (!held) return false;
    announce(`Left on ${name(held.square)}.`);
    held = null;
    return true;
  }

  function chooseKind(letter) {
    const number = Number(letter) - 1;
    if (!familyOf(puzzle()).pieces || !(number in puzzle().pieces)) return false;
    store.set({ brush: { ...store.state.brush, kind: number } });
    return true;
  }

  function typeWeight(pressed) {
    if (!isWeighted(puzzle())) return false;
    const square = name(store.state.cursor);
    const before = typed.square === square ? typed.text : "";
    const isBack = pressed === "Backspace" && before !== "";
    const text = isBack ? before.slice(0, -1) : typedNumber(before, pressed);
    if (text === null) return false;
    const weight = Number(text || "0");
    if (!Number.isNaN(weight) && !isWeight(weight)) return true;
    typed = { square, text };
    if (!Number.isNaN(weight) && weight !== weightAt(puzzle(), square)) {
      setPuzzle(weighed(puzzle(), square, weight), before !== "");
    }
    return true;
  }

  /** Undo (-1) or redo (1), the puzzle or, while trying, the attempt. */
  function step(direction) {
    const turn = direction < 0 ? undone : redone;
    const { mode, edits, attempt } = store.state;
    if (mode === "try") return store.set({ attempt: turn(attempt) });
    const next = turn(edits);
    if (next !== edits) show(next);
    return undefined;
  }

  return {
    setPuzzle,
    leftIn,
    setAttempt: trying.setAttempt,
    begin,
    pass,
    end,
    drop,
    mark: (square) => isOn(square, sides(puzzle())) && store.state.mode === "try" && trying.toggleMark(name(square)),
    carries: () => Boolean(stroke?.from) && !stroke.marks && store.state.mode !== "answer",
    key,
    undo: () => step(-1),
    redo: () => step(1),
    resize: (rows, columns) => setPuzzle(resized(puzzle(), rows, columns)),
  };
}

/** A new document, or the one before when they say the same. */
function settled(next, before) {
  return differs(next, before) ? next : before;
}

/** Whether two documents say different things. */
function differs(one, other) {
  return one !== other && JSON.stringify(one) !== JSON.stringify(other);
}

/** The brush as another puzzle can use it; a tool of another family gives way. */
function brushFor(puzzle, { brush }) {
  const paints = paintsOf(puzzle);
  const paint = paints.some(({ id }) => id === brush.paint) ? brush.paint : paints[0].id;
  const kind = familyOf(puzzle).pieces ? Math.min(brush.kind, puzzle.pieces.length - 1) : 0;
  return paint === brush.paint && kind === brush.kind ? {} : { brush: { ...brush, paint, kind } };
}
