/**
 * An attempt at a region puzzle: pairs of what is on a square, 0 for a piece and 1 for a mark that
 * it is empty, and the square's name. An answer is the names alone.
 */

const PIECE = 0;
const MARK = 1;

/** Whether a part of an attempt is a mark. */
export function isMark(one) {
  return Array.isArray(one) && one[0] === MARK;
}

/** The name of the square of a part of an attempt, or of an answer. */
export function placeOf(one) {
  return Array.isArray(one) ? one[1] : one;
}

/** The attempt with pieces on squares. */
export function piecesOn(names) {
  return names.map((name) => [PIECE, name]);
}

/** The attempt with marks on squares. */
export function marksOn(names) {
  return names.map((name) => [MARK, name]);
}

/** The squares of an attempt's pieces. */
export function placedNames(attempt) {
  return attempt.filter((one) => !isMark(one)).map(placeOf);
}

/** The attempt after a click on a square: from empty to a mark, to a piece, to empty. */
export function clicked(attempt, name) {
  const there = attempt.find((one) => placeOf(one) === name);
  const rest = attempt.filter((one) => placeOf(one) !== name);
  if (!there) return [...rest, [MARK, name]];
  return isMark(there) ? [...rest, [PIECE, name]] : rest;
}

/** The attempt with pieces and marks of a hint. */
export function followed(attempt, { pieces, empty }) {
  const told = new Set([...pieces, ...empty]);
  const rest = attempt.filter((one) => !told.has(placeOf(one)));
  return [...rest, ...piecesOn(pieces), ...marksOn(empty)];
}

/** The puzzle as it stands: what is placed is given, what is marked is blocked. */
export function asItStands(puzzle, attempt) {
  const marks = attempt.filter(isMark).map(placeOf);
  const blocked = [...new Set([...puzzle.blocked, ...marks])];
  return { ...puzzle, given: placedNames(attempt), blocked };
}
