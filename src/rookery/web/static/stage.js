/** The board on the page: drawn anew whenever what it shows changes, and answering the hand. */

import { raise } from "./dragging.js";
import { say, set } from "./dom.js";
import { familyOf } from "./families.js";
import { pieceIcon } from "./glyphs.js";
import { overlayOf } from "./overlay.js";
import { sides } from "./puzzle.js";
import { cellWords, sceneOf } from "./scene.js";
import { isOn } from "./squares.js";
import { changed, puzzleOf } from "./store.js";
import { followStrokes } from "./strokes.js";

const CLEAR_LINES = 150;

/** Draw the board whenever what it shows changes, and answer the hand. */
export function drawBoard({ root, told }, { store, glyphs, editing, voices, board }) {
  let scene = null;

  function draw(state) {
    scene = sceneOf(puzzleOf(state), overlayOf(state), glyphs.name);
    board.draw(scene);
    set(root, "aria-label", `${familyOf(puzzleOf(state)).title}, ${scene.rows} by ${scene.columns} squares`);
    set(root, "class", `board ${state.mode}`);
  }

  function point(square) {
    board.point(square);
    if (root.matches(":focus, :hover")) tell(square);
  }

  const tell = (square) => say(told, cellWords(scene, square.row, square.column));

  // "about" brings the pieces' names, which stand in the squares' words.
  const parts = ["edits", "attempt", "mode", "result", "chosen", "listing", "step", "verdict", "lines", "about", "hint", "ruling"];
  store.subscribe((state, before) => {
    if (changed(state, before, ...parts)) draw(state);
    if (changed(state, before, "cursor", ...parts)) point(state.cursor);
  });
  draw(store.state);
  board.point(store.state.cursor);

  followStrokes(root, board.squareAt, {
    ...carryingHand({ root, editing, picture: (square) => pictureOf(scene, square, glyphs) }),
    mark: editing.mark,
  });
  root.addEventListener("pointermove", (event) => {
    const square = board.squareAt(event.clientX, event.clientY);
    if (event.pointerType === "mouse" && isOn(square, scene)) tell(square);
  });
  root.addEventListener("pointerleave", () => say(told, ""));
  root.addEventListener("focus", () => tell(store.state.cursor));
  root.addEventListener("blur", () => say(told, ""));
  root.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || !editing.key(event)) return;
    event.preventDefault();
    const { row, column } = store.state.cursor;
    if (!event.key.startsWith("Arrow") || event.shiftKey) voices.whisper(cellWords(scene, row, column));
  });
}

/** The hand that edits, with a picture at the pointer of what it carries. */
function carryingHand({ root, editing, picture }) {
  let carried = null;
  let ghost = null;
  root.addEventListener("pointermove", ({ clientX, clientY }) => ghost?.move(clientX, clientY));
  const letGo = () => {
    ghost?.remove();
    ghost = null;
  };
  return {
    begin(square) {
      editing.begin(square);
      carried = editing.carries() ? picture(square) : null;
    },
    pass(square) {
      editing.pass(square);
      if (carried && !ghost) ghost = raise(carried);
    },
    end(square) {
      letGo();
      editing.end(square);
    },
  };
}

/** The picture of the piece on a square; null of an empty one. */
function pictureOf({ cells, columns, mover }, { row, column }, glyphs) {
  const stand = cells[row * columns + column]?.stand;
  if (stand) return pieceIcon(glyphs, stand.betza, stand.side === "theirs");
  const isMover = mover && mover.square.row === row && mover.square.column === column;
  return isMover ? pieceIcon(glyphs, mover.betza) : null;
}

/** Lines of attack are shown at first where there is room for them. */
export function keepLines(store) {
  store.subscribe((state, before) => {
    const [now, then] = [sides(puzzleOf(state)), sides(puzzleOf(before))];
    const squares = now.rows * now.columns;
    if (squares !== then.rows * then.columns) store.set({ lines: squares <= CLEAR_LINES });
  });
}
