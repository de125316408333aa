/** Keys that work all over the page, and texts that are pasted anywhere on it. */

import { isField, timeStep } from "./keys.js";

const byId = (id) => document.getElementById(id);

/** Take the keys that undo and redo. */
export function takeUndoKeys({ editing }) {
  document.addEventListener("keydown", (event) => {
    if (document.querySelector("dialog[open]")) return;
    const step = timeStep(event);
    if (!step || isField(event.target)) return;
    event.preventDefault();
    if (step < 0) editing.undo();
    else editing.redo();
  });
}

/** Take all keys of the page, and pasted texts. */
export function takeKeys(context) {
  takeUndoKeys(context);
  document.addEventListener("keydown", (event) => {
    if (document.querySelector("dialog[open]")) return;
    if (!(event.ctrlKey || event.metaKey) || event.key !== "Enter") return;
    event.preventDefault();
    byId("solve").click();
  });
  document.addEventListener("paste", (event) => {
    if (isField(event.target) || document.querySelector("dialog[open]")) return;
    const text = event.clipboardData.getData("text/plain");
    if (text.trim() === "") return;
    event.preventDefault();
    const dialog = byId("texts");
    dialog.querySelector("textarea").value = text;
    dialog.showModal();
    dialog.querySelector("button.primary").click();
  });
}
