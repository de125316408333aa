/** Pieces and signs dragged from their buttons to the board, by mouse or pen; fingers scroll there. */

import { html } from "./dom.js";

const CLICK = 6;

/**
 * Let a button's picture be dragged.
 *
 * @param {HTMLElement} button
 * @param {{choose: () => void, drop: (x: number, y: number) => void}} hand what a drag begins and
 *   ends with
 */
export function dragFrom(button, { choose, drop }) {
  let start = null;
  let ghost = null;

  button.addEventListener("pointerdown", (event) => {
    if (event.pointerType === "touch" || event.button !== 0) return;
    start = { x: event.clientX, y: event.clientY };
    button.setPointerCapture(event.pointerId);
  });

  button.addEventListener("pointermove", (event) => {
    if (!start) return;
    if (!ghost && Math.hypot(event.clientX - start.x, event.clientY - start.y) > CLICK) {
      choose();
      ghost = raise(button.querySelector(".icon"));
    }
    ghost?.move(event.clientX, event.clientY);
  });

  button.addEventListener("pointerup", (event) => {
    if (ghost) drop(event.clientX, event.clientY);
    end();
  });
  button.addEventListener("pointercancel", end);

  function end() {
    start = null;
    ghost?.remove();
    ghost = null;
  }
}

/** A copy of a picture that follows the pointer. */
export function raise(picture) {
  const ghost = html("div.ghost", { "aria-hidden": "true" }, picture.cloneNode(true));
  document.body.append(ghost);
  return {
    move(x, y) {
      ghost.style.transform = `translate(${x}px, ${y}px)`;
    },
    remove: () => ghost.remove(),
  };
}
