/**
 * The one place where the page's state is kept: an immutable value, exchanged as a whole.
 * Each part of the page subscribes, and compares the state with the one it drew last.
 */

/**
 * @param {object} initial
 * @returns {{readonly state: object, set: (patch: object) => void,
 *   subscribe: (listener: (state: object, before: object) => void) => void}}
 */
export function createStore(initial) {
  let state = initial;
  const listeners = [];
  return {
    get state() {
      return state;
    },
    set(patch) {
      state = { ...state, ...patch };
      for (const listener of listeners) {
        // A listener may set the state itself: each is told what is new to it, and only once.
        const { seen } = listener;
        if (seen === state) continue;
        listener.seen = state;
        listener.tell(state, seen);
      }
    },
    subscribe(tell) {
      listeners.push({ tell, seen: state });
    },
  };
}

/** The puzzle that is on the board, an immutable document. */
export function puzzleOf(state) {
  return state.edits.present;
}

/** Whether one of the named parts of the state differs. */
export function changed(state, before, ...names) {
  return names.some((name) => state[name] !== before[name]);
}
