/** The page, put together: one state, the parts that draw it, and what the hand does. */

import { createAnswer } from "./answer.js";
import { createAttempt } from "./attempt.js";
import { keepAddress } from "./address.js";
import { createBoard } from "./board.js";
import { createDrawing } from "./drawing.js";
import { createEditing, firstAttempt } from "./editing.js";
import { FAMILIES, familyOf } from "./families.js";
import { createGlyphs, iconOf } from "./glyphs.js";
import { began } from "./history.js";
import { fill, html, say, set } from "./dom.js";
import { icon } from "./icons.js";
import { isField, timeStep } from "./keys.js";
import { keepJudging } from "./judging.js";
import { overlayOf } from "./overlay.js";
import { UNLISTED, createPlacements } from "./placements.js";
import { opening, sides } from "./puzzle.js";
import { cellWords, sceneOf } from "./scene.js";
import { fragmentOf } from "./share.js";
import { createServer } from "./server.js";
import { createSharing } from "./sharing.js";
import { createSolving, isCounted } from "./solving.js";
import { changed, createStore, puzzleOf } from "./store.js";
import { followStrokes } from "./strokes.js";
import { createTexts, fillKinds } from "./texts.js";
import { createTheme } from "./theme.js";
import { tokenOf } from "./token.js";
import { isOn } from "./squares.js";
import { createVoices } from "./voices.js";

const FIRST_FAMILY = "queens";
const CLEAR_LINES = 150;
const SECONDS = [1, 5, 10, 30, 60, 300];
const MODES = ["draw", "answer", "try"];

const byId = (id) => document.getElementById(id);

function firstState() {
  const puzzle = opening(FIRST_FAMILY);
  return {
    about: null,
    edits: began(puzzle),
    attempt: firstAttempt(puzzle),
    mode: "draw",
    brush: { paint: "given", piece: "Q", weight: 50, group: 1, kind: 0 },
    cursor: { row: 0, column: 0 },
    seconds: 10,
    run: null,
    trace: [],
    result: null,
    chosen: 0,
    listing: UNLISTED,
    step: null,
    playing: false,
    verdict: null,
    lines: true,
    collection: [],
  };
}

function open() {
  createTheme(byId("theme"));
  const store = createStore(firstState());
  const voices = createVoices({ calm: byId("calm"), alarm: byId("alarm"), whisper: byId("whisper") });
  const server = createServer(tokenOf(fragmentOf(location.hash).token));
  const glyphs = createGlyphs(byId("glyphs"));
  const board = createBoard(byId("board"), glyphs);
  const editing = createEditing(store, voices.announce);
  const solving = createSolving(store, server, voices.complain);
  const placements = createPlacements(store, server, voices.complain);
  const texts = createTexts(byId("texts"), { server, take: (puzzles, warnings) => takeTexts(puzzles, warnings) });
  const context = { store, server, voices, glyphs, editing, solving, placements, texts, pieceList: "piece-list" };
  const show = (puzzle) => {
    store.set({ mode: "draw" });
    editing.setPuzzle(puzzle);
  };

  function takeTexts(puzzles, warnings) {
    store.set({ collection: puzzles });
    show(puzzles[0]);
    voices.announce(warnings.join(" ") || "The text is on the board.");
  }

  drawBoard(context, board);
  keepLines(store);
  createFamilies(byId("families"), { ...context, show });
  createModes(store);
  createBar(context);
  createDrawing(byId("draw"), context);
  createAnswer(byId("answer"), context);
  createAttempt(byId("try"), context);
  createSharing(byId("sharing"), context);
  keepJudging(store, server, voices);
  keepAddress(store, { show, complain: voices.complain });
  takeKeys(context);
  fillKinds(byId("texts").querySelector("select"));
  createHelp();
  learn(context, board);
}

/** Draw the board whenever what it shows changes, and answer the hand. */
function drawBoard({ store, glyphs, editing, voices }, board) {
  const root = byId("board");
  let scene = null;

  function draw(state) {
    scene = sceneOf(puzzleOf(state), overlayOf(state), glyphs.name);
    board.draw(scene);
    set(root, "aria-label", `${familyOf(puzzleOf(state)).title}, ${scene.rows} by ${scene.columns} squares`);
    set(root, "class", `board ${state.mode}`);
  }

  function point(square) {
    board.point(square);
    say(byId("square"), cellWords(scene, square.row, square.column));
  }

  // "about" brings the pieces' names, which stand in the squares' words.
  const parts = ["edits", "attempt", "mode", "result", "chosen", "listing", "step", "verdict", "lines", "about"];
  store.subscribe((state, before) => {
    if (changed(state, before, ...parts)) draw(state);
    if (changed(state, before, "cursor", ...parts)) point(state.cursor);
  });
  draw(store.state);
  point(store.state.cursor);

  followStrokes(root, board.squareAt, editing);
  root.addEventListener("pointermove", (event) => {
    const square = board.squareAt(event.clientX, event.clientY);
    if (event.pointerType === "mouse" && isOn(square, scene)) say(byId("square"), cellWords(scene, square.row, square.column));
  });
  root.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || !editing.key(event)) return;
    event.preventDefault();
    const { row, column } = store.state.cursor;
    if (!event.key.startsWith("Arrow") || event.shiftKey) voices.whisper(cellWords(scene, row, column));
  });
}

/** Lines of attack are shown at first where there is room for them. */
function keepLines(store) {
  store.subscribe((state, before) => {
    const [now, then] = [sides(puzzleOf(state)), sides(puzzleOf(before))];
    const squares = now.rows * now.columns;
    if (squares !== then.rows * then.columns) store.set({ lines: squares <= CLEAR_LINES });
  });
}

/** The choice of a family; each is left as it was when the reader comes back. */
function createFamilies(root, { store, glyphs, show }) {
  const left = new Map();
  const buttons = Object.entries(FAMILIES).map(([family, { title }]) => {
    const choose = () => {
      if (puzzleOf(store.state).family !== family) show(left.get(family) ?? opening(family));
    };
    return html("button.family", { type: "button", "data-family": family, onclick: choose }, html("span.icon"), html("span", {}, title));
  });
  root.append(...buttons);

  function update(state) {
    const { family } = puzzleOf(state);
    left.set(family, puzzleOf(state));
    for (const one of buttons) set(one, "aria-current", one.dataset.family === family ? "true" : null);
    say(byId("question"), FAMILIES[family].question);
  }

  store.subscribe((state, before) => {
    if (state.edits.present !== before.edits.present) update(state);
    if (state.about !== before.about) {
      for (const one of buttons) fill(one.firstChild, iconOf(glyphs, FAMILIES[one.dataset.family].icon));
    }
  });
  update(store.state);
}

/** The tabs draw, answer and try, with arrow keys as tabs have them. */
function createModes(store) {
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

/** The bar above the board: undo, redo, how long, solve and stop. */
function createBar({ store, editing, solving, placements }) {
  const [undo, redo, seconds, solve] = ["undo", "redo", "seconds", "solve"].map(byId);
  undo.append(icon("undo"));
  redo.append(icon("redo"));
  undo.addEventListener("click", editing.undo);
  redo.addEventListener("click", editing.redo);
  seconds.addEventListener("change", () => store.set({ seconds: Number(seconds.value) }));
  solve.addEventListener("click", () => {
    if (store.state.run) return solving.stop();
    const puzzle = puzzleOf(store.state);
    solving.start();
    return isCounted(puzzle) ? placements.show(0) : undefined;
  });

  function update(state) {
    const history = state.mode === "try" ? state.attempt : state.edits;
    undo.disabled = history.past.length === 0;
    redo.disabled = history.future.length === 0;
    say(solve, state.run ? "Stop" : "Solve");
    set(solve, "class", state.run ? "primary stop" : "primary");
    const most = state.about?.limits.seconds ?? 60;
    const offered = SECONDS.filter((number) => number <= most);
    if (seconds.options.length !== offered.length) {
      fill(seconds, ...offered.map((number) => html("option", { value: number }, `${number} s`)));
    }
    seconds.value = state.seconds;
  }
  store.subscribe(update);
  update(store.state);
}

/** Keys that work all over the page. */
function takeKeys({ store, editing }) {
  document.addEventListener("keydown", (event) => {
    if (document.querySelector("dialog[open]")) return;
    if ((event.ctrlKey || event.metaKey) && event.key === "Enter") {
      event.preventDefault();
      byId("solve").click();
      return;
    }
    const step = timeStep(event);
    if (!step || isField(event.target)) return;
    event.preventDefault();
    if (step < 0) editing.undo();
    else editing.redo();
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

function createHelp() {
  const dialog = byId("helping");
  byId("help").addEventListener("click", () => dialog.showModal());
  dialog.querySelector(".close").addEventListener("click", () => dialog.close());
}

/** Ask the server what it is; the board does not wait for it, only the pieces' pictures do. */
async function learn({ store, server, glyphs, voices }, board) {
  try {
    const about = await server.about();
    glyphs.learn(about.pieces);
    fill(byId("piece-list"), ...glyphs.all().map(({ name }) => html("option", { value: name })));
    const seconds = Math.min(store.state.seconds, about.limits.seconds);
    store.set({ about, seconds });
    say(byId("version"), `rookery ${about.version}`);
    board.redraw();
  } catch (error) {
    voices.complain(error.message);
  }
}

open();
