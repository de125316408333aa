/** A book: a page of region puzzles in one file, played without a server. */

import { questionOf } from "./asking.js";
import { createAttempt } from "./attempt.js";
import { createBoard } from "./board.js";
import { createBookServer } from "./bookserver.js";
import { createContents } from "./contents.js";
import { dayText } from "./days.js";
import { understood } from "./documents.js";
import { say } from "./dom.js";
import { createEditing } from "./editing.js";
import { createGlyphs } from "./glyphs.js";
import { icon } from "./icons.js";
import { keepJudging } from "./judging.js";
import { keepPage, putBack } from "./keeping.js";
import { takeUndoKeys } from "./keyboard.js";
import { drawBoard } from "./stage.js";
import { firstState } from "./state.js";
import { createStore, puzzleOf } from "./store.js";
import { createTheme } from "./theme.js";
import { createVoices, hushInTime } from "./voices.js";

const byId = (id) => document.getElementById(id);

/** The book that the page holds, with each puzzle as the page draws it. */
function readBook() {
  const book = JSON.parse(byId("book").textContent);
  return { ...book, entries: book.entries.map((entry) => ({ ...entry, puzzle: understood(entry.puzzle) })) };
}

/** The place of the puzzle that the address names by its number, or else of today's, or of the first. */
function placeInAddress({ entries }) {
  const today = dayText(new Date());
  const at = Number(location.hash.slice(1)) - 1;
  if (at in entries && !(entries[at].day > today)) return at;
  return Math.max(0, entries.findLastIndex(({ day }) => day <= today));
}

function open() {
  createTheme(byId("theme"));
  const book = readBook();
  const { puzzle } = book.entries[placeInAddress(book)];
  const store = createStore({ ...firstState(puzzle), mode: "try", about: book.about });
  const voices = createVoices({ calm: byId("calm"), alarm: byId("alarm"), whisper: byId("whisper") });
  const rows = (puzzle) => JSON.stringify(puzzle.rows);
  const server = createBookServer((puzzle) => book.entries.find((entry) => rows(entry.puzzle) === rows(puzzle)));
  const glyphs = createGlyphs(byId("glyphs"));
  glyphs.learn(book.about.pieces);
  const board = createBoard(byId("board"), glyphs);
  const editing = createEditing(store, voices.announce);
  const context = { store, server, voices, glyphs, board, editing, book, createSupply: createContents };
  hushInTime(store, voices);
  drawBoard({ root: byId("board"), told: byId("square") }, context);
  const ask = (state) => say(byId("question"), questionOf(puzzleOf(state), glyphs.name));
  store.subscribe(ask);
  ask(store.state);
  createUndo(store, editing);
  const contents = createAttempt(byId("try"), context);
  const show = () => contents.show(placeInAddress(book));
  show();
  window.addEventListener("hashchange", show);
  keepJudging(store, server, voices);
  putBack(store, () => {}); // a book keeps no answers
  keepPage(store);
  takeUndoKeys(context);
}

function createUndo(store, editing) {
  const [undo, redo] = ["undo", "redo"].map(byId);
  undo.append(icon("undo"));
  redo.append(icon("redo"));
  undo.addEventListener("click", editing.undo);
  redo.addEventListener("click", editing.redo);
  const update = ({ attempt }) => {
    undo.disabled = attempt.past.length === 0;
    redo.disabled = attempt.future.length === 0;
  };
  store.subscribe(update);
  update(store.state);
}

open();
