/** The keyboard: a cursor on the board, letters that paint, digits that weigh. */

const STEPS = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

/**
 * Where a key moves the cursor; null when it does not.
 *
 * @param {string} key as `KeyboardEvent.key` names it
 * @param {{row: number, column: number}} cursor
 * @param {{rows: number, columns: number}} board
 */
export function movedCursor(key, cursor, { rows, columns }) {
  const step = STEPS[key];
  if (step) {
    const within = (value, side) => Math.min(side - 1, Math.max(0, value));
    return { row: within(cursor.row + step[0], rows), column: within(cursor.column + step[1], columns) };
  }
  if (key === "Home") return { ...cursor, column: 0 };
  if (key === "End") return { ...cursor, column: columns - 1 };
  if (key === "PageUp") return { ...cursor, row: 0 };
  if (key === "PageDown") return { ...cursor, row: rows - 1 };
  return null;
}

/**
 * The number that is typed on, letter by letter; null when the key belongs to none.
 *
 * @param {string} typed what was typed so far
 * @param {string} key
 */
export function typedNumber(typed, key) {
  if (/^[0-9]$/.test(key)) return typed.replace(/^(-?)0$/, "$1") + key;
  if (key === "-" && typed === "") return "-";
  if (key === "." && typed !== "" && !typed.includes(".")) return `${typed}.`;
  return null;
}

/** Whether a key undoes or redoes: -1, 1, or 0. */
export function timeStep({ key, ctrlKey, metaKey, shiftKey, altKey }) {
  if (!(ctrlKey || metaKey) || altKey) return 0;
  const letter = key.toLowerCase();
  if (letter === "z") return shiftKey ? 1 : -1;
  return letter === "y" ? 1 : 0;
}

/** Whether an element takes the keyboard for itself: a field has an undo of its own. */
export function isField(element) {
  return Boolean(element?.closest?.("textarea, select, input:not([type=checkbox], [type=radio], [type=button])"));
}
