/** The script of the page: starts the worker that decides, and then everything else, the page included. */
import { createEngines } from '../frame/engine.ts';

/** Loads a script. Throws if the server does not have it. */
async function loadScript(path: string): Promise<Response> {
  const response = await fetch(path);
  if (!response.ok) throw new Error(`${path} cannot be loaded: the server responded with ${response.status}`);
  return response;
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
    const script = await (await loadScript('worker.js')).blob();
    return new Blob([script, "\nferruleParts.require('worker.js');"], { type: 'text/javascript' });
  }),
  further: once(async () => {
    const loading = ['shared.js', 'further.js'].map(async (path) => (await loadScript(path)).text());
    return (await Promise.all(loading)).join('\n');
  }),
});
// Its code is read while the page and its files are still on their way.
engine.start();

const { startPage } = await import('./start-page.tsx');
await startPage(engine);
