import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium, type Browser, type Page } from 'playwright-core';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compileSources } from '../../../compiler/compile.ts';
import { writeJson } from '../../../library/json.ts';
import { readRulesetSources } from '../../../library/node/sources.ts';
import { byBringer } from '../../../library/by-bringer.ts';
import { CHROMIUM, HAS_CHROMIUM } from '../../chromium.ts';
import { shippedRulesets } from '../../rulesets/ruleset-cases.ts';
import { Engine } from '../../../library/node/engine.ts';
import { ferrule } from '../../../authoring/node/plugin/plugin.ts';
import { programFolder } from '../../entries/plugin/policy.ts';
import { digest, serveDist } from './portable-page.ts';
import { emitClips } from '../../../compiler/emit/clips/emit-clips.ts';
import { full } from '../../full.ts';

interface Found {
  readonly hash: string;
  readonly module: string;
  readonly clips: string;
  readonly answers: readonly object[];
}

if (!HAS_CHROMIUM)
  it.skip(`Chromium is not installed (${CHROMIUM}; FERRULE_CHROMIUM names another place)`, () => {});

describe.runIf(HAS_CHROMIUM)('in Chromium', () => {
  let browser: Browser;
  let page: Page;
  let server: Awaited<ReturnType<typeof serveDist>>;
  beforeAll(async () => {
    server = await serveDist();
    browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] });
    page = await browser.newPage();
    await page.goto(server.url);
  });
  afterAll(async () => {
    await browser.close();
    server.close();
  });

  /** Calls a function of the harness there; text, so that nothing here touches it. */
  async function there<T>(name: string, argument: unknown): Promise<T> {
    return page.evaluate<T>(`import('/harness.mjs').then((m) => m.${name}(${JSON.stringify(argument)}))`);
  }

  it.each(shippedRulesets.slice(full(0, -1)))(
    '$name compiles to what Node compiles, and decides the same',
    async ({ path, cases }) => {
      const sources = await readRulesetSources(path);
      const now = 1_700_000_000_000;
      const engine = await Engine.fromSources(sources, { now: () => now });
      const requests = cases.slice(0, 20).map(({ facts }) => writeJson(byBringer(engine.ruleset, facts)));
      const found = await there<Found>('run', { sources, requests, now });
      const here = compileSources(sources);
      if (!here.ok) throw new Error('does not compile');
      expect(found.hash).toBe(here.hash);
      expect(digest(found.module)).toBe(digest(here.module()));
      expect(digest(found.clips)).toBe(digest(emitClips(here.ruleset)));
      const answers = requests.map((request) => {
        const given = JSON.parse(request) as { readonly facts: [] };
        const { decision, ruleTrace } = engine.evaluate({ scoped: true, ...given });
        return { decision, ruleTrace };
      });
      expect(answers.length).toBeGreaterThan(5);
      expect(found.answers).toEqual(answers);
    },
  );

  it('what the plugin made of an import decides', async () => {
    const folder = await programFolder();
    const { outputFiles } = await build({
      entryPoints: [join(folder, 'main.js')],
      plugins: [ferrule.esbuild()],
      bundle: true,
      format: 'esm',
      platform: 'browser',
      logLevel: 'silent',
      write: false,
    });
    await rm(folder, { recursive: true });
    const answers = await page.evaluate<readonly string[]>(`
      import(URL.createObjectURL(new Blob([${JSON.stringify(outputFiles[0]?.text)}], { type: 'text/javascript' })))
        .then(({ decide }) => [decide(3), decide(11)])`);
    expect(answers).toEqual(['allow', 'deny']);
  });

  it('problems are reported with their lines', async () => {
    const sources = [{ path: 'a.yaml', text: 'ruels: []\n' }];
    const found = await there<{ ok: boolean; report: string }>('compile', sources);
    expect(found.ok).toBe(false);
    expect(found.report).toMatch(/^a\.yaml:1:1: error unknown-key: .*did you mean 'rules'/);
  });
});

it('the compiler of browsers imports nothing', async () => {
  const { metafile } = await build({
    entryPoints: ['dist/compiler.js'],
    bundle: true,
    platform: 'neutral',
    format: 'esm',
    write: false,
    metafile: true,
    logLevel: 'silent',
  });
  expect(Object.keys(metafile.inputs)).toEqual(['dist/compiler.js']);
});
