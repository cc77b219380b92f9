import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, expect, it } from 'vitest';
import type { Engine } from '../../runtime/engine.ts';
import { runCli } from './run-cli.ts';

const folder = await mkdtemp(join(tmpdir(), 'ferrule-bundle-'));
afterAll(() => rm(folder, { recursive: true }));

it('a ruleset ships as one module that needs nothing else', async () => {
  const rules = join('rulesets', 'data-access');
  expect((await runCli(['compile', rules, '--target', 'js', '--out', folder])).code).toBe(0);
  const file = join(folder, 'ruleset.mjs');
  expect(await readFile(file, 'utf8')).not.toMatch(/^import |\brequire\(["']/m);
  const module = (await import(/* @vite-ignore */ pathToFileURL(file).href)) as { createEngine(): Engine };
  const result = module.createEngine().evaluate({ scoped: true, facts: [] });
  expect(result.decision).toBe('deny');
});
