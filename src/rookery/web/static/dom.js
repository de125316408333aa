/** Elements made in one call. Texts are always set as text, so that nothing of a puzzle is markup. */

const SVG = "http://www.w3.org/2000/svg";

/**
 * Make an HTML element.
 *
 * @param {string} tag a tag's name, with classes behind dots: `button.primary`
 * @param {object} properties attributes; those that begin with `on` are listeners
 * @param {...(Node|string|null)} children
 */
export function html(tag, properties = {}, ...children) {
  return made(document.createElement(tag.split(".")[0]), tag, properties, children);
}

/** Make an SVG element, as `html` does. */
export function svg(tag, properties = {}, ...children) {
  return made(document.createElementNS(SVG, tag.split(".")[0]), tag, properties, children);
}

function made(element, tag, properties, children) {
  const classes = tag.split(".").slice(1);
  if (classes.length) element.setAttribute("class", classes.join(" "));
  for (const [name, value] of Object.entries(properties)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else set(element, name, value);
  }
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

/** Set an attribute; `true` writes it empty, `false`, null and undefined take it away. */
export function set(element, name, value) {
  if (value === false || value === null || value === undefined) element.removeAttribute(name);
  else if (value === true) element.setAttribute(name, "");
  else if (element.getAttribute(name) !== String(value)) element.setAttribute(name, value);
}

/** Set an element's text when it differs: a live region that is written anew is read anew. */
export function say(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/** Exchange all children. */
export function fill(element, ...children) {
  element.replaceChildren(...children.filter((child) => child !== null && child !== undefined));
}
