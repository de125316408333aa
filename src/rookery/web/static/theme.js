/** Light and dark: as the system has it, until the reader chooses. */

import { set } from "./dom.js";
import { keptForGood } from "./kept.js";

const theme = keptForGood("rookery-theme");

/** Make a button that turns the page from light to dark and back. */
export function createTheme(button) {
  const root = document.documentElement;
  const system = matchMedia("(prefers-color-scheme: dark)");
  const isDark = () => (root.dataset.theme ? root.dataset.theme === "dark" : system.matches);

  function show() {
    set(button, "aria-label", isDark() ? "Light colours" : "Dark colours");
    set(button, "title", isDark() ? "Light colours" : "Dark colours");
  }

  const kept = theme.read();
  if (kept === "light" || kept === "dark") root.dataset.theme = kept;
  button.addEventListener("click", () => {
    root.dataset.theme = isDark() ? "light" : "dark";
    theme.write(root.dataset.theme);
    show();
  });
  system.addEventListener("change", show);
  show();
}
