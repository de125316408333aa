/**
 * A game at a puzzle: how long it takes and how many hints it needs. It goes on when the page
 * is loaded again. The best times, and the days whose puzzle was solved, are kept for good.
 */

import { familyOf } from "./families.js";
import { keptForGood, keptWhileOpen } from "./kept.js";
import { puzzleOf } from "./store.js";

const playing = keptWhileOpen("rookery-game-1");
const best = keptForGood("rookery-best-1");
const days = keptForGood("rookery-days-1");

/** A table that the browser keeps; an empty one where it keeps none. */
function tableOf(kept) {
  return JSON.parse(kept.read()) ?? {};
}

/** What boards of one size are called; their best time is kept under it. */
const sizeText = (side, stars) => `${side}x${side}${stars > 1 ? ` with ${stars} stars` : ""}`;

/** The size whose best time a puzzle is compared with: that of region puzzles and of empty boards of queens; null for none. */
function sizeOf(puzzle) {
  const { stars, counted } = familyOf(puzzle);
  if (stars) return sizeText(puzzle.rows.length, puzzle.stars);
  return counted && !puzzle.given.length && !puzzle.blocked.length ? `${puzzle.n} queens` : null;
}

/** The seconds that a day's puzzle, as "2026-11-27", took in this browser; undefined if not solved. */
export function secondsOf(day, { size, stars }) {
  return tableOf(days)[`${day} ${sizeText(size, stars)}`];
}

/** Make the game; it is told of the player, and tells the time and the end. */
export function createGame(store) {
  let game = null;
  let since = null;
  let isPlayed = false;

  const seconds = () => (game?.seconds ?? 0) + (since === null ? 0 : (performance.now() - since) / 1000);
  const keep = () => playing.write(JSON.stringify(game));

  function pause() {
    if (since === null) return;
    game.seconds = seconds();
    since = null;
    keep();
  }

  /** Begin a puzzle, perhaps that of a day, or go on with it after the page was loaded again. */
  function begin(puzzle, day = null) {
    pause();
    const of = JSON.stringify(puzzle);
    const kept = tableOf(playing);
    game = kept.of === of ? kept : { of, seconds: 0, hints: 0, end: null };
    if (day) game.day = day;
    keep();
  }

  function finish(puzzle) {
    pause();
    const took = Math.floor(game.seconds);
    const size = sizeOf(puzzle);
    const times = tableOf(best);
    const isBest = size !== null && game.hints === 0 && !(times[size] <= took);
    game.end = { seconds: took, hints: game.hints, size, isBest, best: isBest ? took : times[size] };
    if (isBest) best.write(JSON.stringify({ ...times, [size]: took }));
    if (game.day) days.write(JSON.stringify({ ...tableOf(days), [`${game.day} ${size}`]: took }));
    keep();
  }

  function update(state, isPlay, isSolved) {
    isPlayed = isPlay;
    if (!isPlay) return pause();
    const puzzle = puzzleOf(state);
    if (game?.of !== JSON.stringify(puzzle)) begin(puzzle);
    if (state.attempt.past.length === 0 || game.end) return pause();
    since ??= performance.now();
    return isSolved ? finish(puzzle) : undefined;
  }

  window.addEventListener("pagehide", pause);
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "hidden") pause();
    else if (game) update(store.state, isPlayed, false);
  });

  return {
    begin,
    update,
    seconds,
    /** How a solved game went; null before. */
    end: () => game?.end ?? null,
    /** A hint was given. */
    hinted() {
      game.hints += 1;
    },
  };
}
