/** Small texts that the browser keeps, where it keeps any: for good, or while a window is open. */

/** What is kept under a name for good. */
export const keptForGood = keptIn(() => localStorage);

/** What is kept under a name while the window is open, and when it is loaded anew. */
export const keptWhileOpen = keptIn(() => sessionStorage);

/** A browser may refuse its storage, or have no room left: then nothing is kept. */
function keptIn(storage) {
  return (name) => ({
    read() {
      try {
        return storage().getItem(name);
      } catch {
        return null;
      }
    },
    write(text) {
      try {
        storage().setItem(name, text);
      } catch {
        // What cannot be kept is shown until the page is left.
      }
    },
  });
}
