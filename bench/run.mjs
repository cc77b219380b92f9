// `npm run bench`: bundles the project and, in the same way, the benchmark, and starts it.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { bundling } from '../build.mjs';

const folder = fileURLToPath(new URL('.', import.meta.url));

// Keep all in one folder, so that modules find bench/ by their own path.
await build({
  ...bundling,
  entryPoints: {
    main: `${folder}main.ts`,
    worker: `${folder}worker.ts`,
    'compile-child': `${folder}probes/compile-child.ts`,
    'document-child': `${folder}probes/document-child.ts`,
    'warm-up-child': `${folder}probes/warm-up-child.ts`,
    'memory-child': `${folder}probes/memory-child.ts`,
  },
  outdir: `${folder}build`,
  chunkNames: '[name]-[hash]',
  logLevel: 'warning',
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
