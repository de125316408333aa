/** Pictures shown one after the other, again and again, in one SVG file. */

const SECONDS = 1;

/**
 * The film of some pictures of one size.
 *
 * @param {string[]} frames SVG texts
 * @returns {string} an SVG text that needs no script; where nothing moves, the first is shown
 */
export function filmOf(frames) {
  const size = /<svg [^>]*?(viewBox="[^"]+")/.exec(frames[0])[1];
  const shown = frames.map((frame, at) => {
    const visible = frames.map((_, other) => (other === at ? "visible" : "hidden")).join(";");
    const play = `<animate attributeName="visibility" values="${visible}" dur="${frames.length * SECONDS}s" calcMode="discrete" repeatCount="indefinite"/>`;
    return `<g visibility="${at ? "hidden" : "visible"}">${play}${frame}</g>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size}><title>${frames.length} placements</title>${shown.join("")}</svg>\n`;
}
