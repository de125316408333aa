/** Controls that several parts of the page share. Each is `{element, update}`. */

import { html, say, set } from "./dom.js";

let count = 0;

/** A new identifier, for labels and what they name. */
export function newId(stem) {
  count += 1;
  return `${stem}-${count}`;
}

/**
 * A whole number with buttons for one less and one more.
 *
 * @param {string} label
 * @param {{min: number, max: number, onchange: (value: number) => void}} options
 */
export function stepper(label, { min, max, onchange }) {
  const id = newId("number");
  let most = max;
  const input = html("input", { id, type: "number", inputmode: "numeric", min, max, step: 1 });
  const note = html("p.fault", { id: `${id}-note`, role: "status", hidden: true });
  const change = (value) => {
    if (Number.isFinite(value) && value >= min && value <= most) onchange(Math.round(value));
  };
  const tell = () => {
    const fits = input.validity.valid && input.value !== "";
    say(note, fits ? "" : `A whole number from ${min} to ${most}.`);
    note.hidden = fits;
    set(input, "aria-describedby", fits ? null : note.id);
    return fits;
  };
  input.addEventListener("input", tell);
  input.addEventListener("change", () => {
    if (tell()) change(input.valueAsNumber);
  });
  const less = html("button", { type: "button", "aria-label": `${label}: less`, onclick: () => change(input.valueAsNumber - 1) }, "−");
  const more = html("button", { type: "button", "aria-label": `${label}: more`, onclick: () => change(input.valueAsNumber + 1) }, "+");
  const element = html("div.field", {}, html("label", { for: id }, label), html("div.stepper", {}, less, input, more), note);
  let shown = null;
  return {
    element,
    update(value, largest = max) {
      most = largest;
      set(input, "max", largest);
      if (value !== shown) input.value = value;
      shown = value;
      tell();
      less.disabled = value <= min;
      more.disabled = value >= largest;
    },
  };
}

/**
 * A choice of a few, side by side.
 *
 * @param {string} label
 * @param {[string, string][]} options values with their words
 * @param {(value: string) => void} onchange
 */
export function segmented(label, options, onchange) {
  const name = newId("choice");
  const inputs = options.map(([value]) =>
    html("input", { type: "radio", name, value, onchange: () => onchange(value) }),
  );
  const labels = options.map(([, words], at) => html("label", {}, inputs[at], html("span", {}, words)));
  const element = html("fieldset.field", {}, html("legend", {}, label), html("div.segments", {}, ...labels));
  return {
    element,
    update(value) {
      for (const input of inputs) input.checked = input.value === value;
    },
  };
}

/** A box to tick. */
export function checkbox(label, onchange) {
  const input = html("input", { type: "checkbox", onchange: () => onchange(input.checked) });
  const element = html("label.tick", {}, input, html("span", {}, label));
  return {
    element,
    update(value) {
      input.checked = value;
    },
  };
}

/** A field with a note under it for what is wrong with what was written. */
export function noted(input, ...around) {
  const note = html("p.fault", { id: newId("note"), role: "alert", hidden: true });
  return {
    element: html("div.field", {}, ...around, note),
    tell(sentence) {
      say(note, sentence);
      note.hidden = !sentence;
      set(input, "aria-invalid", sentence ? "true" : null);
      set(input, "aria-describedby", sentence ? note.id : null);
    },
  };
}

/** A button with words, and a class where it is not a plain one. */
export function button(words, onclick, kind = "plain") {
  return html(`button.${kind}`, { type: "button", onclick }, words);
}

/** Figures side by side, each a number with what it is; `put` writes them. */
export function figures(...names) {
  const values = names.map(() => html("dd", {}, "–"));
  const terms = names.map((name) => html("dt", {}, name));
  const element = html("dl.figures", {}, ...names.map((_, at) => html("div", {}, terms[at], values[at])));
  return {
    element,
    update(...texts) {
      texts.forEach((text, at) => say(values[at], text));
    },
    rename(...words) {
      words.forEach((text, at) => say(terms[at], text));
    },
  };
}

/** Put a value into a field, unless the reader is writing in it. */
export function putValue(input, value) {
  if (document.activeElement !== input && input.value !== String(value)) input.value = value;
}
