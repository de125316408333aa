/** Undo and redo: a history is a value with the present one, those before and those undone. */

const LONGEST = 500;

/** A history that begins with a value. */
export function began(present) {
  return { past: [], present, future: [] };
}

/** The history with a new present; what was undone is gone. */
export function pushed(history, present) {
  if (present === history.present) return history;
  return { past: [...history.past, history.present].slice(-LONGEST), present, future: [] };
}

/** A history, if there is one, with a present that may be equal to its own. */
export function continued(history, present) {
  if (!history) return began(present);
  return JSON.stringify(history.present) === JSON.stringify(present) ? history : pushed(history, present);
}

/** The history with its present exchanged: a further square of the same stroke. */
export function replaced(history, present) {
  return { ...history, present };
}

/** The history one step back; the same one at its beginning. */
export function undone(history) {
  if (history.past.length === 0) return history;
  return {
    past: history.past.slice(0, -1),
    present: history.past.at(-1),
    future: [history.present, ...history.future],
  };
}

/** The history one step forward again; the same one at its end. */
export function redone(history) {
  if (history.future.length === 0) return history;
  return {
    past: [...history.past, history.present],
    present: history.future[0],
    future: history.future.slice(1),
  };
}
