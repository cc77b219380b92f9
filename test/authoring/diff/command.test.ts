import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RulesetDiff } from '../../../authoring/diff/ruleset-diff.ts';
import { COMMANDS } from '../../../cli/commands.ts';
import { runCommandLine } from '../../../cli/run-command-line.ts';
import { LIMITS } from './limits.ts';
import { RULES, rulesetFolder, runHere, type Folder, type Ran } from '../run-tests.ts';

const CLOSED = `
ruleset: closed
templates:
  - name: call
    slots: [{ name: level, type: symbol, allowed_values: [low, mid, high], required: true }, { name: safe, type: boolean, default: true }]
rules:
  - name: pass
    when: [{ template: call, conditions: [{ slot: level, expression: "in([low, mid])" }] }]
    then: { action: allow, reason: fine, assert: [{ template: call, slots: { level: low, safe: true } }] }
`;

let folder: Folder;
let old: string;
beforeAll(async () => {
  folder = await rulesetFolder();
  old = await folder.write('old.yaml', LIMITS);
});
afterAll(() => folder.remove());

let count = 0;
const changed = (from: string, to: string, text = LIMITS): Promise<string> =>
  folder.write(`new-${count++}.yaml`, text.replace(from, to));
const diff = (path: string, ...options: readonly string[]): Promise<Ran> =>
  runHere('diff', old, path, '--seed', '7', ...options);
async function jsonOf(...words: readonly string[]): Promise<RulesetDiff> {
  return JSON.parse(
    (await runHere('diff', ...words, ...(words.includes('--seed') ? [] : ['--budget', '300ms']), '--json'))
      .out,
  ) as RulesetDiff;
}

describe('ferrule diff', () => {
  it('reports different decisions, their rules and the smallest facts', async () => {
    const { code, out } = await diff(await changed('less_than(1000)', 'less_than(900)'));
    expect(code).toBe(1);
    expect(out).toMatch(
      /^less permissive, seed 7\n\d+ compared: \d+ the same, \d+ with the same decision for other/,
    );
    expect(out).toMatch(/^before {2}after {2}decisions\nallow {3}deny {3}\d+\n/m);
    expect(out).toMatch(
      /allow -> deny\n {2}no longer MAIN::small \(\d+\)\n {2}such as \[\{"template":"transfer","data":\{"amount":9\d\d\}\}\]\n/,
    );
  });

  it('proves that versions are equivalent', async () => {
    const { code, out } = await diff(await changed('less_than(1000)', 'at_most(999)'));
    expect([code, out]).toEqual([0, 'equivalent (proved)\n']);
    const split = await changed(
      '- name: big',
      '- name: tiny\n    when: [{ template: transfer, conditions: [{ slot: amount, expression: less_than(5) }] }]\n    then: { action: allow, reason: tiny }\n  - name: big',
    );
    expect((await diff(split)).out).toBe('equivalent (proved)\n');
    expect((await diff(old)).out).toBe('equivalent (proved)\n');
  });

  it('proves nothing where the order of rules decides and has changed', async () => {
    const [one, two] = ['one', 'two'].map(
      (name, i) =>
        `  - { name: ${name}, when: [{ template: t }], then: { action: ${['allow', 'deny'][i]!}, reason: ${name} } }\n`,
    ) as [string, string];
    for (const [decide, code] of [
      ['first', 1],
      ['last', 1],
      ['deny-overrides', 0],
    ] as const) {
      const head = `decide: ${decide}\ntemplates: [{ name: t, slots: [{ name: x, type: integer }] }]\nrules:\n`;
      const [before, after] = [
        await folder.write('order-old.yaml', head + one + two),
        await folder.write('order-new.yaml', head + two + one),
      ];
      expect((await runHere('diff', before, after, '--budget', '300ms')).code, decide).toBe(code);
    }
  });

  it('proves nothing where a firing can fail', async () => {
    const rule = (obligations: string): string =>
      `templates: [{ name: t, slots: [{ name: x, type: integer }] }]\nrules:\n  - { name: one, when: [{ template: t, conditions: [{ slot: x, bind: "?x" }] }], then: { action: allow${obligations} } }\n`;
    const before = await folder.write('plain.yaml', rule(''));
    const after = await folder.write(
      'failing.yaml',
      rule(', obligations: [{ type: t, properties: { n: "(div 10 ?x)" } }]'),
    );
    const { code, out } = await runHere('diff', before, after, '--budget', '300ms');
    expect([code, out]).toEqual([1, expect.stringContaining('allow -> error:evaluation_failed')]);
  });

  it('says so when it found no difference and proved nothing', async () => {
    const before = await folder.write('effects.yaml', RULES);
    const after = await changed('less_than(100)', 'at_most(99)', RULES);
    const { code, out } = await runHere('diff', before, after, '--seed', '7');
    expect(code).toBe(0);
    expect(out).toMatch(
      /^no difference found in [\d,]+ requests, all 7 with at most one fact per template, seed 7\n\d+ compared: \d+ the same, 0 with/,
    );
  });

  it('says so when a part of the decisions permits more and another less', async () => {
    const path = await changed('at_least(5000)', 'at_least(900)');
    expect((await diff(path)).out).toMatch(/^incomparable, seed 7\n/);
    const more = await changed('action: deny, reason: frozen', 'action: route, reason: frozen');
    expect((await jsonOf(old, more)).verdict).toBe('more permissive');
  });

  it('tries all requests where all values are closed', async () => {
    const before = await folder.write('closed.yaml', CLOSED);
    const after = await changed('in([low, mid])', 'in([low, mid, high])', CLOSED);
    const { verdict, search, changes } = await jsonOf(before, after);
    expect([verdict, search?.all, search?.exhaustive]).toEqual(['more permissive', 4, false]);
    expect(changes).toMatchObject([
      { before: 'deny', after: 'allow', example: { input: [{ template: 'call', data: { level: 'high' } }] } },
    ]);
  });

  it('sees that other templates refuse what was taken', async () => {
    const path = await changed(
      'name: account, type: string, default: a1',
      'name: account, type: string, required: true',
    );
    const { changes } = await jsonOf(old, path);
    expect(changes.map(({ before, after }) => `${before} ${after}`)).toContain(
      'allow error:validation_error',
    );
  });

  it('does not compare what only the new one takes, and counts it', async () => {
    const more =
      '- { name: pause, slots: [{ name: id, type: string }] }\nrules:\n  - { name: paused, when: [{ template: pause }], then: { action: deny, reason: paused } }';
    const { out } = await runHere('diff', old, await changed('rules:', `  ${more}`), '--seed', '7');
    expect(out).toMatch(
      /^no difference found in [\d,]+ requests, seed 7\n.*\n[\d,]+ not compared: only the new version accepts their facts\n\nno request reached:\n {2}rule MAIN::paused \(new version, .*\)\n$/,
    );
  });

  it('writes one object with --json', async () => {
    const path = await changed('less_than(1000)', 'less_than(900)');
    const told = await jsonOf(old, path, '--seed', '7');
    expect(Object.keys(told)).toEqual([
      ...['version', 'old', 'new', 'verdict', 'proved', 'search'],
      ...['count', 'same', 'other_reasons', 'changes', 'unreached'],
    ]);
    expect(told).toMatchObject({
      version: 2,
      proved: false,
      search: { all: null, seed: 7, cut_short: false },
    });
    expect(told.old).toMatch(/^sha256:/);
    expect(await jsonOf(old, path, '--seed', '7')).toEqual(told);
  });

  it('begins with the cases of the suites beside the new one', async () => {
    // Nothing that is drawn passes this pattern.
    const rules = LIMITS.replace(
      'expression: at_least(5000) }',
      "expression: at_least(5000) }, { slot: account, expression: 'matches(^x{9}7$)' }",
    );
    const before = await folder.write('deep/old.yaml', rules);
    const after = await folder.write(
      'deep/new.yaml',
      rules.replace('action: escalate, reason: big', 'action: allow, reason: big'),
    );
    expect((await runHere('diff', before, after)).code).toBe(0);
    await folder.write(
      'deep/new.test.yaml',
      'cases: [{ facts: [{ template: transfer, data: { amount: 5000, account: xxxxxxxxx7 } }], expect: { decision: allow } }]',
    );
    expect((await runHere('diff', before, after)).code).toBe(1);
  });

  it('ends when its time is up', async () => {
    const told = await jsonOf(
      old,
      await changed('less_than(1000)', 'less_than(900)'),
      '--seed',
      '7',
      '--budget',
      '1ms',
    );
    expect(told.search).toMatchObject({ cut_short: true });
  });
});

describe('ferrule diff --facts', () => {
  const facts = (amount: number): string => JSON.stringify([{ template: 'transfer', data: { amount } }]);

  it('compares by one request, and by one on each line', async () => {
    const path = await changed('less_than(1000)', 'less_than(900)');
    const one = await folder.write('one.json', facts(10));
    expect((await runHere('diff', old, path, '--facts', one)).out).toBe(
      'no difference found in 1 request\n1 compared: 1 the same, 0 with the same decision for other reasons\n',
    );
    const lines = await folder.write(
      'lines.json',
      [facts(10), facts(950), `{"facts":${facts(990)}}`, ''].join('\n'),
    );
    const { code, out } = await runHere('diff', old, path, '--facts', lines);
    expect(code).toBe(1);
    expect(out).toMatch(/^less permissive\n3 compared: 1 the same, 0 with/);
    expect(out).toContain(`such as ${facts(950)}\n    before: allow (950 is small) by MAIN::small`);
  });

  it('takes documents', async () => {
    const text = `${LIMITS}\ninput: [{ template: transfer, slots: { amount: $.amount } }]\n`;
    const before = await folder.write('document.yaml', text);
    const after = await changed('less_than(1000)', 'less_than(900)', text);
    const path = await folder.write('document.json', '{"input":{"amount":950}}');
    const { out } = await runHere('diff', before, after, '--facts', path);
    expect(out).toContain('such as {"facts":[],"input":{"amount":950}}');
  });

  it('refuses invalid requests', async () => {
    const bad = await folder.write('bad.json', '[{"template":1}]\n[]');
    const { code, err } = await runHere('diff', old, old, '--facts', bad);
    expect([code, err]).toEqual([1, expect.stringContaining('invalid facts')]);
  });
});

describe('ferrule diff --log', () => {
  const record = (amount: number, more: object = {}): string =>
    JSON.stringify({
      ...{ time: '2026-01-31T12:00:00.000Z', kind: 'decision', decision_id: `d${amount}`, ruleset: 'limits' },
      ...{
        ruleset_hash: 'sha256:00',
        input: [{ template: 'transfer', data: { amount } }],
        decision: 'allow',
      },
      ...more,
    });

  it('compares by what was decided, whatever version decided it', async () => {
    const path = await changed('less_than(1000)', 'less_than(900)');
    const log = await folder.write(
      'log/w1/0001.ndjson',
      [record(10), record(950), record(980, { ruleset: 'another' }), record(990, { masked: true }), ''].join(
        '\n',
      ),
    );
    const { code, out } = await runHere('diff', old, path, '--log', log, '--ruleset', 'limits');
    expect(code).toBe(1);
    expect(out).toContain('2 compared: 1 the same');
    expect(out).toContain('such as d950: [{"template":"transfer","data":{"amount":950}}]');
    expect(out).toContain('1 left out: values are masked');
    const told = JSON.parse((await runHere('diff', old, path, '--log', log, '--json')).out) as object;
    expect(told).toMatchObject({ count: 3, search: null, left_out: { masked: 1 } });
  });
});

describe('the command line of ferrule diff', () => {
  it.each([
    [['--facts', 'a', '--log', 'b'], '--facts cannot be combined with --log'],
    [['--since', '2026-01-31T12:00:00Z'], '--since needs --log'],
    [['--facts', 'a', '--seed', '1'], '--seed cannot be combined with --facts or --log'],
    [['--seed', 'x'], "--seed needs a whole number, not 'x'"],
    [['--now', 'soon'], "--now needs a time such as 2026-01-31T12:00:00Z, or seconds, not 'soon'"],
    [['--budget', 'soon'], "--budget needs a time such as 60s, not 'soon'"],
  ])('refuses %j', async (options, message) => {
    const { code, err } = await runHere('diff', old, old, ...options);
    expect([code, err]).toEqual([2, expect.stringContaining(message)]);
  });

  it('ends with 3 when a version does not compile, and with 1 when there is none', async () => {
    const broken = await changed('template: transfer, alias', 'template: tranfer, alias');
    expect((await runHere('diff', old, broken)).code).toBe(3);
    expect((await runHere('diff', broken, old)).code).toBe(3);
    expect((await runHere('diff', old, join(folder.path, 'nowhere'))).code).toBe(1);
    expect((await runHere('diff', old, old, '--log', join(folder.path, 'nowhere'))).err).toContain(
      'cannot read',
    );
  });

  it('reads facts from standard input', async () => {
    const seen = { out: '' };
    const code = await runCommandLine(COMMANDS, ['diff', old, old, '--facts', '-'], {
      out: (text) => void (seen.out += text),
      err: () => {},
      stdin: (async function* () {
        yield Buffer.from('[]');
      })(),
    });
    expect([code, seen.out]).toEqual([0, expect.stringContaining('1 compared: 1 the same')]);
  });
});
