/** Headers of the studio's files. The policy of the page lists all that it may load; everything else is refused. */

const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "frame-src 'self'",
  "img-src 'self' data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

export const STUDIO_TYPES: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  json: 'application/json',
};

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
