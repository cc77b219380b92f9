import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Explanation } from '../../library/node/engine.ts';
import { rulesetFolder, runHere, type Folder } from './run-tests.ts';

describe('ferrule explain', () => {
  let folder: Folder;
  let facts: string;
  beforeAll(async () => {
    folder = await rulesetFolder();
    facts = await folder.write('facts.json', '[{ "template": "transfer", "data": { "amount": 500 } }]');
  });
  afterAll(() => folder.remove());
  const run = (...options: readonly string[]) =>
    runHere('explain', join(folder.path, 'rules.yaml'), '--facts', facts, ...options);

  it('writes for people', async () => {
    const { code, out } = await run('--flip=allow');
    expect(out).toBe(`deny: default decision (no rules fired)

Facts:
  1  transfer { id: "t1", amount: 500 }

Did not fire:
  m::small  (allow)  rules.yaml:13:5
    fact 1 transfer does not fit rules.yaml:14:12
      amount is 500, not less_than(100)  rules.yaml:14:86
  m::big  (escalate)  rules.yaml:20:5
    fact 1 transfer does not fit rules.yaml:21:12
      amount is 500, not at_least(1000)  rules.yaml:21:75

Changes that lead to allow (${/\((\d+) eval/.exec(out)?.[1]} evaluations):
  allow by m::small: transfer.amount of fact 1: 99 instead of 500
  allow by m::small: with another fact, transfer { amount: 99 }
`);
    expect(code).toBe(0);
  });

  it('writes JSON', async () => {
    const { out } = await run('--format', 'json', '--rule', 'm::big');
    const told = JSON.parse(out) as Explanation;
    expect(told).toMatchObject({ version: 1, ruleset: 'transfers', decision: 'deny', winner: null });
    expect(told.not_fired.map(({ rule }) => rule)).toEqual(['m::big']);
  });

  it('writes a graph, whatever the texts hold', async () => {
    const odd = await folder.write(
      'odd.json',
      '[{ "template": "transfer", "data": { "id": "a\\"]\\\\", "amount": 10 } }]',
    );
    const { out } = await runHere(
      'explain',
      join(folder.path, 'rules.yaml'),
      '--facts',
      odd,
      '--format',
      'dot',
    );
    expect(out).toMatch(/^digraph explanation \{\n/);
    expect(out).toContain('r0 -> decision;');
    // Outside of strings are no quotes, and each of them ends.
    expect(out.replace(/"(?:[^"\\]|\\.)*"/g, '')).not.toContain('"');
  });

  it('writes one page in which texts stay texts', async () => {
    const odd = await folder.write(
      'html.json',
      '[{ "template": "transfer", "data": { "id": "<script>", "amount": 10 } }]',
    );
    const { out } = await runHere(
      'explain',
      join(folder.path, 'rules.yaml'),
      '--facts',
      odd,
      '--format',
      'html',
      '--flip',
    );
    expect(out).toMatch(/^<!doctype html>/);
    expect(out).not.toContain('<script');
    expect(out).toContain('&lt;script&gt;');
    expect(out).not.toMatch(/https?:/);
  });

  it('explains without facts', async () => {
    const { code, out } = await runHere(
      'explain',
      join(folder.path, 'rules.yaml'),
      '--now',
      '2026-01-31T12:00:00Z',
    );
    expect(out).toContain('there is no transfer fact for rules.yaml:14:12');
    expect(code).toBe(0);
  });

  it('takes the decision of --flip with a space, too, where it can be no path', async () => {
    const same = await run('--flip=allow');
    expect(await run('--flip', 'allow')).toEqual(same);
    const [path, facts] = [join(folder.path, 'rules.yaml'), join(folder.path, 'facts.json')];
    expect(await runHere('explain', '--flip', 'allow', path, '--facts', facts)).toEqual(same);
    expect((await runHere('explain', '--flip', path, '--facts', facts)).code).toBe(0);
    const { code, err } = await runHere('explain', '--flip', 'allow', '--facts', facts);
    expect([code, err]).toEqual([
      2,
      "ferrule: 'allow' can be the value of --flip or PATH: write --flip=allow and PATH, or ./allow\n",
    ]);
    const odd = await run('--flip', 'alow');
    expect([odd.code, odd.err]).toEqual([2, expect.stringContaining("explain does not take 'alow'")]);
  });

  it.each([
    [['--format', 'xml'], 2, "unknown format 'xml' (text, json, dot, html)"],
    [['--now', 'soon'], 2, '--now needs a time'],
    [['--flip='], 2, 'option --flip= needs a value'],
    [['--rule', 'smal'], 1, "no rule 'smal'"],
  ])('refuses %j', async (options, exitCode, message) => {
    const { code, err } = await run(...options);
    expect(err).toContain(message);
    expect(code).toBe(exitCode);
  });

  it('agrees with its page', async () => {
    const page = await readFile(new URL('../../docs/guides/explain.md', import.meta.url), 'utf8');
    const block = (kind: string): string =>
      new RegExp(`^\`\`\`${kind}\n([^]*?)^\`\`\`$`, 'm').exec(page)?.[1] ?? '';
    await folder.write('paged/rules.yaml', block('yaml'));
    const given = await folder.write('paged.json', block('json'));
    const { out } = await runHere('explain', join(folder.path, 'paged'), '--facts', given, '--flip');
    expect(page).toContain(`$ ferrule explain transfers --facts facts.json --flip\n${out}\`\`\`\n`);
    for (const name of ['text', 'json', 'dot', 'html']) expect(page).toContain(`\`${name}\``);
  });
});
