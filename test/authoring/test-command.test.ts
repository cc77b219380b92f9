import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RULES, rulesetFolder, runHere, type Folder, type Ran } from './run-tests.ts';

let folder: Folder;
beforeAll(async () => {
  folder = await rulesetFolder();
});
afterAll(() => folder.remove());

/** Runs the one suite of the folder. */
async function testSuite(yaml: string, ...options: readonly string[]): Promise<Ran> {
  return runHere('test', await folder.write('a.test.yaml', yaml), ...options);
}

const amount = (value: number): string => `{ template: transfer, data: { amount: ${value} } }`;

/** Report of a single case with this expectation, without the head and the summary. */
async function told(given: string, expectation: string): Promise<string> {
  const { out } = await testSuite(`cases: [{ name: one, ${given}, expect: ${expectation} }]`);
  return out
    .split('\n')
    .filter((line) => /^ {6}/.test(line))
    .map((line) => line.trim().replace(/ {2,}/g, ' '))
    .join('\n');
}

const WHY_NOT =
  'm::big (escalate) rules.yaml:20:5\n' +
  'fact 1 transfer does not fit rules.yaml:21:12\n' +
  'amount is 10, not at_least(1000) rules.yaml:21:75';

describe('ferrule test', () => {
  it('passes', async () => {
    const { code, out } = await testSuite(`
suite: transfers
now: 2026-01-31T12:00:00Z
facts: [{ template: login, data: { who: ann, at: 1 } }]
cases:
  - name: small transfers pass
    facts: [${amount(10)}]
    expect:
      decision: allow
      reason: { matches: "^small" }
      fired: { includes: [m::small], excludes: [m::big], exactly: [m::small], order: [m::small] }
      metadata: { code: ok }
      obligations: []
      facts:
        includes: [{ template: checked, data: { transfer: t1 } }, { template: login, data: { who: ann } }]
        excludes: [{ template: checked, data: { transfer: t2 } }]
  - name: "amount {amount} is {decision}"
    each: [{ amount: 10, decision: allow }, { amount: 10000, decision: escalate }]
    facts: [{ template: transfer, data: { amount: "{amount}", id: "t{amount}{{}}" } }]
    expect: { decision: "{decision}" }
  - name: refused
    facts: [{ template: transfer, data: { amont: 1 } }]
    expect: { error: validation_error, detail: { contains: amont } }
  - name: nothing fires
    expect: { decision: deny, fired: [], metadata: {}, reason: default decision (no rules fired) }
`);
    expect(out).toMatch(/^✓ transfers {2}5 of 5 passed/);
    expect(code).toBe(0);
  });

  it.each([
    ['{ decision: deny }', 'decision expected deny got allow'],
    ['{ reason: small }', 'reason expected "small" got "small: 10"'],
    ['{ reason: { contains: big } }', 'reason expected containing "big" got "small: 10"'],
    ['{ reason: { matches: "^$" } }', 'reason expected matching /^$/ got "small: 10"'],
    ['{ fired: { includes: [m::big] } }', `fired.includes expected m::big got m::small\n${WHY_NOT}`],
    ['{ fired: { excludes: [m::small] } }', 'fired.excludes expected not m::small got m::small'],
    ['{ fired: [] }', 'fired expected none got m::small'],
    ['{ fired: [m::small, m::small] }', 'fired expected m::small, m::small got m::small'],
    [
      '{ fired: { order: [m::small, m::big] } }',
      `fired.order expected m::small, m::big got m::small\n${WHY_NOT}`,
    ],
    ['{ metadata: { code: no } }', 'metadata.code expected "no" got "ok"'],
    ['{ metadata: {} }', 'metadata.code expected none got "ok"'],
    ['{ metadata: { code: ok, more: x } }', 'metadata.more expected "x" got none'],
    ['{ obligations: [{ type: log }] }', 'obligations expected [{"type":"log"}] got []'],
    [
      '{ facts: { includes: [{ template: checked, data: { transfer: t9 } }] } }',
      'facts.includes expected checked {"transfer":"t9"} got checked {"transfer":"t1"}',
    ],
    [
      '{ facts: { excludes: [{ template: checked, data: {} }] } }',
      'facts.excludes expected no checked {} got checked {"transfer":"t1"}',
    ],
    ['{ error: validation_error }', 'error expected validation_error got decision allow'],
  ])('reports how a result differs from %s', async (expectation, difference) => {
    expect(await told(`facts: [${amount(10)}]`, expectation)).toBe(difference);
  });

  it('reports an unexpected error', async () => {
    const facts = 'facts: [{ template: transfer, data: {} }]';
    expect(await told(facts, '{ decision: allow }')).toMatch(
      /^error expected a decision\ngot validation_error: Missing/,
    );
    expect(await told(facts, '{ error: scope_error }')).toMatch(
      /^error expected scope_error\ngot validation_error: /,
    );
    expect(await told(facts, '{ error: validation_error, detail: x }')).toMatch(
      /^detail expected "x" got "Missing/,
    );
  });

  it('fails a case that expects nothing', async () => {
    const { code, out } = await testSuite(`cases: [{ name: one, facts: [${amount(1)}] }]`);
    expect(out).toContain('at least one expectation');
    expect(code).toBe(1);
  });

  it.each([
    ['', '1:1: the suite has no cases'],
    ['cases: []', '1:1: the suite has no cases'],
    ['cases: [', '1:9: '],
    ['cases:\n  - { name: a, expct: {} }', "2:16: unknown key `expct` in a case (did you mean 'expect'?)"],
    ['cases:\n  - { expect: { decision: 1 } }', '2:27: invalid `1`: write `"1"`'],
    [
      'cases:\n  - { expect: { fired: { only: [] } } }',
      "2:26: unknown key `only` in `fired` (did you mean 'exactly'?)",
    ],
    [
      'cases:\n  - { expect: { fired: 1 } }',
      '2:24: `fired` must be a list, found an integer: write `fired: [1]`',
    ],
    ['cases: [{ expect: {} }]', '1:11: expects nothing'],
    ['now: soon\ncases: [{ expect: { decision: deny } }]', "1:1: 'soon' is not a time"],
    ['cases: [{ expect: { reason: { matches: "(" } } }]', '1:21: Invalid regular expression'],
    ['cases: [{ expect: { error: x, decision: deny } }]', '1:31: an evaluation that ends in an error'],
    ['cases: [{ expect: { detail: x } }]', '1:21: `detail` is the message of an error'],
    [
      'cases: [{ each: [], expect: { decision: deny } }]',
      '1:17: the list is empty: expected at least one element',
    ],
    [
      'cases: [{ each: [{ a: 1 }], now: "{b}", expect: { decision: deny } }]',
      "1:29: no row value is called 'b'",
    ],
    ['cases: [{ steps: [{ advance: soon }] }]', "1:21: 'soon' is not a duration"],
    ['cases: [{ steps: [{ wait: 1 }] }]', "1:21: unknown key `wait` in a step (did you mean 'advance'?)"],
    ['cases: [{ expect: { decision: deny }, steps: [{ evaluate: [] }] }]', '1:11: a case with steps has its'],
    ['cases: [{ input: 1, steps: [{ evaluate: [] }] }]', '1:11: a case with steps has its'],
    [
      'cases: [{ expect: { fired: { excludes: [m::smal] } } }]',
      "1:30: the ruleset has no rule 'm::smal' (did you mean 'm::small'?)",
    ],
    [
      'cases: [{ expect: { facts: { excludes: [{ template: chekced, data: {} }] } } }]',
      "1:41: the ruleset has no template 'chekced' (did you mean 'checked'?)",
    ],
    [
      'cases: [{ expect: { facts: { includes: [{ template: checked, data: { trnsfer: x } }] } } }]',
      "1:41: the ruleset has no slot of checked 'trnsfer' (did you mean 'transfer'?)",
    ],
  ])('refuses the suite %j', async (yaml, problem) => {
    const { code, out } = await testSuite(yaml);
    expect(out).toContain(`a.test.yaml:${problem}`);
    expect(out).toContain('1 suite not run');
    expect(code).toBe(1);
  });

  it('keeps every digit of a number', async () => {
    const facts = 'facts: [{ template: transfer, data: { id: 1.50, amount: 9007199254740993 } }]';
    expect(await told(facts, '{ decision: escalate }')).toBe('');
    const end =
      '{ facts: { includes: [{ template: transfer, data: { id: "1.50", amount: 9007199254740993 } }] } }';
    expect(await told(facts, end)).toBe('');
  });

  it('runs steps on one session', async () => {
    const { out, code } = await testSuite(`
cases:
  - name: remembers
    now: 1000
    facts: [${amount(5000)}]
    steps:
      - { assert: [{ template: login, data: { who: ann, at: 1 } }] }
      - { advance: 90s }
      - { evaluate: [${amount(1)}], expect: { decision: allow, fired: { includes: [m::big] } } }
      - evaluate: []
        expect: { fired: [m::big], facts: { includes: [{ template: login, data: { who: ann } }], excludes: [{ template: checked, data: {} }] } }
      - { evaluate: [], expect: { decision: deny } }
      - { assert: [{ template: nothing, data: {} }] }
      - { evaluate: [], expect: { decision: deny } }
  - { name: has a session of its own, steps: [{ evaluate: [], expect: { fired: [], decision: deny } }] }
  - { name: asks nothing, steps: [{ evaluate: [] }] }
`);
    expect(out).toContain('step 5: decision  expected deny      got escalate');
    expect(out).toMatch(/step 6: assert {4}expected no error {2}got validation_error: /);
    expect(out).not.toContain('step 7');
    expect(out).toContain('1 of 3 passed');
    expect(out).toMatch(/✗ asks nothing[^\n]*\n +expect +expected at least one/);
    expect(code).toBe(1);
  });
});

describe('the options of ferrule test', () => {
  const two = `
suite: pair
cases:
  - { name: first, expect: { decision: allow } }
  - { name: second, expect: { decision: allow } }
`;

  it('chooses cases', async () => {
    expect((await testSuite(two, '--filter', 'sec*')).out).toContain('0 of 1 passed');
    expect((await testSuite(two, '--filter', 'pair > f?rst')).out).toContain('0 of 1 passed');
    expect(await testSuite(two, '--filter', 'sec')).toEqual({
      code: 1,
      out: expect.anything() as string,
      err: "ferrule: no case matches 'sec'\n",
    });
  });

  it('ends with the first failure', async () => {
    expect((await testSuite(two)).out).toContain('2 failed');
    expect((await testSuite(two, '--bail')).out).toContain('1 failed');
  });

  it.each([
    [['--format', 'xml'], "unknown format 'xml' (pretty, json, junit, tap, github)"],
    [['--now', 'soon'], '--now needs a time'],
    [['--colour'], 'unknown option --colour of test'],
  ])('refuses %j', async (options, message) => {
    const { code, err } = await testSuite(two, ...options);
    expect(err).toContain(message);
    expect(code).toBe(2);
  });

  it('accepts unknown keys with --lenient', async () => {
    await folder.write('lax/rules.yaml', `${RULES}\ncolour: blue\n`);
    await folder.write('lax/cases.json', '[{ "expect": { "decision": "deny" } }]');
    expect((await runHere('test', join(folder.path, 'lax'))).code).toBe(3);
    expect((await runHere('test', join(folder.path, 'lax'), '--lenient')).code).toBe(0);
  });

  it('sets the clock', async () => {
    await folder.write(
      'timed/rules.yaml',
      `
templates: [{ name: seen, slots: [{ name: at, type: integer }] }]
rules:
  - name: recent
    when: [{ template: seen, conditions: [{ slot: at, expression: changed_within(60) }] }]
    then: { action: allow }
`,
    );
    const seen = '"facts": [{ "template": "seen", "data": { "at": 1000 } }]';
    await folder.write(
      'timed/cases.json',
      `[{ ${seen}, "expect": { "decision": "allow" } }, { ${seen}, "now": "1970-01-01T01:00:00Z", "expect": { "decision": "deny" } },
        { "now": 1010, ${seen}, "steps": [
          { "evaluate": [], "expect": { "decision": "allow" } },
          { "advance": "2m" },
          { "evaluate": [], "expect": { "decision": "deny" } }] }]`,
    );
    const timed = join(folder.path, 'timed');
    expect((await runHere('test', timed)).out).toContain('2 passed, 1 failed');
    expect((await runHere('test', timed, '--now', '1030')).code).toBe(0);
    expect((await runHere('test', timed, '--now', '1970-01-01T00:17:00Z')).code).toBe(0);
  });
});
