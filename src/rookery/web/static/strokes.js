/** Strokes of mouse, pen or finger over the board, as the squares that they pass. */

import { squaresBetween } from "./squares.js";

const HOLD_MS = 500; // a finger that stays as long on its square does what the right button does

/**
 * Tell of strokes, and of squares that the right button or a resting finger points at.
 *
 * @param {SVGSVGElement} root
 * @param {(x: number, y: number) => {row: number, column: number}} squareAt
 * @param {{begin: (square: object) => void, pass: (square: object) => void, end: (square?: object) => void,
 *   mark: (square: object) => boolean}} hand `mark` returns whether it marked the square
 */
export function followStrokes(root, squareAt, hand) {
  let pointer = null;
  let last = null;
  let isTouch = false;
  let resting = null;

  function rest() {
    if (!hand.mark(last)) return;
    pointer = null;
    hand.end();
  }

  root.addEventListener("pointerdown", (event) => {
    isTouch = event.pointerType === "touch";
    if (!event.isPrimary || event.button !== 0) return;
    pointer = event.pointerId;
    root.setPointerCapture(pointer);
    last = squareAt(event.clientX, event.clientY);
    hand.begin(last);
    if (isTouch) resting = setTimeout(rest, HOLD_MS);
  });

  root.addEventListener("pointermove", (event) => {
    if (event.pointerId !== pointer) return;
    const square = squareAt(event.clientX, event.clientY);
    if (square.row === last.row && square.column === last.column) return;
    clearTimeout(resting);
    for (const passed of squaresBetween(last, square).slice(1)) hand.pass(passed);
    last = square;
  });

  root.addEventListener("pointerup", (event) => {
    clearTimeout(resting);
    if (event.pointerId !== pointer) return;
    pointer = null;
    hand.end(squareAt(event.clientX, event.clientY));
  });
  root.addEventListener("pointercancel", (event) => {
    clearTimeout(resting);
    if (event.pointerId !== pointer) return;
    pointer = null;
    hand.end();
  });

  // Some browsers ask for a menu where a finger rests, others do not.
  root.addEventListener("contextmenu", (event) => {
    if (isTouch || hand.mark(squareAt(event.clientX, event.clientY))) event.preventDefault();
  });
}
