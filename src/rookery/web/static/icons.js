/** The small drawings on buttons, for fonts lack these signs. */

import { svg } from "./dom.js";

const PATHS = {
  first: "M3 3h2v10H3zM13 3v10L6 8z",
  back: "M11.5 3v10l-7-5z",
  play: "M4.5 2.5v11l9-5.5z",
  pause: "M4 3h3v10H4zM9 3h3v10H9z",
  on: "M4.5 3v10l7-5z",
  last: "M3 3v10l7-5zM11 3h2v10h-2z",
  undo: "M6.5 2.5v3h2.6a4.2 4.2 0 0 1 0 8.4H5v-1.8h4.1a2.4 2.4 0 0 0 0-4.8H6.5v3L2 6.4z",
  redo: "M9.5 2.5v3H6.9a4.2 4.2 0 0 0 0 8.4H11v-1.8H6.9a2.4 2.4 0 0 1 0-4.8h2.6v3L14 6.4z",
};

/** A drawing by its name. */
export function icon(name) {
  return svg("svg.small-icon", { viewBox: "0 0 16 16", "aria-hidden": "true" }, svg("path", { d: PATHS[name] }));
}
