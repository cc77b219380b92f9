/** A page of Chromium that speaks to the language server in a worker. */
import { createServer } from 'node:http';
import { readFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { join, normalize } from 'node:path';
import { chromium, type Page } from 'playwright-core';
import { CHROMIUM } from '../chromium.ts';

export interface WorkerClient {
  readonly request: <T>(method: string, params: unknown) => Promise<T>;
  readonly notify: (method: string, params: unknown) => Promise<void>;
  /** The next notification of a method that has not been returned before. */
  readonly notified: <T>(method: string) => Promise<T>;
  readonly end: () => Promise<void>;
}

/** JSON-RPC over `postMessage`, in the page. */
const PAGE = `<!doctype html><title>ferrule</title><script>
const worker = new Worker('/lsp-browser.js');
const waiting = new Map(), seen = [], takers = [];
let last = 0;
worker.onmessage = ({ data }) => {
  if (data.id !== undefined && data.method === undefined) return void waiting.get(data.id)(data);
  if (data.id !== undefined) return void worker.postMessage({ jsonrpc: '2.0', id: data.id, result: null });
  const taker = takers.findIndex(({ method }) => method === data.method);
  if (taker === -1) seen.push(data); else takers.splice(taker, 1)[0].take(data.params);
};
const request = (method, params) => new Promise((resolve) => {
  waiting.set(++last, resolve);
  worker.postMessage({ jsonrpc: '2.0', id: last, method, params });
});
const notify = (method, params) => worker.postMessage({ jsonrpc: '2.0', method, params });
const notified = (method) => new Promise((take) => {
  const found = seen.findIndex((one) => one.method === method);
  if (found === -1) takers.push({ method, take }); else take(seen.splice(found, 1)[0].params);
});
</script>`;

/** Serves dist/ to a browser on this machine, and starts the worker there. */
export async function startWorkerClient(): Promise<WorkerClient> {
  const server = createServer((request, response) => {
    const path = normalize(new URL(request.url ?? '/', 'http://localhost').pathname);
    if (path === '/') response.setHeader('Content-Type', 'text/html').end(PAGE);
    else
      readFile(join('dist', path)).then(
        (bytes) => response.setHeader('Content-Type', 'text/javascript').end(bytes),
        () => response.writeHead(404).end(),
      );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] });
  const page: Page = await browser.newPage();
  await page.goto(`http://127.0.0.1:${port}/`);
  const call = <T>(name: string, ...args: readonly unknown[]): Promise<T> =>
    page.evaluate<T>(`${name}(${args.map((one) => JSON.stringify(one)).join(', ')})`);
  return {
    async request<T>(method: string, params: unknown) {
      const { result, error } = await call<{ result: T; error?: object }>('request', method, params);
      if (error !== undefined) throw Object.assign(new Error(method), error);
      return result;
    },
    notify: (method, params) => call('notify', method, params),
    notified: (method) => call('notified', method),
    async end() {
      await browser.close();
      server.close();
    },
  };
}
