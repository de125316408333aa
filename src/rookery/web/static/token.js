/** The server's token: taken from the address once, kept while the window is open, never shared. */

const KEY = "rookery-token";

/** The token of the address, or the one that was kept; null for none. */
export function tokenOf(given) {
  try {
    if (given) sessionStorage.setItem(KEY, given);
    return given ?? sessionStorage.getItem(KEY);
  } catch {
    return given;
  }
}
