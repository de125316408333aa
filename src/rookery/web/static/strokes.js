/** Strokes of mouse, pen or finger over the board, as the squares that they pass. */

import { squaresBetween } from "./squares.js";

/**
 * Tell of strokes.
 *
 * @param {SVGSVGElement} root
 * @param {(x: number, y: number) => {row: number, column: number}} squareAt
 * @param {{begin: (square: object) => void, pass: (square: object) => void, end: (square?: object) => void}} hand
 */
export function followStrokes(root, squareAt, hand) {
  let pointer = null;
  let last = null;

  root.addEventListener("pointerdown", (event) => {
    if (!event.isPrimary || event.button !== 0) return;
    pointer = event.pointerId;
    root.setPointerCapture(pointer);
    last = squareAt(event.clientX, event.clientY);
    hand.begin(last);
  });

  root.addEventListener("pointermove", (event) => {
    if (event.pointerId !== pointer) return;
    const square = squareAt(event.clientX, event.clientY);
    if (square.row === last.row && square.column === last.column) return;
    for (const passed of squaresBetween(last, square).slice(1)) hand.pass(passed);
    last = square;
  });

  root.addEventListener("pointerup", (event) => {
    if (event.pointerId !== pointer) return;
    pointer = null;
    hand.end(squareAt(event.clientX, event.clientY));
  });
  root.addEventListener("pointercancel", (event) => {
    if (event.pointerId !== pointer) return;
    pointer = null;
    hand.end();
  });
}
