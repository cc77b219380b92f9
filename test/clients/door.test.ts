import { createContext, runInContext } from 'node:vm';
import { build } from 'esbuild';
import { expect, it } from 'vitest';
import { ALLOWED, busy, json, startFaultyServer } from './support.ts';

/** Globals of pages, workers and edge runtimes. */
const WEB = {
  AbortController,
  AbortSignal,
  fetch,
  Headers,
  setTimeout,
  clearTimeout,
  URLSearchParams,
  DOMException,
};

it('the door of the package runs where there is fetch and no Node', async () => {
  const { outputFiles, metafile } = await build({
    stdin: { contents: "export { createClient } from './dist/client.js'", resolveDir: '.' },
    bundle: true,
    write: false,
    metafile: true,
    minify: true,
    logLevel: 'error',
    format: 'iife',
    globalName: 'ferrule',
    platform: 'browser',
  });
  const imports = Object.values(metafile.outputs).flatMap((output) => output.imports);
  expect(imports.map(({ path }) => path)).toEqual([]);
  const page = createContext({ ...WEB });
  runInContext(outputFiles[0]?.text ?? '', page);
  const server = await startFaultyServer(busy, json(200, ALLOWED));
  const program = `ferrule.createClient({ url: '${server.url}' }).evaluate({ ruleset: 'r', facts: [] })`;
  expect(await runInContext(program, page)).toMatchObject({ decision: 'allow' });
  expect(server.seen).toHaveLength(2);
  await server.close();
});
