// The studio as a folder of files for a static host: the page at /play/ of the site.
import { cp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';

/** A static host sends no headers, so the page carries its policy. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "worker-src 'self'",
  "frame-src 'self'",
  "img-src 'self' data:",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

/**
 * @param dist folder of the built package
 * @param out folder to write
 */
export async function writePlayFolder(dist: string, out: string): Promise<void> {
  await cp(join(dist, 'studio'), out, { recursive: true });
  for (const packed of (await readdir(out)).filter((name) => name.endsWith('.gz'))) {
    const path = join(out, packed);
    await writeFile(path.replace(/\.gz$/, ''), gunzipSync(await readFile(path)));
    await rm(path);
  }
  await writeFile(join(out, 'mode.json'), JSON.stringify({ mode: 'offline' }));
  const page = join(out, 'index.html');
  const html = await readFile(page, 'utf8');
  const meta = `<meta http-equiv="Content-Security-Policy" content="${POLICY}" />`;
  await writeFile(page, html.replace('<meta charset="utf-8" />', `<meta charset="utf-8" />\n  ${meta}`));
}
