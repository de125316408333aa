/** The controls of a family's fields that need no control of their own kind, from the table of fields. */

import { checkbox, newId, noted, putValue, segmented, stepper } from "./controls.js";
import { html, set } from "./dom.js";
import { FIELDS } from "./fields.js";
import { pieceField } from "./piecefield.js";
import { SQUARES } from "./squares.js";
import { puzzleOf } from "./store.js";
import { capital, sentence } from "./words.js";

/** The largest number that a board has room for, where the server takes more. */
const LARGEST = { stars: 8 };

/** Whether a field is of no use to a puzzle. */
const IDLE = {
  equal: ({ pieces }) => pieces.length < 2,
  in_region: ({ regions }) => regions.length === 0,
};

/** Controls by the kind of values: a field, what to call with a value, and the page's parts make one. */
const BY_KIND = {
  flag: ({ label }, put) => checkbox(label, put),
  line: textField,
  piece: pieceControl,
  span: ({ label }, put) => spanField(label, put),
  "times of targets": times,
};
const LARGEST_SPAN = 1024;
const SIDE_BY_SIDE = ["span", "times of targets"];

/** Make the controls of all fields of a family that have a label. */
export function form(family, context) {
  const { store, editing } = context;
  const fields = Object.entries(FIELDS[family]).filter(([, field]) => field.label && makerOf(field));
  const controls = fields.map(([name, field]) => {
    const put = (value) => editing.setPuzzle({ ...puzzleOf(store.state), [name]: value });
    const control = makerOf(field)({ ...field, max: LARGEST[name] ?? field.max }, put, context);
    set(control.element, "title", sentence(field.about));
    return { name, kind: field.kind, ...control };
  });
  const pair = controls.filter(({ kind }) => SIDE_BY_SIDE.includes(kind));
  const others = controls.filter(({ kind }) => !SIDE_BY_SIDE.includes(kind));
  const elements = (some) => some.map(({ element }) => element);
  return {
    element: html("div.settings", {}, pair.length ? html("div.pair", {}, ...elements(pair)) : null, ...elements(others)),
    update(state) {
      const puzzle = puzzleOf(state);
      for (const { name, element, update } of controls) {
        update(puzzle[name]);
        if (IDLE[name]) element.hidden = IDLE[name](puzzle);
      }
    },
  };
}

/** The function that makes the control of a field; null where its kind has none. */
function makerOf({ kind, names, min }) {
  if (BY_KIND[kind]) return BY_KIND[kind];
  if (names) return choice;
  return min === undefined ? null : number;
}

function number({ label, min, max }, put) {
  return stepper(label, { min, max, onchange: put });
}

function choice({ label, names, is_optional: isOptional }, put) {
  const options = names.map((name) => [name, capital(name)]);
  const control = segmented(label, isOptional ? [["", "None"], ...options] : options, (value) => put(value || null));
  return { element: control.element, update: (value) => control.update(value ?? "") };
}

function textField({ label }, put) {
  const id = newId("line");
  const input = html("input", { id, autocomplete: "off" });
  input.addEventListener("change", () => put(input.value));
  return {
    element: html("div.field", {}, html("label", { for: id }, label), input),
    update: (value) => putValue(input, value ?? ""),
  };
}

function pieceControl({ label }, put, context) {
  const field = pieceField(label, context, { onpiece: put });
  return { element: field.element, update: field.show };
}

/** A field for how often; numbers by target are told, not shown. */
function times({ label, default: otherwise = null }, put) {
  const id = newId("times");
  const input = html("input", { id, type: "number", min: 1, max: SQUARES, step: 1, placeholder: otherwise ?? "any" });
  input.addEventListener("change", () => {
    if (input.reportValidity()) put(input.value === "" ? otherwise : input.valueAsNumber);
  });
  return {
    element: html("div.field", {}, html("label", { for: id }, label), input),
    update: (value) => putValue(input, typeof value === "number" ? value : ""),
  };
}

/** A field for a number, the least and the most, or any number. */
export function spanField(label, onchange, inTable = false) {
  const id = newId("span");
  const input = html("input", { id, placeholder: "any", autocomplete: "off", maxlength: 9, "aria-label": inTable ? label : null });
  const field = noted(input, ...(inTable ? [] : [html("label", { for: id }, label)]), input);
  let now = null;
  input.addEventListener("change", () => {
    const span = spanOf(input.value);
    field.tell(span === undefined ? "Such as 3, 2-4, 2- or -4; empty for any number." : "");
    if (span !== undefined && spanText(span) !== spanText(now)) onchange(span);
  });
  return {
    element: field.element,
    update(span) {
      now = span;
      if (document.activeElement !== input) input.value = spanText(span);
    },
  };
}

/** The span of a text such as 3, 2-4, 2- or -4, null of an empty one; undefined when it is none. */
function spanOf(text) {
  const plain = text.trim().toLowerCase();
  if (plain === "" || plain === "any") return null;
  const match = /^(\d{1,4})?\s*([-–])?\s*(\d{1,4})?$/.exec(plain);
  if (!match || !(match[1] || match[3])) return undefined;
  const [least, most] = [match[1], match[3]].map((part) => (part === undefined ? null : Number(part)));
  if (Math.max(least ?? 0, most ?? 0) > LARGEST_SPAN) return undefined;
  if (!match[2]) return least;
  return least !== null && most !== null && least > most ? undefined : [least, most];
}

/** The text of a span: a number, `[least, most]` of which either may be null, or null for any. */
function spanText(span) {
  if (!Array.isArray(span)) return span === null ? "" : String(span);
  const [least, most] = span;
  return `${least || ""}-${most ?? ""}`;
}
