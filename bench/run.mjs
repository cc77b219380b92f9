// `npm run bench`: bundles the benchmark as build.mjs bundles the project, and starts it.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const folder = fileURLToPath(new URL('.', import.meta.url));

// All in one folder, so that the place of a module tells where bench/ is.
await build({
  entryPoints: {
    main: `${folder}main.ts`,
    worker: `${folder}worker.ts`,
    'compile-child': `${folder}probes/compile-child.ts`,
    'memory-child': `${folder}probes/memory-child.ts`,
  },
  outdir: `${folder}build`,
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  packages: 'external',
  sourcemap: true,
  chunkNames: '[name]-[hash]',
  logLevel: 'warning',
  tsconfigRaw: { compilerOptions: { useDefineForClassFields: false } },
});

// Without the peers the benchmark still runs, and says which ones are missing.
if (!existsSync(`${folder}node_modules`)) {
  spawnSync('npm', ['ci', '--prefix', folder], { stdio: ['ignore', 'ignore', 'inherit'] });
}

const child = spawn(process.execPath, [`${folder}build/main.js`, ...process.argv.slice(2)], {
  stdio: 'inherit',
});
child.on('exit', (code) => {
  process.exitCode = code ?? 1;
});
