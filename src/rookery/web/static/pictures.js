/** Pictures as files: PNG, painted by the browser, and several pictures in one SVG, shown in turn. */

const SCALE = 2;
const SECONDS = 1;

/**
 * The PNG of a picture.
 *
 * @param {string} picture an SVG text with a width and a height
 * @returns {Promise<Blob>}
 */
export async function pngOf(picture) {
  const url = URL.createObjectURL(new Blob([picture], { type: "image/svg+xml" }));
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    const canvas = document.createElement("canvas");
    canvas.width = image.naturalWidth * SCALE;
    canvas.height = image.naturalHeight * SCALE;
    canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
    const painted = await new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
    if (!painted) throw new Error("too large");
    return painted;
  } catch {
    throw new Error("This browser could not paint the picture as PNG; the SVG shows the same.");
  } finally {
    URL.revokeObjectURL(url);
  }
}

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
