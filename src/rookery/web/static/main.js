/** The page, put together: one state, the parts that draw it, and what the hand does. */

import { createAnswer } from "./answer.js";
import { createAttempt } from "./attempt.js";
import { keepAddress } from "./address.js";
import { createBar } from "./bar.js";
import { createBoard } from "./board.js";
import { createFamilies } from "./choice.js";
import { createCounting } from "./counting.js";
import { createDrawing } from "./drawing.js";
import { createEditing } from "./editing.js";
import { familyOf } from "./families.js";
import { createGlyphs } from "./glyphs.js";
import { fill, html, say } from "./dom.js";
import { keepJudging } from "./judging.js";
import { keepPage, putBack } from "./keeping.js";
import { takeKeys } from "./keyboard.js";
import { createPlacements } from "./placements.js";
import { newPuzzle } from "./newpuzzle.js";
import { opening } from "./puzzle.js";
import { fragmentOf } from "./share.js";
import { createServer, tokenOf } from "./server.js";
import { createSharing } from "./sharing.js";
import { createSolving } from "./solving.js";
import { drawBoard, keepLines } from "./stage.js";
import { firstState } from "./state.js";
import { createStore } from "./store.js";
import { createModes } from "./tabs.js";
import { createTexts, fillKinds } from "./texts.js";
import { createTheme } from "./theme.js";
import { createWelcome } from "./welcome.js";
import { createVoices, hushInTime } from "./voices.js";

const FIRST_FAMILY = "queens";
const byId = (id) => document.getElementById(id);

function open() {
  createTheme(byId("theme"));
  const store = createStore(firstState(opening(FIRST_FAMILY)));
  const voices = createVoices({ calm: byId("calm"), alarm: byId("alarm"), whisper: byId("whisper") });
  const server = createServer(tokenOf(fragmentOf(location.hash).token));
  const glyphs = createGlyphs(byId("glyphs"));
  const board = createBoard(byId("board"), glyphs);
  const editing = createEditing(store, voices.announce);
  const solving = createSolving(store, server, voices.complain);
  const counting = createCounting(store, server, voices.complain);
  const placements = createPlacements(store, server, voices.complain);
  const texts = createTexts(byId("texts"), { server, take: (puzzles, warnings) => takeTexts(puzzles, warnings) });
  const context = { store, server, voices, glyphs, board, editing, solving, counting, placements, texts, pieceList: "piece-list" };
  const show = (puzzle) => {
    store.set({ mode: "draw" });
    editing.setPuzzle(puzzle);
    board.reveal();
  };

  /** Show a puzzle of a link: one that is meant to be played is ready for it. */
  function play(puzzle) {
    show(puzzle);
    if (familyOf(puzzle).stars) store.set({ mode: "try" });
  }

  /** Show a puzzle of a chosen family; in place of the sample of a game comes the puzzle of the day. */
  function choose(puzzle) {
    play(puzzle);
    if (familyOf(puzzle).stars && JSON.stringify(puzzle) === JSON.stringify(opening("regions"))) daily.today();
  }

  function takeTexts(puzzles, warnings) {
    store.set({ collection: puzzles });
    show(puzzles[0]);
    voices.announce(warnings.join(" ") || "The text is on the board.");
  }

  hushInTime(store, voices);
  drawBoard({ root: byId("board"), told: byId("square") }, context);
  keepLines(store);
  createFamilies({ root: byId("families"), question: byId("question"), terms: byId("terms") }, { ...context, show: choose });
  createModes(store);
  createBar(context);
  createDrawing(byId("draw"), { ...context, show });
  createAnswer(byId("answer"), context);
  const daily = createAttempt(byId("try"), { ...context, createSupply: newPuzzle });
  createSharing(byId("sharing"), context);
  keepJudging(store, server, voices);
  const actions = {
    play: () => choose(opening("regions")),
    solve: () => store.set({ mode: "draw" }),
    tours: () => show(opening("tour")),
    covers: () => show(opening("cover")),
    count() {
      show(opening("queens"));
      solving.start();
    },
  };
  const places = { root: byId("welcome"), main: document.querySelector("main"), home: byId("home"), families: byId("families") };
  const welcome = createWelcome(places, context, actions);
  welcome.greet(Boolean(fragmentOf(location.hash).puzzle));
  keepAddress(store, { show: play, complain: voices.complain }).then(() => {
    putBack(store, solving.remember);
    keepPage(store);
  });
  takeKeys(context);
  fillKinds(byId("texts").querySelector("select"));
  createHelp();
  learn(context);
}

function createHelp() {
  const dialog = byId("helping");
  byId("help").addEventListener("click", () => dialog.showModal());
  dialog.querySelector(".close").addEventListener("click", () => dialog.close());
}

/** Ask the server what it is; the board does not wait for it, only the pieces' pictures do. */
async function learn({ store, server, glyphs, voices, board }) {
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
