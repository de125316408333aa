/** Numbers that may lie within bounds: a number, `[least, most]` of which either may be null, or null. */

const LARGEST = 1024;

/** The span of a text such as 3, 2-4, 2- or -4, null of an empty one; undefined when it is none. */
export function spanOf(text) {
  const plain = text.trim().toLowerCase();
  if (plain === "" || plain === "any") return null;
  const match = /^(\d{1,4})?\s*([-–])?\s*(\d{1,4})?$/.exec(plain);
  if (!match || !(match[1] || match[3])) return undefined;
  const [least, most] = [match[1], match[3]].map((part) => (part === undefined ? null : Number(part)));
  if (Math.max(least ?? 0, most ?? 0) > LARGEST) return undefined;
  if (!match[2]) return least;
  return least !== null && most !== null && least > most ? undefined : [least, most];
}

/** The text of a span. */
export function spanText(span) {
  if (!Array.isArray(span)) return span === null ? "" : String(span);
  const [least, most] = span;
  return `${least || ""}-${most ?? ""}`;
}
