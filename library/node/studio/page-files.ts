/** Files of the studio's page, for the servers that serve it. The policy of the page lists all that it may load. */
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { bundleFile } from '../package-root.ts';

const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  // The language server. Rules run in workers of the frame.
  "worker-src 'self'",
  "frame-src 'self'",
  "img-src 'self' data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const TYPES: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
};

/** File beside the page by which the page learns which server it comes from. */
const MODE_FILE = 'mode.json';
const INDEX = 'index.html';
const NAME = /^(?:c\/)?[\w-]+\.\w+$/;

/** The server of the page: of local files, or of a service whose API root is at this address, relative to the page. */
export type StudioMode = { readonly mode: 'offline' } | { readonly mode: 'connected'; readonly api: string };

/** Reads a file of the page. The largest are packed. */
async function readBundled(path: string): Promise<string> {
  if (!PACKED.has(path)) return readFile(bundleFile(`studio/${path}`), 'utf8');
  return (await unpack(await readFile(bundleFile(`studio/${path}.gz`)))).toString('utf8');
}

/** Scripts of workers. */
const PACKED: ReadonlySet<string> = new Set(['worker.js', 'shared.js', 'further.js', 'language.js']);
const unpack = promisify(gunzip);

interface StudioFile {
  readonly text: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** @param path of the file below the studio's folder; `api` for responses with data */
export function studioHeaders(path: string): Readonly<Record<string, string>> {
  return {
    // The frame has its own policy in its document; only the page may show it.
    ...(path === 'frame.html'
      ? { 'content-security-policy': "frame-ancestors 'self'; base-uri 'none'; form-action 'none'" }
      : { 'content-security-policy': PAGE_POLICY }),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cache-control': 'no-store',
  };
}

/**
 * A file of the page with its headers; null if there is none.
 *
 * @param name path below the page's folder; empty for the page
 * @param mode content of `mode.json`
 */
export async function readStudioFile(name: string, mode: StudioMode): Promise<StudioFile | null> {
  const path = name === '' ? INDEX : name;
  if (path === MODE_FILE) {
    const headers = { ...studioHeaders('api'), 'content-type': 'application/json; charset=utf-8' };
    return { text: JSON.stringify(mode), headers };
  }
  const type = TYPES[path.split('.').at(-1) ?? ''];
  if (type === undefined || !NAME.test(path)) return null;
  const text = await readBundled(path).catch(() => null);
  return text === null ? null : { text, headers: { ...studioHeaders(path), 'content-type': type } };
}
