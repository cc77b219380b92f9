// Pictures of pages as WebP, which is half as large as JPEG: the package has the documentation in it.
/* global atob, Blob, createImageBitmap, document */
import { writeFile } from 'node:fs/promises';

const QUALITY = 0.72;

/**
 * @param page that is shown
 * @param path of the picture
 */
export async function writeWebp(page, path) {
  const png = (await page.screenshot({ type: 'png' })).toString('base64');
  // The browser writes the format itself; the page's policy would refuse the picture as an image.
  const blank = await page.context().browser().newPage();
  const picture = await blank.evaluate(
    async ([text, quality]) => {
      const bytes = Uint8Array.from(atob(text), (one) => one.charCodeAt(0));
      const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
      const canvas = Object.assign(document.createElement('canvas'), {
        width: image.width,
        height: image.height,
      });
      canvas.getContext('2d').drawImage(image, 0, 0);
      return canvas.toDataURL('image/webp', quality);
    },
    [png, QUALITY],
  );
  await blank.close();
  await writeFile(path, Buffer.from(picture.split(',')[1], 'base64'));
}
