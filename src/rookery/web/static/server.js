/** The page's requests to its server. Every failure is thrown as a sentence for the reader. */

import { createReader } from "./events.js";
import { keptWhileOpen } from "./kept.js";
import { sentence } from "./words.js";

const LOST = "The connection to the server is lost. Is rookery still running? Your board is safe: it is part of the address.";
const ENDED = "The connection to the server was lost before the end; what was found so far stays on the board.";
const REFUSED = "The server asks for its token. Open the address that rookery printed, with its token.";
const FINAL = new Set(["result", "error"]);

const keptToken = keptWhileOpen("rookery-token");

/** The token of the address, or the one that was kept while the window is open; null for none. */
export function tokenOf(given) {
  if (given) keptToken.write(given);
  return given ?? keptToken.read();
}

/** A request that failed; `place` says where in a text, when the server knows. */
class ServerError extends Error {
  constructor(sentence, place = null) {
    super(sentence);
    this.place = place;
  }
}

/**
 * Make the calls of the server's interface.
 *
 * @param {string|null} token sent with every request when there is one
 */
export function createServer(token) {
  const headers = token ? { Authorization: `Bearer ${token}` } : {};

  async function asked(path, body, signal) {
    let response;
    try {
      response = await fetch(path, {
        method: body === undefined ? "GET" : "POST",
        headers: body === undefined ? headers : { ...headers, "Content-Type": "application/json" },
        body: body === undefined ? undefined : JSON.stringify(body),
        signal,
      });
    } catch (error) {
      throw error.name === "AbortError" ? error : new ServerError(LOST);
    }
    if (!response.ok) throw await refusal(response);
    return response;
  }

  const data = async (...request) => (await asked(...request)).json();

  return {
    about: () => data("/api/about"),
    read: (text, kind) => data("/api/read", { text, kind }),
    write: (puzzle, kind = null) => data("/api/write", { puzzle, kind }),
    check: (puzzle, answer, partial, signal) => data("/api/check", { puzzle, answer, partial }, signal),
    placements: (puzzle, asked, signal) => data("/api/placements", { puzzle, ...asked }, signal),
    hint: (puzzle, answer) => data("/api/hint", { puzzle, answer }),
    generate: (wish) => data("/api/generate", wish),
    piece: (text) => data("/api/piece", { text }),
    draw: async (request) => (await asked("/api/draw", request)).text(),
    stop: (job) => asked(`/api/jobs/${encodeURIComponent(job)}/stop`, {}),

    /** Solve; every event of the stream is handed on. Resolves at its end. */
    async solve(request, onEvent, signal) {
      const response = await asked("/api/solve", request, signal);
      let ended = false;
      const read = createReader((name, event) => {
        ended ||= FINAL.has(name);
        onEvent(name, event);
      });
      const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
      for (;;) {
        const { done, value } = await next(reader);
        if (done) break;
        read(value);
      }
      if (!ended) throw new ServerError(ENDED);
    },
  };
}

async function next(reader) {
  try {
    return await reader.read();
  } catch (error) {
    throw error.name === "AbortError" ? error : new ServerError(ENDED);
  }
}

async function refusal(response) {
  if (response.status === 401 || response.status === 403) return new ServerError(REFUSED);
  try {
    const { error, place } = await response.json();
    if (error) return new ServerError(sentence(error), place);
  } catch {
    // A body that is no JSON was not written by rookery, and has no sentence to show.
  }
  return new ServerError(`The server answered with an error (${response.status}).`);
}
