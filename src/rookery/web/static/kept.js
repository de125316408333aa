/** Small texts that the browser keeps, where it keeps any: for good, or while a window is open. */

/** A value kept under a name for good. */
export const keptForGood = keptIn(() => localStorage);

/** A value kept under a name while the window is open, also when the page is loaded again. */
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
        // A value that cannot be kept is shown until the page is left.
      }
    },
  });
}
