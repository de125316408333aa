/** Pictures as PNG, painted by the browser. */

const SCALE = 2;

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
