/**
 * Small rulesets with what the plan decides for them and the code of their patterns and joins, both to be read.
 * FERRULE_UPDATE=1 rewrites them.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { compileSources } from '../../../compiler/compile.ts';
import { printPlan } from '../../../compiler/plan/print-plan.ts';

const folder = 'test/compiler/emit/samples';
const update = process.env.FERRULE_UPDATE === '1';

const SECTION = /^(?=\/\/ --- )/mu;

/** The code that matches facts and that of rules, without that of facts themselves and the matcher's own. */
function matchingPart(text: string): string {
  const [, ...sections] = text.split(SECTION);
  const parts = sections.map((section) => {
    if (/^\/\/ --- (?:constants|matcher)/u.test(section)) return '';
    if (!section.startsWith('// --- template')) return section.trimEnd();
    const start = section.indexOf('\nfunction match');
    const [heading = ''] = section.split('\n', 1);
    return start < 0 ? '' : heading + section.slice(start).trimEnd();
  });
  return parts.filter((part) => part !== '').join('\n\n') + '\n';
}

function expectFile(path: string, text: string): void {
  if (update) writeFileSync(path, text);
  expect(existsSync(path) ? readFileSync(path, 'utf8') : null).toBe(text);
}

describe.each(readdirSync(folder))('sample %s', (name) => {
  const path = `${folder}/${name}`;
  const source = { path: 'ruleset.yaml', text: readFileSync(`${path}/ruleset.yaml`, 'utf8') };
  const compiled = compileSources([source]);
  if (!compiled.ok) throw new Error(`${name} does not compile`);

  it('is planned as it was', () => {
    expect(compiled.diagnostics).toEqual([]);
    expectFile(`${path}/plan.txt`, printPlan(compiled.matching()));
  });

  it('becomes the code that it was', async () => {
    const part = matchingPart(await compiled.typescript());
    expect(part).toMatch(/^function match/mu);
    expectFile(`${path}/matcher.ts`, part);
  });
});
