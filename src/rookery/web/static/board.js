/**
 * The board as a drawing. It is built once for its size; afterwards only the squares that differ
 * are drawn anew, so that a click is answered at once on the largest board.
 */

import { arrowAround, leaves, wayBetween } from "./around.js";
import { UNIT, arrow, centre } from "./arrows.js";
import { fill, set, svg } from "./dom.js";
import { TINTS, signPath } from "./glyphs.js";
import { movesOf, numbersOf } from "./paths.js";
import { cellWords } from "./scene.js";
import { fileName } from "./squares.js";

const MARGIN = 3;
const DIGIT = 3.4;
const LETTERS = 5;
const HEAT = 0.85;
const SMALLER = 0.68;
const LABEL = 5.2;
const LABEL_ROOM = 21;

/**
 * Make a board.
 *
 * @param {SVGSVGElement} root a drawing with the role of a grid
 * @param {object} glyphs
 */
export function createBoard(root, glyphs) {
  const layers = Object.fromEntries(
    ["coordinates", "squares", "lines", "pieces", "path", "mover", "numbers", "cursor"].map((name) => [name, svg(`g.${name}`)]),
  );
  for (const [name, layer] of Object.entries(layers)) if (name !== "squares") set(layer, "aria-hidden", "true");
  root.append(...Object.values(layers));
  const cursor = svg("rect", { width: UNIT, height: UNIT, rx: 1 });
  layers.cursor.append(cursor);
  let drawn = null;
  let cells = [];

  function build(scene) {
    const { rows, columns } = scene;
    const left = MARGIN + DIGIT * String(rows).length;
    const foot = MARGIN + DIGIT + 1.2;
    const box = [-left, -1.5, columns * UNIT + left + 1.5, rows * UNIT + foot + 1.5];
    set(root, "viewBox", box.join(" "));
    root.style.setProperty("--ratio", box[2] / box[3]);
    root.style.setProperty("--columns", columns);
    set(root, "aria-rowcount", rows);
    set(root, "aria-colcount", columns);
    fill(layers.coordinates, ...coordinates(scene));
    cells = [];
    fill(layers.squares, ...Array.from({ length: rows }, (_, row) => rowOf(scene, row)));
    layers.squares.append(svg("g", { "aria-hidden": "true" }, ...framesOf(scene)));
    fill(layers.pieces, ...cells.map(({ top }) => top));
  }

  function rowOf({ rows, columns }, row) {
    const line = svg("g", { role: "row", "aria-rowindex": row + 1 });
    for (let column = 0; column < columns; column++) {
      const shade = (row + column - rows) % 2 ? "dark" : "light";
      const ground = svg(`rect.square.${shade}`, { x: column * UNIT, y: row * UNIT, width: UNIT, height: UNIT });
      const marks = svg("g", { transform: `translate(${column * UNIT} ${row * UNIT})` });
      const base = svg("g", { role: "gridcell", id: `square-${row}-${column}`, "aria-colindex": column + 1 }, ground, marks);
      const top = svg("g", { transform: `translate(${column * UNIT} ${row * UNIT})` });
      cells.push({ base, ground, marks, top, shade, key: "" });
      line.append(base);
    }
    return line;
  }

  function drawCell(scene, index) {
    const cell = scene.cells[index];
    const key = JSON.stringify(cell) + scene.small;
    const at = cells[index];
    if (at.key === key) return;
    at.key = key;
    set(at.ground, "class", `square ${cell.wall ? "wall" : scene.ruled ? "light ruled" : at.shade}`);
    fill(at.marks, ...marksOf(cell));
    fill(at.top, ...topOf(cell, scene.small));
    set(at.base, "aria-label", cellWords(scene, Math.floor(index / scene.columns), index % scene.columns));
  }

  function topOf(cell, small) {
    const parts = [];
    if (cell.edges?.top) parts.push(svg("path.edge", { d: `M0 0H${UNIT}` }));
    if (cell.edges?.left) parts.push(svg("path.edge", { d: `M0 0V${UNIT}` }));
    if (cell.stand) {
      const { betza, side } = cell.stand;
      const size = small ? UNIT * SMALLER : UNIT;
      parts.push(
        svg(`use.${side}${cell.verdict === "open" || cell.verdict === "clash" ? ".alarmed" : ""}`, {
          href: glyphs.href(betza),
          x: (UNIT - size) / 2,
          width: size,
          height: size,
        }),
      );
    }
    if (cell.star) parts.push(svg("path.star", { d: signPath("star") }));
    if (cell.label !== undefined) parts.push(labelOf(cell));
    if (cell.dot) parts.push(svg("circle.dot", { cx: 8, cy: 8, r: 2.4 }));
    if (cell.verdict === "open" || cell.verdict === "clash") {
      parts.push(svg("rect.fault", { x: 0.9, y: 0.9, width: 14.2, height: 14.2, rx: 2.5 }));
    }
    if (cell.verdict === "met") {
      parts.push(
        svg("g.met", {}, svg("circle", { cx: 13, cy: 3, r: 2.6 }), svg("path", { d: "M11.7 3.1l.9.9 1.7-1.9" })),
      );
    }
    return parts;
  }

  function draw(scene) {
    if (!drawn || ["rows", "columns", "wrap"].some((name) => scene[name] !== drawn[name])) build(scene);
    for (let index = 0; index < cells.length; index++) drawCell(scene, index);
    if (!drawn || scene.lines !== drawn.lines) fill(layers.lines, ...scene.lines.map((line) => lineOf(line, scene)));
    drawPath(scene);
    drawn = scene;
  }

  function drawPath(scene) {
    const before = JSON.stringify([drawn?.path, drawn?.spans, drawn?.wrap]);
    if (before !== JSON.stringify([scene.path, scene.spans, scene.wrap])) {
      fill(layers.path, ...movesOf(scene));
      fill(layers.numbers, ...numbersOf(scene.path));
    }
    for (const move of [...layers.path.children, ...layers.numbers.children]) {
      const number = Number(move.dataset.move);
      set(move, "class", number > scene.step ? "move ahead" : number === scene.step ? "move now" : "move");
    }
    if (!scene.mover) return fill(layers.mover);
    const { betza, square } = scene.mover;
    if (layers.mover.dataset.betza !== betza || !layers.mover.firstChild) {
      layers.mover.dataset.betza = betza;
      fill(layers.mover, svg("use.ours", { href: glyphs.href(betza), width: UNIT, height: UNIT }));
    }
    layers.mover.style.transform = `translate(${square.column * UNIT}px, ${square.row * UNIT}px)`;
    layers.mover.dataset.square = `${square.row}-${square.column}`;
  }

  return {
    draw,

    /** Draw every square anew: the pieces' pictures have come. */
    redraw() {
      for (const cell of cells) cell.key = "";
      delete layers.mover.dataset.betza;
      if (drawn) draw(drawn);
    },

    /** Scroll to the board when it is out of sight. */
    reveal() {
      const { top, bottom } = root.getBoundingClientRect();
      if (top < 0 || bottom > innerHeight) root.scrollIntoView({ block: bottom - top > innerHeight ? "start" : "nearest" });
    },

    /** Put the cursor on a square, and tell screen readers. */
    point({ row, column }) {
      set(cursor, "x", column * UNIT);
      set(cursor, "y", row * UNIT);
      set(root, "aria-activedescendant", `square-${row}-${column}`);
    },

    /** The square under a point of the window; it may lie off the board. */
    squareAt(x, y) {
      const point = new DOMPoint(x, y).matrixTransform(layers.squares.getScreenCTM().inverse());
      return { row: Math.floor(point.y / UNIT), column: Math.floor(point.x / UNIT) };
    },
  };
}

/** The board's frame, dashed along edges that are joined. */
function framesOf({ rows, columns, wrap }) {
  const [width, height] = [columns * UNIT, rows * UNIT];
  const frame = (d, isJoined) => svg(`path.frame${isJoined ? ".joined" : ""}`, { d, "stroke-width": 0.8 });
  return [
    frame(`M0 0H${width}M0 ${height}H${width}`, wrap === "torus"),
    frame(`M0 0V${height}M${width} 0V${height}`, wrap !== ""),
  ];
}

function marksOf(cell) {
  const parts = [];
  if (cell.region) parts.push(svg(`rect.tint.tint-${(cell.region - 1) % TINTS}`, { width: UNIT, height: UNIT }));
  if (cell.heat > 0) {
    parts.push(svg("rect.heat", { width: UNIT, height: UNIT, "fill-opacity": (cell.heat * HEAT).toFixed(3) }));
  }
  for (const { kind, tag } of cell.marks) {
    parts.push(markOf(kind));
    if (tag) {
      const text = svg("text.tag", { x: 14.6, y: 6, "font-size": 5.5, "text-anchor": "end" });
      text.textContent = tag;
      parts.push(text);
    }
  }
  return parts;
}

function markOf(kind) {
  if (kind === "given") return svg("rect.given", { x: 1, y: 1, width: 14, height: 14, rx: 1.5 });
  if (kind === "placed") return svg("rect.placed", { width: UNIT, height: UNIT });
  if (kind === "guarded") return svg("circle.guarded", { cx: 8, cy: 8, r: 2.6 });
  if (kind === "look") return svg("rect.look", { x: 0.6, y: 0.6, width: 14.8, height: 14.8, rx: 1.5 });
  if (kind === "found") return svg("rect.found", { width: UNIT, height: UNIT });
  return svg(`path.${kind === "goal" ? "flag" : kind === "target" ? "ring" : kind}`, { d: signPath(kind) });
}

function labelOf(cell) {
  const size = Math.min(LABEL, LABEL_ROOM / cell.label.length);
  const text = svg("text.weight", {
    x: 8,
    y: cell.stand ? 15.2 : 10,
    "font-size": size.toFixed(2),
    "stroke-width": (size * 0.2).toFixed(2),
    "text-anchor": "middle",
    "font-weight": cell.stand ? "bold" : null,
  });
  text.textContent = cell.label;
  return text;
}

function coordinates({ rows, columns }) {
  const texts = [];
  const text = (x, y, anchor, content) => {
    const element = svg("text", { x, y, "text-anchor": anchor, "font-size": LETTERS });
    element.textContent = content;
    texts.push(element);
  };
  const y = rows * UNIT + MARGIN + DIGIT;
  for (let column = 0; column < columns; column++) {
    text((column + 0.5) * UNIT, y, "middle", fileName(column));
  }
  for (let row = 0; row < rows; row++) {
    text(-3, (row + 0.5) * UNIT + 1.9, "end", rows - row);
  }
  return texts;
}

function lineOf({ from, to, hurdle, fault, span }, board) {
  const way = span ?? wayBetween(board, from, to);
  const drawn = leaves(board, from, way) ? arrowAround(board, from, way, 5.5) : arrow(from, to, 0, 5.5);
  const parts = [
    svg("path.halo", { d: drawn.shaft, "stroke-width": 2.6 }),
    svg(`path.line${fault ? ".fault" : ""}`, { d: drawn.shaft, "stroke-width": 1.1, "stroke-dasharray": hurdle ? "2.6 2.2" : null }),
  ];
  if (!fault) parts.push(svg("path.head", { d: drawn.head }));
  if (hurdle) {
    const { x, y } = centre(hurdle);
    parts.push(svg("circle.halo", { cx: x, cy: y, r: 7.4, "stroke-width": 2.4 }));
    parts.push(svg("circle.hurdle", { cx: x, cy: y, r: 7.4 }));
  }
  return svg("g", {}, ...parts);
}
