import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mutateExpression } from '../../authoring/mutate/mutate-expression.ts';
import type { MutantsJson } from '../../authoring/mutate/mutants-json.ts';
import { rulesetFolder, runHere, type Folder, type Ran } from './run-tests.ts';

const RULES = `
module: m
modules: [{ name: m, priority: 1 }]
templates:
  - { name: transfer, slots: [{ name: amount, type: integer, required: true }] }
  - { name: frozen, slots: [{ name: why, type: string }] }
rules:
  - name: big
    when: [{ template: transfer, conditions: [{ slot: amount, expression: at_least(1000) }] }]
    then: { action: escalate, reason: big }
  - name: small
    when:
      - { template: transfer, conditions: [{ slot: amount, expression: less_than(10) }] }
      - { not: [{ template: frozen }] }
    then: { action: allow, reason: small }
`;
const amount = (value: number): string => `{ template: transfer, data: { amount: ${value} } }`;
const WEAK = `
cases:
  - { name: large, facts: [${amount(5000)}], expect: { decision: escalate, reason: big } }
  - { name: tiny, facts: [${amount(1)}], expect: { decision: allow, reason: small } }
`;

let folder: Folder;
beforeAll(async () => {
  folder = await rulesetFolder();
  await folder.write('mutated/rules.yaml', RULES);
  await folder.write('mutated/a.test.yaml', WEAK);
});
afterAll(() => folder.remove());
const run = (...options: readonly string[]): Promise<Ran> =>
  runHere('test', join(folder.path, 'mutated'), ...options);

describe('ferrule test --mutate', () => {
  it('reports each change that no case detects, with a case that does', async () => {
    const { code, out } = await run('--mutate', '--budget', '10m');
    expect(out).toMatch(/^\d+ of \d+ mutants found \(\d+\.\d %\)/m);
    expect(out).toContain(
      `${join(folder.path, 'mutated/rules.yaml')}:9:75  big: greater_than(1000) instead of at_least(1000)`,
    );
    expect(out).toContain('small: without `not`');
    expect(code).toBe(0);
  });

  it('has cases that pass as they are, and notice the change', async () => {
    const before = await run('--mutate', '--budget', '10m');
    const told = [...before.out.matchAll(/^ {4}(- \{.*\})$/gm)].map(([, text = '']) => text);
    expect(told.length).toBeGreaterThan(3);
    const strong = `${WEAK}${told.map((text) => `  ${text}\n`).join('')}`;
    await folder.write('strong/rules.yaml', RULES);
    await folder.write('strong/a.test.yaml', strong);
    const after = await runHere(
      'test',
      join(folder.path, 'strong'),
      '--mutate',
      '--budget',
      '10m',
      '--threshold',
      '90',
    );
    expect(after.out).toMatch(/^\d+ passed/m);
    const score = ({ out }: Ran): number => Number(/\((\d+\.\d) %\)/.exec(out)?.[1]);
    expect(score(after)).toBeGreaterThan(score(before));
    expect(after.out).not.toContain('greater_than(1000) instead');
  });

  it('fails below a threshold', async () => {
    const { code, err } = await run('--mutate', '--budget', '10m', '--threshold', '100');
    expect(err).toMatch(/% of the mutants found, less than 100 %/);
    expect(code).toBe(1);
  });

  it('says what it had no time for', async () => {
    expect((await run('--mutate', '--budget', '1ms')).out).toMatch(/not tried: out of time/);
  });

  it.each([
    [['--format', 'json'], { ok: true }],
    [['--coverage=json'], { rulesets: [{ totals: { rules: { total: 2 } } }] }],
    [['--format', 'junit', '--coverage=json'], { totals: {} }],
    [['--format', 'json', '--coverage'], { summary: { passed: 2 } }],
  ])('are in the one JSON document of %j', async (options, shape) => {
    const { code, out } = await run('--mutate', '--budget', '10m', ...options);
    const { mutants, ...others } = JSON.parse(out) as { mutants: MutantsJson };
    expect(others).toMatchObject({ version: 1, ...shape });
    expect(code).toBe(0);
    const { score, found, total, untried, survivors } = mutants;
    expect([total - found, untried]).toEqual([survivors.length, 0]);
    expect(score).toBeCloseTo((found / total) * 100);
    expect(survivors).toContainEqual({
      file: join(folder.path, 'mutated/rules.yaml'),
      line: 9,
      column: 75,
      rule: 'big',
      change: 'greater_than(1000) instead of at_least(1000)',
      case: {
        name: 'big: greater_than(1000) instead of at_least(1000)',
        facts: [{ template: 'transfer', data: { amount: 1000 } }],
        expect: { decision: 'escalate', reason: 'big' },
      },
      instead: { decision: 'deny', reason: 'default decision (no rules fired)' },
    });
  });

  it.each([
    ['--format', 'junit', /<\/testsuites>\n$/],
    ['--format', 'tap', /^TAP version 14\n/],
    ['--coverage=lcov', '--bail', /end_of_record\n$/],
  ])('leave what a program reads alone: %s %s', async (option, value, whole) => {
    const { out, err } = await run('--mutate', '--budget', '10m', option, value);
    expect(out).toMatch(whole);
    expect(out).not.toContain('mutants found');
    expect(err).toMatch(/mutants found/);
  });

  it('waits for cases that pass', async () => {
    await folder.write('failing/rules.yaml', RULES);
    await folder.write(
      'failing/a.test.yaml',
      `cases: [{ facts: [${amount(1)}], expect: { decision: deny } }]`,
    );
    const { code, err } = await runHere('test', join(folder.path, 'failing'), '--mutate');
    expect(err).toContain('all cases have to pass first');
    expect(code).toBe(1);
    const json = await runHere('test', join(folder.path, 'failing'), '--mutate', '--format', 'json');
    expect(JSON.parse(json.out)).not.toHaveProperty('mutants');
  });

  it.each([
    [['--budget', '60s'], '--budget needs --mutate'],
    [['--mutate', '--budget', 'long'], "--budget needs a time such as 60s, not 'long'"],
    [['--mutate', '--budget', '0s'], '--budget needs a time'],
    [['--mutate', '--threshold', '-1'], '--threshold needs a number'],
    [['--mutate=all'], 'takes no value'],
  ])('refuses %j', async (options, message) => {
    const { code, err } = await run(...options);
    expect(err).toContain(message);
    expect(code).toBe(2);
  });
});

it.each([
  ['at_least(1000)', ['greater_than(1000)', 'less_than(1000)', 'at_least(1001)', 'at_least(999)']],
  ['in(a, b)', ['not_in(a, b)', 'in(b)', 'in(a)']],
  ['matches(^a{1,2}$)', ['not_matches(^a{1,2}$)']],
  ['equals($t.id)', ['not_equals($t.id)']],
  ['is_true()', []],
  ['no call', []],
])('changes %s', (expression, others) => {
  expect(mutateExpression(expression)).toEqual(others);
});

describe('ferrule test --mutate of tables and documents', () => {
  const TABLE = `
templates: [{ name: a, slots: [{ name: age, type: integer, required: true }, { name: of, type: string, required: true }] }]
input: [{ template: a, slots: { age: $.age, of: $.of } }]
tables:
  - name: t
    hit: first
    when: [{ template: a, alias: $a }]
    inputs: [$a.age, $a.of]
    outputs: [action, reason]
    rows:
      - ["< 18", bike, deny, young]
      - ["-", "-", allow, fine]
`;
  const survivorsOf = async (name: string, suite: string): Promise<MutantsJson['survivors']> => {
    await folder.write(`${name}/rules.yaml`, TABLE);
    await folder.write(`${name}/a.test.yaml`, suite);
    const { out } = await runHere(
      'test',
      join(folder.path, name),
      '--mutate',
      '--budget',
      '10m',
      '--format',
      'json',
    );
    return (JSON.parse(out) as { mutants: MutantsJson }).mutants.survivors;
  };

  it('finds facts for suites of documents, and tries the bounds of cells', async () => {
    const survivors = await survivorsOf(
      'documents',
      `
cases:
  - { name: young, input: { age: 10, of: bike }, expect: { decision: deny, reason: young } }
  - { name: old, input: { age: 40, of: bike }, expect: { decision: allow, reason: fine } }
`,
    );
    const bound = survivors.find(({ change }) => change === '<= 18 instead of < 18');
    expect(bound?.case).toMatchObject({
      facts: [{ template: 'a', data: { age: 18, of: 'bike' } }],
      expect: { decision: 'allow' },
    });
    expect(bound?.instead).toMatchObject({ decision: 'deny' });
  });

  it('lists those first that decide otherwise', async () => {
    const survivors = await survivorsOf(
      'order',
      'cases: [{ name: old, input: { age: 40, of: car }, expect: { decision: allow } }]\n',
    );
    const weights = survivors.map((one) => {
      if (one.instead === null) return 0;
      return one.instead.decision === (one.case as { expect: { decision: string } }).expect.decision ? 1 : 2;
    });
    expect(weights).toEqual(weights.toSorted((a, b) => b - a));
    expect(weights[0]).toBe(2);
  });
});
