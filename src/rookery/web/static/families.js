/** The four families of puzzles in words: what they ask, what their value counts, what is proved. */

export const FAMILIES = {
  queens: {
    title: "Non-attacking queens",
    icon: { betza: "Q" },
    question: "Where can the queens stand so that none attacks another?",
    value: ["placement", "placements"],
    most: true,
    proved: "Proved: these are all.",
    none: "Proved: the queens cannot be placed.",
  },
  heaviest: {
    title: "Heaviest queens",
    icon: { sign: "weight" },
    question: "Which placement of non-attacking queens has the greatest total weight?",
    value: ["weight", "weight"],
    most: true,
    proved: "Proved: no placement weighs more.",
    provedLeast: "Proved: no placement weighs less.",
    none: "Proved: the queens cannot be placed.",
  },
  tour: {
    title: "Shortest tour",
    icon: { betza: "N" },
    question: "In how few moves does a piece visit every target?",
    value: ["move", "moves"],
    most: false,
    proved: "Proved: no tour is shorter.",
    none: "Proved: no tour visits every target.",
  },
  cover: {
    title: "Cheapest cover",
    icon: { betza: "K", theirs: true },
    question: "Which pieces check every king at the least cost?",
    value: ["cost", "cost"],
    most: false,
    proved: "Proved: no cover costs less.",
    none: "Proved: no pieces can cover it all.",
  },
};

/** Whether more is better in a puzzle. */
export function wantsMost(puzzle) {
  return FAMILIES[puzzle.family].most && !puzzle.lightest;
}

/** What a value is called, alone: "Moves". */
export function valueName(puzzle) {
  const name = FAMILIES[puzzle.family].value[1];
  return name[0].toUpperCase() + name.slice(1);
}

/** A value with its noun: "5 moves", "cost 12". */
export function valueText(puzzle, value) {
  const [one, many] = FAMILIES[puzzle.family].value;
  if (one === many) return `${one} ${numberText(value)}`;
  return `${numberText(value)} ${value === 1 ? one : many}`;
}

/** A number with its thousands apart, as the reader's language writes it. */
export function numberText(value) {
  return value === null || value === undefined
    ? "–"
    : value.toLocaleString("en", { maximumFractionDigits: 6 });
}

/** A fraction as per cent. */
export function percentText(fraction) {
  const percent = fraction * 100;
  return `${percent.toLocaleString("en", { maximumFractionDigits: percent < 10 ? 1 : 0 })} %`;
}

/** Which squares are named by row and column from the top, as the statement `showdown` does. */
export function countsFromTop(puzzle) {
  return puzzle.family === "cover";
}
