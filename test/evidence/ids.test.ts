/** Identifiers of decisions and of versions of rulesets. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Engine } from '../../library/node/engine.ts';
import { temporaryFolder } from './support.ts';

const RULES = `
imports: [base.yaml]
templates: [{ name: q, slots: [{ name: n, type: integer }] }]
rules:
  - name: few
    when: [{ template: q, conditions: [{ slot: n, expression: at_most(10) }] }]
    then: { action: allow, reason: few }
`;
const BASE = 'templates: [{ name: r, slots: [] }]\n';

test('in the library the id of a decision is made once, on first use, and is not a field', async () => {
  const path = join(await temporaryFolder(), 'rules.yaml');
  await writeFile(path, RULES.replace('imports: [base.yaml]\n', ''));
  let calls = 0;
  const random = (bytes: Uint8Array): void => {
    calls++;
    bytes.fill(0xff);
  };
  const engine = await Engine.fromRules(path, { random, now: () => Date.parse('2026-01-02T03:04:05.678Z') });
  const result = engine.evaluate();
  expect(calls).toBe(0);
  expect(Object.keys(result)).not.toContain('decisionId');
  expect(JSON.stringify(result)).not.toContain('019b7c');
  expect(result.decisionId).toBe('019b7ca9-8f2e-7fff-bfff-ffffffffffff');
  expect(result.decisionId).toBe(result.decisionId);
  expect(calls).toBe(1);
  const other = await Engine.fromRules(path);
  expect(other.evaluate().decisionId).not.toBe(other.evaluate().decisionId);
});

async function hashOf(files: Readonly<Record<string, string>>, lenient = false): Promise<string | null> {
  const folder = await temporaryFolder();
  await mkdir(join(folder, 'rules'));
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, 'rules', name), text);
  return (await Engine.fromRules(join(folder, 'rules', 'rules.yaml'), { lenient })).hash;
}

test('the hash of a version covers its sources and what they import, and not where they lie', async () => {
  const files = { 'rules.yaml': RULES, 'base.yaml': BASE };
  const hash = await hashOf(files);
  expect(await hashOf(files)).toBe(hash);
  // Both compilations decide the same.
  expect(await hashOf(files, true)).toBe(hash);
  const others = [
    await hashOf({ ...files, 'rules.yaml': RULES.replace('few }', 'many }') }),
    await hashOf({ ...files, 'rules.yaml': `${RULES}default: { action: escalate }\n` }),
    await hashOf({ ...files, 'base.yaml': `${BASE}# changed\n` }),
    await hashOf({ ...files, 'rules.yaml': `${RULES}colour: red\n` }, true),
  ];
  expect(new Set([hash, ...others]).size).toBe(5);
});
