/** Puzzles from text: pasted, typed, opened from a file or dropped on the page. */

import { html, say, set } from "./dom.js";
import { understood } from "./documents.js";
import { linkedPuzzle, unpacked } from "./share.js";
import { sentence } from "./words.js";

const LARGEST = 1_000_000;

/**
 * Make the dialogue for texts.
 *
 * @param {HTMLDialogElement} dialog
 * @param {{take: (puzzles: object[], warnings: string[]) => void, server: object}} parts
 */
export function createTexts(dialog, { take, server }) {
  const [text, kind, file, fault, read] = ["textarea", "select", "input[type=file]", ".fault", "button.primary"].map((one) =>
    dialog.querySelector(one),
  );

  async function load(content) {
    say(fault, "");
    text.removeAttribute("aria-invalid");
    read.disabled = true;
    try {
      const { puzzles, warnings } = await parsed(content, kind.value || null, server);
      take(puzzles, warnings);
      dialog.close();
    } catch (error) {
      say(fault, placed(error));
      set(text, "aria-invalid", "true");
      point(text, error.place);
    } finally {
      read.disabled = false;
    }
  }

  async function loadFile(chosen) {
    if (!chosen) return;
    if (!dialog.open) dialog.showModal();
    if (chosen.size > LARGEST) {
      say(fault, `The file is too large: ${Math.ceil(chosen.size / 1000)} kB, where at most ${LARGEST / 1000} kB are read.`);
      return;
    }
    text.value = await chosen.text();
    await load(text.value);
  }

  read.addEventListener("click", () => load(text.value));
  file.addEventListener("change", () => {
    loadFile(file.files[0]);
    file.value = "";
  });
  dialog.querySelector(".close").addEventListener("click", () => dialog.close());
  acceptDrops(document.documentElement, { loadFile, load, text, dialog });

  return {
    open() {
      say(fault, "");
      dialog.showModal();
      text.focus();
      text.select();
    },
    load,
  };
}

async function parsed(content, kind, server) {
  if (content.trim() === "") throw new Error("There is no text yet. Paste one, or open a file.");
  const isJson = /^\s*\{/.test(content);
  const data = isJson ? dataOf(content) : null;
  if (data) return { puzzles: [understood(data.puzzle ?? data)], warnings: [] };
  const link = linkedPuzzle(content);
  if (link) return { puzzles: [await unpacked(link)], warnings: [] };
  const { puzzles, warnings } = await server.read(content, isJson ? "json" : kind);
  if (!puzzles.length) throw new Error("The text contains no puzzle.");
  return { puzzles: puzzles.map(understood), warnings };
}

/** A single JSON document; null for lines of them and for faults, which the server places. */
function dataOf(content) {
  try {
    return JSON.parse(content);
  } catch {
    return null;
  }
}

/** A fault with its place in front: "Line 5, column 3: expected ...". */
function placed({ message, place }) {
  return place ? sentence(`${place}: ${message[0].toLowerCase()}${message.slice(1)}`) : message;
}

/** Select the place of a fault, such as `line 3, column 14`. */
function point(text, place) {
  const match = /line (\d+), column (\d+)$/.exec(place ?? "");
  if (!match) return;
  const lines = text.value.split("\n");
  const before = lines.slice(0, match[1] - 1).reduce((sum, line) => sum + line.length + 1, 0);
  const start = before + Number(match[2]) - 1;
  text.focus();
  text.setSelectionRange(start, start + 1);
}

function acceptDrops(root, { loadFile, load, text, dialog }) {
  root.addEventListener("dragover", (event) => {
    event.preventDefault();
    set(root, "data-dropping", true);
  });
  root.addEventListener("dragleave", (event) => {
    if (event.relatedTarget === null) set(root, "data-dropping", false);
  });
  root.addEventListener("drop", (event) => {
    event.preventDefault();
    set(root, "data-dropping", false);
    const [chosen] = event.dataTransfer.files;
    if (chosen) return loadFile(chosen);
    text.value = event.dataTransfer.getData("text/plain");
    if (!dialog.open) dialog.showModal();
    return load(text.value);
  });
}

/** The kinds of text that can be read, for the choice in the dialogue. */
const KINDS = [
  ["", "Detect automatically"],
  ["eight-queens", "Eight queens (UVa 750)"],
  ["sultan", "Sultan’s chessboards (UVa 167)"],
  ["traveling-queen", "Traveling queen (TUD 2006)"],
  ["showdown", "Showdown (SPOJ CHE)"],
  ["json", "JSON"],
];

/** Fill the choice of kinds. */
export function fillKinds(select) {
  select.append(...KINDS.map(([value, words]) => html("option", { value }, words)));
}
