/** The pieces' pictures, which the server sends once, as symbols that the page's drawings use. */

import { svg } from "./dom.js";

/** How many colours regions have; further ones begin anew. */
export const TINTS = 12;

const MOST_LETTERS = 4;
const SIZES = [9.5, 7, 5, 4.2];
const SIGNS = {
  region: "M1.5 1.5h13v13h-13z",
  star: "M8 1.3l2 4.5 4.9.5-3.7 3.3 1.1 4.8L8 11.9l-4.3 2.5 1.1-4.8L1.1 6.3 6 5.8z",
  out: "M3 3l10 10M13 3L3 13",
  ruled: "M5.4 5.4l5.2 5.2M10.6 5.4l-5.2 5.2",
  move: "M8 1.2l2.4 2.6H8.9v3.3h3.3V5.6L14.8 8l-2.6 2.4V8.9H8.9v3.3h1.5L8 14.8l-2.4-2.6h1.5V8.9H3.8v1.5L1.2 8l2.6-2.4v1.5h3.3V3.8H5.6z",
  spared: "M8 3.2a4.8 4.8 0 1 0 .01 0zM4.7 4.7l6.6 6.6",
  erase: "M4.2 11.2l6-7.4 3.6 2.9-6 7.4H6.4z",
  blocked: "M3.5 3.5l9 9M12.5 3.5l-9 9",
  wall: "M1.5 1.5h13v13h-13z",
  target: "M8 1.7a6.3 6.3 0 1 0 .01 0z",
  either: "M8 1.7a6.3 6.3 0 1 0 .01 0z",
  guarded: "M8 4.4a3.6 3.6 0 1 0 .01 0z",
  goal: "M4 2h9l-2.5 3L13 8H5.6v6H4z",
  standing: "M1 2.5A1.5 1.5 0 0 1 2.5 1h11A1.5 1.5 0 0 1 15 2.5v11a1.5 1.5 0 0 1-1.5 1.5h-11A1.5 1.5 0 0 1 1 13.5z",
  weight: "M5.2 6.2h5.6l2.2 7.4H3zM8 2.2a2 2 0 1 0 .01 0z",
};

/**
 * Make the store of symbols.
 *
 * @param {SVGSVGElement} host a hidden drawing that keeps them
 */
export function createGlyphs(host) {
  const names = new Map();
  const betzas = new Map(); // by name in small letters, other names too
  const known = new Set();
  let learned = false;

  const add = (betza, ...children) => {
    known.add(betza);
    const id = idOf(betza);
    document.getElementById(id)?.remove();
    host.append(svg("symbol", { id, viewBox: "0 0 16 16", overflow: "visible" }, ...children));
  };

  return {
    /** Take over the server's pieces: `{betza, name, glyph}`. */
    learn(pieces) {
      learned = true;
      for (const { betza, name, glyph } of pieces) {
        betzas.set(name.toLowerCase(), betza);
        if (names.has(betza)) continue; // the first name is the usual one
        names.set(betza, name);
        const drawn = new DOMParser().parseFromString(
          `<svg xmlns="http://www.w3.org/2000/svg">${glyph}</svg>`,
          "image/svg+xml",
        );
        add(betza, ...document.importNode(drawn.documentElement, true).childNodes);
      }
    },

    /** The address of a piece's symbol; one without a picture is a disc with its notation. */
    href(betza) {
      if (learned && !known.has(betza)) add(betza, ...lettered(betza));
      return `#${idOf(betza)}`;
    },

    /** The name of a piece in words, or its notation. */
    name: (betza) => names.get(betza) ?? betza,

    /** The notation of a name or a notation that is known here; null of any other. */
    known: (text) => (names.has(text) ? text : (betzas.get(text.toLowerCase()) ?? null)),

    /** All names, for lists to choose from. */
    all: () => [...names].map(([betza, name]) => ({ betza, name })),
  };
}

function lettered(betza) {
  const letters = betza.length <= MOST_LETTERS ? betza : `${betza.slice(0, MOST_LETTERS - 1)}…`;
  const size = SIZES[Math.min(letters.length, MOST_LETTERS) - 1] ?? SIZES[0];
  const text = svg("text", {
    x: 8,
    y: 8 + size * 0.36,
    "font-size": size,
    "font-weight": "bold",
    "text-anchor": "middle",
    fill: "currentColor",
    stroke: "none",
  });
  text.textContent = letters;
  return [svg("circle", { cx: 8, cy: 8, r: 7 }), text];
}

function idOf(betza) {
  return `glyph-${[...betza].map((letter) => (/[a-z0-9]/i.test(letter) ? letter : `-${letter.charCodeAt(0)}`)).join("")}`;
}

/** A small drawing of a piece, for buttons and lists. */
export function pieceIcon(glyphs, betza, theirs = false) {
  return svg(
    "svg.icon",
    { viewBox: "-1 -1 18 18", "aria-hidden": "true" },
    svg(`use.${theirs ? "theirs" : "ours"}`, { href: glyphs.href(betza), width: 16, height: 16 }),
  );
}

/** The drawing of a paint or a family: a piece or a sign. */
export function iconOf(glyphs, { betza, sign, theirs, tint }) {
  if (betza) return pieceIcon(glyphs, betza, theirs);
  const icon = signIcon(sign);
  if (tint !== undefined) icon.classList.add(`tint-${tint % TINTS}`);
  return icon;
}

/** A small drawing of a sign of the board. */
function signIcon(sign) {
  return svg(`svg.icon.sign.${sign}`, { viewBox: "-1 -1 18 18", "aria-hidden": "true" }, svg("path", { d: SIGNS[sign] }));
}

/** The path of a sign. */
export function signPath(sign) {
  return SIGNS[sign];
}
