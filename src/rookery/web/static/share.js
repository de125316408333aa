/**
 * The puzzle in the address: its JSON, deflated, in the letters that addresses allow. It stands
 * behind the `#`, which browsers do not send to servers.
 */

import { understood } from "./documents.js";

const NAME = "puzzle";
const FORM = "1";
const LARGEST = 1_000_000;
const BROKEN = "The puzzle in the link cannot be read: part of the link is missing or was changed. Ask for the link again.";

/** The text of a puzzle for the address. */
export async function packed(puzzle) {
  const bytes = new TextEncoder().encode(JSON.stringify(puzzle));
  return `${FORM}.${base64url(await through(bytes, new CompressionStream("deflate-raw"), LARGEST))}`;
}

/**
 * The puzzle of an address's text.
 *
 * @throws {Error} with a sentence for the reader when the link is broken or too new
 */
export async function unpacked(text) {
  const [form, body] = [text.slice(0, text.indexOf(".")), text.slice(text.indexOf(".") + 1)];
  if (/^[0-9]+$/.test(form) && form !== FORM) {
    throw new Error("The link was made by another version of this page, which writes puzzles in a different format.");
  }
  let data;
  try {
    const bytes = await through(bytesOf(body), new DecompressionStream("deflate-raw"), LARGEST);
    data = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    throw new Error(BROKEN);
  }
  return understood(data);
}

/** The parts of an address behind its `#`: the packed puzzle and the server's token. */
export function fragmentOf(hash) {
  const parts = new URLSearchParams(hash.replace(/^#/, ""));
  return { puzzle: parts.get(NAME), token: parts.get("token") };
}

/** The packed puzzle of a text that is a link to a page of rookery, whatever machine serves it; null for any other text. */
export function linkedPuzzle(text) {
  const link = text.trim();
  return /^https?:\/\/\S+$/.test(link) ? fragmentOf(link.slice(link.indexOf("#") + 1)).puzzle : null;
}

/** The address of a page with a packed puzzle and nothing else. */
export function addressWith(text, page) {
  const { origin, pathname } = new URL(page);
  return `${origin}${pathname}#${NAME}=${text}`;
}

async function through(bytes, stream, largest) {
  const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader();
  const parts = [];
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    length += value.length;
    if (length > largest) {
      await reader.cancel();
      throw new Error(BROKEN);
    }
    parts.push(value);
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

function base64url(bytes) {
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

function bytesOf(text) {
  const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(binary, (letter) => letter.charCodeAt(0));
}
