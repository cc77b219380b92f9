import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, normalize } from 'node:path';

/** Serves the files of dist/ to a browser on this machine, beside an empty page. */
export async function serveDist(): Promise<{ readonly url: string; readonly close: () => void }> {
  const server = createServer((request, response) => {
    const path = normalize(new URL(request.url ?? '/', 'http://localhost').pathname);
    if (path === '/') {
      response.setHeader('Content-Type', 'text/html').end('<!doctype html><title>ferrule</title>');
      return;
    }
    readFile(path === '/harness.mjs' ? join('test/runtime/portable', path) : join('dist', path)).then(
      (bytes) => response.setHeader('Content-Type', 'text/javascript').end(bytes),
      () => response.writeHead(404).end(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/`, close: () => server.close() };
}

/** A short mark of a long text, to compare what two hosts made. */
export function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
