/** The server's token: taken from the address once, kept while the window is open, never shared. */

import { keptWhileOpen } from "./kept.js";

const token = keptWhileOpen("rookery-token");

/** The token of the address, or the one that was kept; null for none. */
export function tokenOf(given) {
  if (given) token.write(given);
  return given ?? token.read();
}
