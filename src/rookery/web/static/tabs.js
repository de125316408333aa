/** The tabs draw, answer and try, with arrow keys as tabs have them. */

import { set } from "./dom.js";

const MODES = ["draw", "answer", "try"];
const byId = (id) => document.getElementById(id);

/** Make the tabs. */
export function createModes(store) {
  const tabs = MODES.map((mode) => byId(`tab-${mode}`));
  tabs.forEach((tab, at) => {
    tab.addEventListener("click", () => store.set({ mode: MODES[at] }));
    tab.addEventListener("keydown", ({ key }) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[key];
      if (!step) return;
      const next = (at + step + tabs.length) % tabs.length;
      store.set({ mode: MODES[next] });
      tabs[next].focus();
    });
  });

  function update({ mode }) {
    tabs.forEach((tab, at) => {
      const on = MODES[at] === mode;
      set(tab, "aria-selected", on ? "true" : "false");
      set(tab, "tabindex", on ? 0 : -1);
      byId(MODES[at]).hidden = !on;
    });
  }
  store.subscribe((state, before) => {
    if (state.mode !== before.mode) update(state);
  });
  update(store.state);
}
