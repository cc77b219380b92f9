/** Bundlers with their own folder: webpack, Rspack, and Bun, which is also a runtime. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ferrule } from '../../../authoring/node/plugin/plugin.ts';
import { FULL } from '../../full.ts';
import { programFolder, type Built } from './policy.ts';

const INSTALLED = resolve('test/bundlers/node_modules');
const BUN = join(INSTALLED, '@oven', `bun-${process.platform}-${process.arch}`, 'bin', 'bun');
/** The plugin in esbuild, Vite and Rollup is tested in every run. */
const isThere = FULL && existsSync(join(INSTALLED, 'webpack'));
const hasBun = FULL && existsSync(BUN);
if (FULL && !isThere)
  console.warn('webpack and Rspack are not here (npm install --prefix test/bundlers): not tested');
if (FULL && !hasBun) console.warn('Bun is not here (npm install --prefix test/bundlers): not tested');

/** The part of both packages that is used here. */
type Pack = (configuration: object, done: (error: Error | null, stats?: Stats) => void) => unknown;
interface Stats {
  readonly toJson: () => { readonly errors?: readonly { readonly message: string }[] };
}

let folder: string;
beforeAll(async () => {
  folder = await programFolder();
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Rejects with the errors of the build. */
function pack(run: Pack, plugin: unknown, entry: string, out: string): Promise<void> {
  const configuration = {
    mode: 'production',
    target: 'webworker',
    context: folder,
    entry: `./${entry}`,
    output: { path: folder, filename: out, library: { type: 'module' }, chunkFormat: 'module' },
    experiments: { outputModule: true },
    plugins: [plugin],
  };
  return new Promise((done, failed) => {
    run(configuration, (error, stats) => {
      const errors = stats?.toJson().errors ?? [];
      if (error !== null) failed(error);
      else if (errors.length > 0) failed(new Error(errors.map(({ message }) => message).join('\n')));
      else done();
    });
  });
}

const installed = createRequire(join(INSTALLED, 'here.js'));
const withWebpack = (entry: string, out: string): Promise<void> =>
  pack(installed('webpack') as Pack, ferrule.webpack(), entry, out);
const withRspack = (entry: string, out: string): Promise<void> =>
  pack((installed('@rspack/core') as { readonly rspack: Pack }).rspack, ferrule.rspack(), entry, out);

/** Bun runs the plugin itself, from the built package. */
const BUILD = `
import { ferrule } from 'ferrule/plugin';
const [entry, out] = process.argv.slice(2);
const { outputs } = await Bun.build({ entrypoints: [entry], plugins: [ferrule.bun()], target: 'browser' });
await Bun.write(out, outputs[0]);
`;
async function withBun(entry: string, out: string): Promise<void> {
  await writeFile(join(folder, 'build.mjs'), BUILD);
  const args = ['build.mjs', `./${entry}`, out];
  await promisify(execFile)(BUN, args, { cwd: folder });
}

describe.each([
  ['webpack', withWebpack, isThere],
  ['rspack', withRspack, isThere],
  ['bun', withBun, hasBun],
])('a ruleset in a program bundled by %s', (name, build, isHere) => {
  it.skipIf(!isHere)('decides', async () => {
    const out = `${name}.mjs`;
    await build('main.js', out);
    const { decide } = (await import(pathToFileURL(join(folder, out)).href)) as Built;
    expect([decide(3), decide(11)]).toEqual(['allow', 'deny']);
  });

  it.skipIf(!isHere)('fails the build with the place of the mistake when it does not compile', async () => {
    await expect(build('broken.js', 'broken.mjs')).rejects.toThrow(
      /broken\.rules\.yaml:8:.*unknown operator `atmost`/,
    );
  });
});

it.skipIf(!hasBun)('the bundle runs in Bun', async () => {
  await withBun('main.js', 'in-bun.mjs');
  await writeFile(join(folder, 'ask.mjs'), "console.log((await import('./in-bun.mjs')).decide(3));\n");
  const { stdout } = await promisify(execFile)(BUN, ['ask.mjs'], { cwd: folder });
  expect(stdout).toBe('allow\n');
});
