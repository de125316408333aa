/** Days, by the reader's clock. */

/** A day as "2026-11-27". */
export const dayText = (date) =>
  [date.getFullYear(), date.getMonth() + 1, date.getDate()].map((part) => String(part).padStart(2, "0")).join("-");
