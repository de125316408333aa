/** Server-sent events, read from the body of an answer as its pieces come in. */

/** Whole numbers that would lose digits, such as large counts, as they are written. */
function exact(_, value, context) {
  const isRounded = Number.isInteger(value) && !Number.isSafeInteger(value) && /^-?\d+$/.test(context?.source ?? "");
  return isRounded ? BigInt(context.source) : value;
}

/**
 * Make a reader of a stream's text.
 *
 * @param {(name: string, data: object) => void} onEvent
 * @returns {(text: string) => void} takes the next piece, which may end anywhere
 */
export function createReader(onEvent) {
  let rest = "";
  let name = "message";
  let data = [];
  const line = (text) => {
    if (text === "") {
      if (data.length) onEvent(name, JSON.parse(data.join("\n"), exact));
      name = "message";
      data = [];
    } else if (text.startsWith("event:")) name = text.slice("event:".length).trim();
    else if (text.startsWith("data:")) data.push(text.slice("data:".length).trimStart());
    // Lines that begin with a colon only keep the connection alive.
  };
  return (text) => {
    const lines = (rest + text).split(/\r?\n/);
    rest = lines.pop();
    lines.forEach(line);
  };
}
