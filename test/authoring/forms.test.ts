import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { longForm, shortForm } from '../../authoring/fmt/change-form.ts';
import { constructsOf, differing } from '../../authoring/fmt/constructs.ts';
import type { Source } from '../../compiler/diagnostics/position.ts';
import { readRulesetSources } from '../../library/node/sources.ts';
import { FEATURES } from '../../tools/judge/features.ts';
import { drawPrograms } from '../../tools/judge/judge.ts';
import { programYaml } from '../../tools/judge/program.ts';
import { shippedRulesets } from '../rulesets/ruleset-cases.ts';

type Sources = readonly Source[];

function changed(form: 'short' | 'long', sources: Sources): Sources {
  const result = form === 'short' ? shortForm(sources) : longForm(sources);
  if (result.kind === 'changed') return result.sources;
  const why = result.kind === 'broken' ? JSON.stringify(result.diagnostics) : '';
  throw new Error(`${result.kind}: ${why}\n${sources.map(({ text }) => text).join('---\n')}`);
}

const one = (text: string): Sources => [{ path: 'a.yaml', text }];
const textOf = (sources: Sources): string => sources.map(({ text }) => text).join('');
const short = (text: string): string => textOf(changed('short', one(text)));
const long = (text: string): string => textOf(changed('long', one(text)));

function expectLaws(ruleset: Sources): void {
  const before = constructsOf(ruleset);
  expect(before.byName.size).toBeGreaterThan(0);
  const same = (sources: Sources): void => {
    expect([...differing(before, constructsOf(sources))]).toEqual([]);
  };
  const [asShort, asLong] = [changed('short', ruleset), changed('long', ruleset)];
  same(changed('long', asShort));
  same(changed('short', asLong));
  expect(changed('short', asShort)).toEqual(asShort);
  expect(changed('long', asLong)).toEqual(asLong);
  const written = changed('short', asLong);
  expect(changed('short', changed('long', written))).toEqual(written);
}

/** Rules with a long half. */
const longRules = (sources: Sources): number =>
  textOf(sources).match(/^ +(?:when|then):/gm)?.length ?? 0;

describe('the laws of the two forms', () => {
  it.each(shippedRulesets)('hold for $name', async ({ path }) => {
    expectLaws(await readRulesetSources(path));
  });

  it.each(['templates/basic', 'templates/agent-gate', 'rulesets/graphs'])('hold for %s', async (path) => {
    expectLaws(await readRulesetSources(path));
  });

  it('hold for the policies of the tests', async () => {
    const folder = join(import.meta.dirname, '../policies');
    for (const name of await readdir(folder))
      if (name.endsWith('.yaml')) {
        const text = await readFile(join(folder, name), 'utf8');
        const sources = [{ path: name, text }];
        if (constructsOf(sources).byName.size > 0) expectLaws(sources);
      }
  });

  it('hold for any ruleset', () => {
    for (const program of drawPrograms(7, 15, FEATURES)) expectLaws(one(programYaml(program)));
  }, 120_000);
});
