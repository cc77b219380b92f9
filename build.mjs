// Bundles the TypeScript sources into dist/: one file for each door of the package. Packages stay external, except in
// the runtime, which has none.
import { existsSync } from 'node:fs';
import { chmod, readdir, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { build } from 'esbuild';

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

const present = Object.fromEntries(Object.entries(entries).filter(([, path]) => existsSync(path)));

const { metafile } = await build({
  metafile: true,
  entryPoints: present,
  outdir: 'dist',
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  packages: 'external',
  sourcemap: true,
  chunkNames: 'chunks/[name]-[hash]',
  // Class fields as assignments: facts and matches are made by the million.
  tsconfigRaw: { compilerOptions: { useDefineForClassFields: false } },
});
await chmod('dist/cli.js', 0o755);

// What an earlier build left goes last, so that a process that runs from dist/ meanwhile keeps its files.
const written = new Set(Object.keys(metafile.outputs).map((path) => resolve(path)));
for (const entry of await readdir('dist', { recursive: true, withFileTypes: true })) {
  const path = resolve(join(entry.parentPath, entry.name));
  if (entry.isFile() && !written.has(path)) await rm(path);
}
