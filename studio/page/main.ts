/** The script of the page: starts the worker that decides, and then everything else, the page included. */
import { createEngines, LOAD_MS } from '../frame/engine.ts';

/** Loads a script. Throws if the server does not have it, or if it has not come in time. */
async function loadScript<Script>(
  path: string,
  read: (response: Response) => Promise<Script>,
): Promise<Script> {
  const limit = new AbortController();
  const late = new Error(`${path} cannot be loaded: it has not come after ${LOAD_MS / 1000} s`);
  const timer = setTimeout(() => limit.abort(late), LOAD_MS);
  try {
    const response = await fetch(path, { signal: limit.signal });
    if (!response.ok)
      throw new Error(`${path} cannot be loaded: the server responded with ${response.status}`);
    return await read(response);
  } finally {
    clearTimeout(timer);
  }
}

/** Loads once, and again only after a failure. */
function once<Value>(load: () => Promise<Value>): () => Promise<Value> {
  let loaded: Promise<Value> | null = null;
  return () =>
    (loaded ??= load().catch((error: unknown) => {
      loaded = null;
      throw error;
    }));
}

const engine = createEngines({
  first: once(async () => {
    const script = await loadScript('worker.js', (response) => response.blob());
    return new Blob([script, "\nferruleParts.require('worker.js');"], { type: 'text/javascript' });
  }),
  further: once(async () => {
    const loading = ['shared.js', 'further.js'].map((path) =>
      loadScript(path, (response) => response.text()),
    );
    return (await Promise.all(loading)).join('\n');
  }),
});
// Its code is read while the page and its files are still on their way.
engine.start();

const { startPage } = await import('./start-page.tsx');
await startPage(engine);
