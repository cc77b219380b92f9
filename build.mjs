// Bundles the TypeScript sources into dist/: one file for each door of the package. Packages stay external, except for
// the YAML parser; the runtime has none.
import { existsSync } from 'node:fs';
import { chmod, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('.', import.meta.url));
const fromRoot = (path) => join(root, path);

/** Options of esbuild for everything that runs in Node. */
export const bundling = {
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  packages: 'external',
  // The same parser, in its build for browsers: the one for Node looks at the environment for every token.
  alias: { yaml: fromRoot('node_modules/yaml/browser/dist/index.js') },
  sourcemap: true,
  // Class fields as assignments: facts and matches are made by the million.
  tsconfigRaw: { compilerOptions: { useDefineForClassFields: false } },
};

const entries = {
  library: 'server/library/engine.ts',
  runtime: 'runtime/matcher-module.ts',
  engine: 'runtime/engine.ts',
  cli: 'server/cli/cli.ts',
  'evaluation-worker': 'server/evaluation/worker.ts',
  'compile-worker': 'server/evaluation/compile-worker.ts',
  'store-worker': 'server/store/embedded-worker.ts',
  fleet: 'server/fleet/fleet-engine.ts',
  fuzz: 'test/judge/fuzz.ts',
  'fuzz-expressions': 'test/expression/fuzz-command.ts',
  generate: 'test/generated/generate.ts',
};

const present = Object.fromEntries(Object.entries(entries).filter(([, path]) => existsSync(fromRoot(path))));
const { metafile } = await build({
  ...bundling,
  absWorkingDir: root,
  metafile: true,
  entryPoints: present,
  outdir: 'dist',
  chunkNames: 'chunks/[name]-[hash]',
});
await chmod(fromRoot('dist/cli.js'), 0o755);

// What an earlier build left goes last, so that a process that runs from dist/ meanwhile keeps its files.
const written = new Set(Object.keys(metafile.outputs).map(fromRoot));
for (const entry of await readdir(fromRoot('dist'), { recursive: true, withFileTypes: true })) {
  const path = join(entry.parentPath, entry.name);
  if (entry.isFile() && !written.has(path)) await rm(path);
}
