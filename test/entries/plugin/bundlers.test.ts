import { readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build as esbuild } from 'esbuild';
import { rollup } from 'rollup';
import { build as vite } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ferrule } from '../../../authoring/node/plugin/plugin.ts';
import { programFolder, type Built } from './policy.ts';

let folder: string;
beforeAll(async () => {
  folder = await programFolder();
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const alias = {
  'ferrule/engine': resolve('dist/portable/engine.js'),
  'ferrule/runtime': resolve('dist/portable/matcher-module.js'),
};

async function withEsbuild(entry: string, out: string): Promise<void> {
  await esbuild({
    entryPoints: [join(folder, entry)],
    outfile: join(folder, out),
    plugins: [ferrule.esbuild()],
    alias,
    bundle: true,
    format: 'esm',
    platform: 'neutral',
    logLevel: 'silent',
  });
}

async function withVite(entry: string, out: string): Promise<void> {
  await vite({
    root: folder,
    configFile: false,
    logLevel: 'silent',
    plugins: [ferrule.vite({ types: true })],
    resolve: { alias },
    build: { lib: { entry, formats: ['es'], fileName: () => out }, outDir: '.', emptyOutDir: false },
  });
}

async function withRollup(entry: string, out: string): Promise<void> {
  const bundle = await rollup({
    input: join(folder, entry),
    plugins: [
      ferrule.rollup(),
      { name: 'alias', resolveId: (id) => alias[id as keyof typeof alias] ?? null },
    ],
  });
  await bundle.write({ file: join(folder, out), format: 'es' });
  await bundle.close();
}

describe.each([
  ['esbuild', withEsbuild],
  ['rollup', withRollup],
  ['vite', withVite],
])('a ruleset in a program bundled by %s', (name, build) => {
  it('decides', async () => {
    const out = `${name}.mjs`;
    await build('main.js', out);
    const { decide } = (await import(pathToFileURL(join(folder, out)).href)) as Built;
    expect([decide(3), decide(11)]).toEqual(['allow', 'deny']);
  });

  it('fails the build with the place of the mistake when it does not compile', async () => {
    await expect(build('broken.js', 'broken.mjs')).rejects.toThrow(
      /broken\.rules\.yaml:8:.*unknown operator `atmost`/,
    );
  });
});

it('an import of a folder with ?ferrule is its ruleset', async () => {
  await symlink(resolve('rulesets/tool-call-gate'), join(folder, 'gate'));
  await writeFile(
    join(folder, 'folder.js'),
    "import { ruleset } from './gate?ferrule'; export const { name } = ruleset;",
  );
  await withEsbuild('folder.js', 'folder.mjs');
  const built = (await import(pathToFileURL(join(folder, 'folder.mjs')).href)) as { readonly name: string };
  expect(built.name).toBe('tool-call-gate');
});

it('types are written next to a ruleset on request', async () => {
  await withVite('main.js', 'typed.mjs');
  const types = await readFile(join(folder, 'policy.rules.d.yaml.ts'), 'utf8');
  expect(types).toContain('export type Facts = { readonly template: "request"; readonly data: Request };');
  expect(types).toContain('createEngine: (options?: EngineOptions) => Engine<Facts>');
});
