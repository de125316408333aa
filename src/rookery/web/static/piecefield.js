/** A field for a piece: its name, or Betza notation, which the server reads before it is taken. */

import { newId, noted } from "./controls.js";
import { html } from "./dom.js";

/**
 * Make a field.
 *
 * @param {string} label
 * @param {object} context the page's parts
 * @param {{onpiece: (betza: string) => void, keep?: boolean, placeholder?: string}} options whether
 *   the field keeps showing the piece
 */
export function pieceField(label, { glyphs, server, pieceList }, { onpiece, keep = true, placeholder = null, beside = null }) {
  const id = newId("piece");
  const input = html("input", { id, list: pieceList, placeholder, autocomplete: "off", spellcheck: "false", maxlength: 40 });
  const field = noted(input, html("label", { for: id }, label), html("div.with-icon", {}, beside, input));

  async function take() {
    const text = input.value.trim();
    field.tell("");
    if (!text) return;
    try {
      const betza = glyphs.known(text) ?? (await server.piece(text)).betza;
      if (!keep) input.value = "";
      onpiece(betza);
    } catch (error) {
      field.tell(error.message);
    }
  }

  input.addEventListener("change", take);
  return {
    element: field.element,
    /** Show a piece, unless the reader is told what is wrong with another. */
    show(betza) {
      if (input.hasAttribute("aria-invalid") && document.activeElement === input) return;
      field.tell("");
      const name = glyphs.name(betza);
      if (input.value !== name) input.value = name;
    },
  };
}
