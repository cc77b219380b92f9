// Measures the size of `npm i ferrule --omit=optional`, and of a compiled ruleset.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { bound } from './figures.mjs';

const MOST_BYTES = 3_000_000;
const MOST_PACKAGES = 5;
const MOST_MODULE = 12_000;
const zipped = (data) => gzipSync(data, { level: 9 }).length;
const number = (value) => value.toLocaleString('en');

export async function measureSizes(root) {
  const folder = mkdtempSync(join(tmpdir(), 'ferrule-bench-size-'));
  try {
    const run = (command, args, cwd) =>
      execFileSync(command, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
    run('npm', ['pack', '--ignore-scripts', '--pack-destination', folder], root);
    const [tarball] = readdirSync(folder);
    writeFileSync(join(folder, 'package.json'), '{"private": true, "type": "module"}');
    run('npm', ['install', '--omit=optional', '--ignore-scripts', join(folder, tarball)], folder);
    const lock = JSON.parse(readFileSync(join(folder, 'node_modules', '.package-lock.json'), 'utf8'));
    const packages = Object.keys(lock.packages).length;
    const bytes = sizeOf(join(folder, 'node_modules'));
    const withFolders = Number.parseInt(run('du', ['-sb', join(folder, 'node_modules')], folder), 10);

    const readme = readFileSync(join(root, 'README.md'), 'utf8');
    writeFileSync(join(folder, 'access.yaml'), /```yaml\n(templates:[\s\S]*?)```/.exec(readme)[1]);
    const cli = join(root, 'dist', 'cli.js');
    run(process.execPath, [cli, 'compile', 'access.yaml', '--target', 'js', '--out', 'out'], folder);
    const module = await minified(join(folder, 'out', 'ruleset.mjs'));
    const runtime = await minified(join(root, 'dist', 'portable', 'engine.js'));
    const compiler = readFileSync(join(root, 'dist', 'compiler.js'));
    return [
      ['the library alone, installed', `${number(bytes)} bytes`, bound(bytes, MOST_BYTES, 'bytes')],
      ['the same as `du -sb` counts it, with the folders', `${number(withFolders)} bytes`, ''],
      ['packages of it', String(packages), bound(packages, MOST_PACKAGES + 1, 'packages').replace('6', '5')],
      [
        'the gate of the README as one module, with all that it needs',
        `${number(zipped(module))} bytes gzip`,
        bound(zipped(module), MOST_MODULE, 'bytes'),
      ],
      ['`ferrule/engine` whole', `${number(zipped(runtime))} bytes gzip`, ''],
      ['`ferrule/compiler`', `${number(zipped(compiler))} bytes gzip`, ''],
    ];
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Size of the files, as npm reports the size of a package; the space in a folder depends on the file system. */
function sizeOf(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);
}

async function minified(path) {
  const { outputFiles } = await build({
    entryPoints: [path],
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'neutral',
    write: false,
  });
  return outputFiles[0].contents;
}
