/** Actions of the hand on an attempt: to place, move and remove pieces, or to continue a tour. */

import { familyOf } from "./families.js";
import { began, pushed, replaced } from "./history.js";
import { clicked, isMark, marksOn, piecesOn, placeOf } from "./marks.js";
import { puzzleOf } from "./store.js";

const TAKEN = "No piece can be placed on this square.";
const SETTLED = "This square is settled by the puzzle.";

/** The attempt with which a puzzle is begun: a tour stands on its start, given queens stand. */
export function firstAttempt(puzzle) {
  if (familyOf(puzzle).path) return began(puzzle.start ? [puzzle.start] : []);
  if (familyOf(puzzle).stars) return began(piecesOn(puzzle.given));
  return began(puzzle.given ?? []);
}

/**
 * Make the actions that change the attempt.
 *
 * @param {object} store
 * @param {(sentence: string) => void} announce
 */
export function createTrying(store, announce) {
  const puzzle = () => puzzleOf(store.state);
  const present = () => store.state.attempt.present;

  function setAttempt(next, same = false) {
    store.set({ attempt: (same ? replaced : pushed)(store.state.attempt, next) });
  }

  /** Do what a click on a square does. */
  function tryOn(name) {
    const { pieces, path, stars } = familyOf(puzzle());
    if (stars) mark(name);
    else if (pieces) place(name);
    else if (path) walk(name);
    else if (present().includes(name)) takeOff(name);
    else setAttempt([...present(), name]);
  }

  /** Mark a square of a region puzzle empty, put a piece there, or clear it. */
  function mark(name) {
    const { given, blocked } = puzzle();
    if (given.includes(name) || blocked.includes(name)) announce(SETTLED);
    else setAttempt(clicked(present(), name));
  }

  /** Whether a drag that begins on a square marks squares empty: in a region puzzle, from a free square. */
  function marksFrom(name) {
    return Boolean(familyOf(puzzle()).stars) && !present().some((one) => placeOf(one) === name && !isMark(one));
  }

  /** Mark free squares empty, and tell whether any was free; `same` belongs to the stroke before it. */
  function markEmpty(names, same) {
    const { given, blocked } = puzzle();
    const taken = new Set([...given, ...blocked, ...present().map(placeOf)]);
    const next = [...present(), ...marksOn(names.filter((name) => !taken.has(name)))];
    const isNew = next.length > present().length;
    if (isNew) setAttempt(next, same);
    return isNew;
  }

  /** Mark a square empty, or take its mark away; tell whether it can be marked. */
  function toggleMark(name) {
    if (!marksFrom(name)) return false;
    if (present().some((one) => isMark(one) && placeOf(one) === name)) takeOff(name);
    else markEmpty([name], false);
    return true;
  }

  /** Place a piece of the chosen kind; one of the same kind is taken away. */
  function place(name) {
    if (isTaken(puzzle(), name)) return announce(TAKEN);
    const { kind } = store.state.brush;
    const there = present().find((one) => placeOf(one) === name);
    const rest = present().filter((one) => one !== there);
    return setAttempt(there?.[0] === kind ? rest : [...rest, [kind, name]]);
  }

  /** Move the piece of a tour; a click on it takes its last move back. */
  function walk(name) {
    const { attempt, verdict } = store.state;
    const path = attempt.present;
    // Moves are known of the path that was checked last: while a check is on its way, any may be tried.
    const moves = verdict?.of === path ? verdict.moves : null;
    if (name === path.at(-1)) setAttempt(path.length > 1 ? path.slice(0, -1) : firstAttempt(puzzle()).present);
    else if (moves && !moves.includes(name)) announce(`The piece cannot move to ${name}.`);
    else setAttempt([...path, name]);
  }

  /** Carry a piece from one square to another, where it takes the place of what was there. */
  function move(from, to) {
    const moved = present().find((one) => placeOf(one) === from);
    if (moved === undefined) return undefined;
    if (isTaken(puzzle(), to)) return announce(TAKEN);
    const there = Array.isArray(moved) ? [moved[0], to] : to;
    const rest = present().filter((one) => one === moved || placeOf(one) !== to);
    return setAttempt(rest.with(rest.indexOf(moved), there));
  }

  function takeOff(name) {
    setAttempt(present().filter((one) => placeOf(one) !== name));
  }

  return { setAttempt, tryOn, move, takeOff, marksFrom, markEmpty, toggleMark };
}

/** Whether something stands on a square, or nothing may: of queens the rules tell it afterwards. */
function isTaken({ board, kings = [], blocked = [], spared = [], standing = [] }, name) {
  const taken = [kings, spared, standing.map(([, square]) => square), ...(board ? [board.walls, blocked] : [])];
  return taken.some((names) => names.includes(name));
}
