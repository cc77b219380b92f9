import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { infixChanges, parseInfix } from '../../authoring/mutate/infix-changes.ts';
import { mutationsOf } from '../../authoring/mutate/mutations.ts';
import { compileSources } from '../../compiler/compile.ts';
import { readRulesetSources } from '../../library/node/sources.ts';
import { rulesetFolder, runHere, type Folder } from './run-tests.ts';

const RULES = `
templates:
  transfer: { amount!: integer, by!: string }
  frozen: { who!: string }
rules:
  big:
    escalate: big
    if: transfer.amount >= 1000
  small:
    allow: small
    for: transfer
    if:
      - transfer.amount < 10
      - not exists(frozen, frozen.who == transfer.by)
`;

/** Every mutant: its place, rule and change, with the code of the error if it does not compile. */
function mutantsOf(text: string): readonly string[] {
  const { mutations } = mutationsOf([{ path: 'rules.yaml', text }]);
  return mutations.map(({ line, column, rule, what, sources }) => {
    const compilation = compileSources(sources(), { name: 'r' });
    const problem = compilation.ok ? '' : ` (${compilation.diagnostics[0]?.code ?? ''})`;
    return `${line}:${column} ${rule ?? ''}: ${what}${problem}`;
  });
}

/** The changes of the rule `r` with this body, without the ones that do not compile. */
const changesOf = (body: string, before = ''): readonly string[] =>
  mutantsOf(`${before || 'templates: { t: { n!: integer, s!: string } }'}\nrules:\n  r: ${body}\n`)
    .filter((one) => !/ \([a-z-]+\)$/.test(one))
    .map((one) => one.replace(/^.*? r: /, ''));

/** The changes of one condition as texts. */
function textsOf(text: string, ...documents: readonly string[]): readonly string[] {
  const tree = parseInfix(text);
  if (tree === null) return ['invalid'];
  return infixChanges(text, tree, new Set(documents), true).map((change) => change.text);
}

describe('mutants of rules in the short form', () => {
  it('are changes of the infix text, with the place of the change', () => {
    expect(mutantsOf(RULES)).toEqual([
      '6:3 big: without the rule',
      '8:9 big: without the condition transfer.amount >= 1000',
      '8:25 big: transfer.amount > 1000 instead of transfer.amount >= 1000',
      '8:25 big: transfer.amount < 1000 instead of transfer.amount >= 1000',
      '8:28 big: transfer.amount >= 1001 instead of transfer.amount >= 1000',
      '8:28 big: transfer.amount >= 999 instead of transfer.amount >= 1000',
      '7:5 big: allow instead of escalate',
      '9:3 small: without the rule',
      '13:9 small: without the condition transfer.amount < 10',
      '13:25 small: transfer.amount <= 10 instead of transfer.amount < 10',
      '13:25 small: transfer.amount >= 10 instead of transfer.amount < 10',
      '13:27 small: transfer.amount < 11 instead of transfer.amount < 10',
      '13:27 small: transfer.amount < 9 instead of transfer.amount < 10',
      '14:9 small: without the condition not exists(frozen, frozen.who == transfer.by)',
      '14:9 small: exists(frozen, frozen.who == transfer.by) instead of not exists(frozen, frozen.who == transfer.by)',
      '14:28 small: without the condition frozen.who == transfer.by',
      '14:39 small: frozen.who != transfer.by instead of frozen.who == transfer.by',
      '13:7 small: without `if`',
      '10:5 small: deny instead of allow',
    ]);
  });

  it('leave the ruleset as it was', () => {
    const { plain, mutations } = mutationsOf([{ path: 'rules.yaml', text: RULES }]);
    const changed = mutations.map(({ sources }) => sources());
    for (const sources of changed) expect(sources).not.toEqual(plain);
    const again = mutations.map(({ sources }) => sources());
    expect(again).toEqual(changed);
  });

  it.each([
    ['a.n > 5', ['a.n >= 5', 'a.n <= 5', 'a.n > 6', 'a.n > 4']],
    ['a.n == 1.50', ['a.n != 1.50', 'a.n == 2.50', 'a.n == 0.50']],
    [
      'a.x and b.y',
      ['not (a.x and b.y)', 'b.y', 'a.x or b.y', 'not (a.x) and b.y', 'a.x', 'a.x and not (b.y)'],
    ],
    [
      '(a.x or b.y) and c.z',
      [
        'not ((a.x or b.y) and c.z)',
        'c.z',
        '(a.x or b.y) or c.z',
        'not (a.x or b.y) and c.z',
        '(b.y) and c.z',
        '(a.x and b.y) and c.z',
        '(not (a.x) or b.y) and c.z',
        '(a.x) and c.z',
        '(a.x or not (b.y)) and c.z',
        '(a.x or b.y)',
        '(a.x or b.y) and not (c.z)',
      ],
    ],
    ['not a.s.matches(`,)`)', ['a.s.matches(`,)`)']],
    ['a.s not in ["x", "y, z"]', ['a.s in ["x", "y, z"]', 'a.s not in ["y, z"]', 'a.s not in ["x"]']],
    [
      'exists(x in a, x.n == 1)',
      [
        'not exists(x in a, x.n == 1)',
        'exists(x in a)',
        'exists(x in a, x.n != 1)',
        'exists(x in a, x.n == 2)',
        'exists(x in a, x.n == 0)',
      ],
    ],
    [
      'forall(a, a.n == 1, a.m == 2)',
      [
        'not forall(a, a.n == 1, a.m == 2)',
        'forall(a, a.m == 2)',
        'forall(a, a.n != 1, a.m == 2)',
        'forall(a, a.n == 2, a.m == 2)',
        'forall(a, a.n == 0, a.m == 2)',
        'forall(a, a.n == 1, a.m != 2)',
        'forall(a, a.n == 1, a.m == 3)',
        'forall(a, a.n == 1, a.m == 1)',
      ],
    ],
    ['now.older_than(5m)', ['not now.older_than(5m)', 'now.older_than(6m)', 'now.older_than(4m)']],
    ['a.n = 5', ['invalid']],
  ])('change `%s`', (text, changed) => {
    expect(textsOf(text)).toEqual(changed);
  });

  it('give and take `?` of paths of the document only', () => {
    expect(textsOf('input.a == t.b', 'input')).toContain('input.a? == t.b');
    expect(textsOf('input.a == t.b', 'input')).not.toContain('input.a == t.b?');
    expect(textsOf('input.a? == "x"', 'input')).toEqual([
      'not (input.a? == "x")',
      'input.a? != "x"',
      'input.a == "x"',
    ]);
    expect(textsOf('input.a ?? false', 'input')).toContain('input.a ?? true');
  });

  it('keep the patterns that a dropped or negated condition mentions', () => {
    expect(changesOf('{ deny: n, if: t.s.matches(`^a`) }')).toEqual([
      'without the condition t.s.matches(`^a`)',
      'not t.s.matches(`^a`) instead of t.s.matches(`^a`)',
      'allow instead of deny',
    ]);
  });

  it('change the right half', () => {
    expect(changesOf('{ route: queue, reason: why, for: t, in_doubt: stay, obligations: [a, b] }')).toEqual([
      'deny instead of route',
      'in_doubt fire instead of stay',
      'without the obligation',
      'without the obligation',
    ]);
    expect(changesOf('{ for: t, retract: t, log: full, salience: 5 }')).toEqual([
      'salience -5 instead of 5',
      'without what it retracts',
    ]);
    const twice = 'templates: { t: { n!: integer }, done: { n!: integer } }';
    const effects = '{ for: t, assert: ["done(n = 1)", "done(n = 2)"], modify: t(n = 5), if: t.n > 5 }';
    expect(changesOf(effects, twice)).toEqual(
      expect.arrayContaining([
        'without what it asserts',
        'without what it asserts',
        'without what it modifies',
      ]),
    );
  });

  it('include long halves in maps of names', () => {
    const when = '[{ template: t, conditions: [{ slot: n, expression: at_least(5) }] }]';
    expect(changesOf(`{ when: ${when}, deny: n }`)).toEqual([
      'without the condition n: at_least(5)',
      'greater_than(5) instead of at_least(5)',
      'less_than(5) instead of at_least(5)',
      'at_least(6) instead of at_least(5)',
      'at_least(4) instead of at_least(5)',
      'allow instead of deny',
    ]);
    expect(changesOf('{ for: t, if: t.n > 5, then: { action: deny, reason: n } }')).toContain(
      'allow instead of deny',
    );
  });

  it('change `for` and `let`', () => {
    expect(
      changesOf('{ deny: n, for: { t: t, u: t }, let: { n: "count(x in t, x.n == t.n)" }, if: n > 2 }'),
    ).toEqual([
      'without the condition n > 2',
      'n >= 2 instead of n > 2',
      'n <= 2 instead of n > 2',
      'n > 3 instead of n > 2',
      'n > 1 instead of n > 2',
      'without t in `for`',
      'without u in `for`',
      'without the condition x.n == t.n',
      'x.n != t.n instead of x.n == t.n',
      'allow instead of deny',
    ]);
  });

  it('change tables, relations and modules of maps', () => {
    const text = `
templates: { t: { n!: integer, s!: string } }
modules: { first: , second: the second one }
relations: { r: { columns: { who: string }, rows: [[ann], [ben]] } }
tables:
  grid:
    module: first
    for: t
    if: t.n > 0
    hit: first
    inputs: [t.n, t.s]
    outputs: [action, reason]
    rows: [["< 18", bike, deny, young], ["-", "-", allow, fine]]
`;
    expect(mutantsOf(text)).toEqual([
      '3:10 : modules reversed',
      '13:12 grid: without row 1',
      '13:13 grid: - instead of < 18',
      '13:13 grid: <= 18 instead of < 18',
      '13:13 grid: < 19 instead of < 18',
      '13:13 grid: < 17 instead of < 18',
      '13:21 grid: - instead of bike',
      '13:21 grid: not(bike) instead of bike',
      '13:27 grid: allow instead of deny',
      '13:41 grid: without row 2',
      '13:52 grid: deny instead of allow',
      '9:9 grid: without the condition t.n > 0',
      '9:13 grid: t.n >= 0 instead of t.n > 0',
      '9:13 grid: t.n <= 0 instead of t.n > 0',
      '9:15 grid: t.n > 1 instead of t.n > 0',
      '9:15 grid: t.n > -1 instead of t.n > 0',
      '4:52 r: without row 1',
      '4:59 r: without row 2',
    ]);
  });
});

describe('ferrule test --mutate of the short form', () => {
  let folder: Folder;
  beforeAll(async () => void (folder = await rulesetFolder()));
  afterAll(() => folder.remove());

  const fact = (amount: number): string => `{ template: transfer, data: { amount: ${amount}, by: ann } }`;
  const frozen = (who: string): string => `{ template: frozen, data: { who: ${who} } }`;
  const WEAK = `
cases:
  - { name: large, facts: [${fact(5000)}], expect: { decision: escalate, reason: big } }
`;
  const STRONG = `${WEAK}
  - { name: bound, facts: [${fact(1000)}], expect: { decision: escalate, reason: big } }
  - { name: below, facts: [${fact(999)}], expect: { decision: deny } }
  - { name: tiny, facts: [${fact(9)}], expect: { decision: allow, reason: small } }
  - { name: ten, facts: [${fact(10)}], expect: { decision: deny } }
  - { name: frozen, facts: [${fact(9)}, ${frozen('ann')}], expect: { decision: deny } }
  - { name: other, facts: [${fact(9)}, ${frozen('ben')}], expect: { decision: allow } }
  - { name: only frozen, facts: [${frozen('ben')}], expect: { decision: deny } }
`;

  it.each([
    ['weak', WEAK, 1],
    ['strong', STRONG, 0],
  ])('compares a %s suite with all mutants', async (name, suite, expected) => {
    await folder.write(`${name}/rules.yaml`, RULES);
    await folder.write(`${name}/a.test.yaml`, suite);
    const options = ['--mutate', '--budget', '10m', '--threshold', '100'];
    const { code, out } = await runHere('test', join(folder.path, name), ...options);
    if (expected === 0) expect(out).toMatch(/^(\d+) of \1 mutants found \(100\.0 %\)/m);
    else
      expect(out).toContain('rules.yaml:13:25  small: transfer.amount <= 10 instead of transfer.amount < 10');
    expect(code).toBe(expected);
  });
});

// Mutants and rules of the long form of each ruleset.
it.each([
  ['tool-call-gate', 558, 45],
  ['data-access', 360, 27],
  ['spend-limits', 358, 31],
  ['triage', 415, 47],
])('%s has as many mutants per rule as its long form had', async (name, mutants, rules) => {
  const { plain, mutations } = mutationsOf(await readRulesetSources(`rulesets/${name}`));
  const compilation = compileSources(plain, { name });
  if (!compilation.ok) throw new Error('the ruleset does not compile');
  expect(mutations.length / compilation.ruleset.rules.length).toBeGreaterThanOrEqual(mutants / rules);
});
