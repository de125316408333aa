/** Numbers and messages as readers see them. */

/** A number with its thousands apart; a dash for none. */
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

/** A text with a capital in front. */
export function capital(text) {
  return text[0].toUpperCase() + text.slice(1);
}

/** A message as a sentence: a capital in front, a full stop behind. */
export function sentence(text) {
  const whole = capital(text);
  return /[.!?]$/.test(whole) ? whole : `${whole}.`;
}
