// Pictures of pages as WebP with few colours and without loss, which is small: the package has the documentation in it.
/* global atob, Blob, createImageBitmap, document */
import { writeFile } from 'node:fs/promises';

/** The most frequent ones of a page: those of its design, and steps of letters' edges. */
const MOST_COLOURS = 64;

/**
 * @param page that is shown
 * @param path of the picture
 * @param clip the part of the page; all of it if left out
 */
export async function writeWebp(page, path, { clip = undefined } = {}) {
  const png = (await page.screenshot({ type: 'png', clip })).toString('base64');
  // The browser writes the format itself; the page's policy would refuse the picture as an image.
  const blank = await page.context().browser().newPage();
  const picture = await blank.evaluate(
    async ([text, most]) => {
      const bytes = Uint8Array.from(atob(text), (one) => one.charCodeAt(0));
      const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
      const canvas = Object.assign(document.createElement('canvas'), {
        width: image.width,
        height: image.height,
      });
      const context = canvas.getContext('2d');
      context.drawImage(image, 0, 0);
      const pixels = context.getImageData(0, 0, image.width, image.height);
      const colours = new Uint32Array(pixels.data.buffer);
      const counts = new Map();
      for (const colour of colours) counts.set(colour, (counts.get(colour) ?? 0) + 1);
      const palette = [...counts.keys()].sort((a, b) => counts.get(b) - counts.get(a)).slice(0, most);
      const channels = (colour) => [0, 8, 16].map((shift) => (colour >>> shift) & 255);
      const shown = palette.map((colour) => ({ colour, parts: channels(colour) }));
      const nearest = (colour) => {
        const parts = channels(colour);
        const distance = (to) => to.parts.reduce((sum, part, i) => sum + (part - parts[i]) ** 2, 0);
        return shown.reduce((best, one) => (distance(one) < distance(best) ? one : best)).colour;
      };
      const kept = new Map([...counts.keys()].map((colour) => [colour, nearest(colour)]));
      for (let i = 0; i < colours.length; i++) colours[i] = kept.get(colours[i]);
      context.putImageData(pixels, 0, 0);
      // Without loss.
      return canvas.toDataURL('image/webp', 1);
    },
    [png, MOST_COLOURS],
  );
  await blank.close();
  await writeFile(path, Buffer.from(picture.split(',')[1], 'base64'));
}
