/** Functions on values in rules: what is refused, and where a value waits for one that can be read. */
import { describe, expect, test } from 'vitest';
import { compileSources } from '../../compiler/compile.ts';
import { Engine } from '../../library/node/engine.ts';

const HEAD = `
constants: { limits: { a: 1, b: 2 }, words: [apk, curl] }
templates: { run: { line: string, count: integer, at: time, word: symbol } }
default: none
`;

const problemsOf = (text: string): readonly string[] =>
  compileSources([{ path: 'policy.yaml', text }]).diagnostics.map(({ code }) => code);

describe('rules with functions on values', () => {
  test.each<readonly [condition: string, code: string]>([
    ['lower(5) == "a"', 'clips-argument-type'],
    ['lower(run.count) == "a"', 'clips-argument-type'],
    ['time(run.at) < time("2026-01-01")', 'clips-argument-type'],
    ['lower(input.s) > 3', 'operator-slot-type'],
    ['number(run.line) == "3"', 'clips-argument-type'],
    ['number("x") > run.count', 'clips-unreadable'],
    ['time("tomorrow") > run.at', 'clips-unreadable'],
    ['quantity("1GB") > run.count', 'clips-unreadable'],
    ['now - run.at > 5', 'short-times'],
    ['run.at + 5 > now', 'short-times'],
    ['run.at + run.at > now', 'short-times'],
    ['run.at - 24h > 24h', 'short-times'],

    ['run.count + 24h > 24h', 'short-times'],
    ['time(run.line) > 5', 'short-times'],
    ['24h - run.at > 24h', 'short-times'],
    ['now == time(run.line)', 'short-now'],
    ['part("a/b", "/", 2) == run.line', 'clips-unreadable'],
    ['time(run.line, "Berlin") < run.at', 'clips-zone'],
    ['time(run.line, run.line) < run.at', 'clips-zone'],
    ['max(x in run, x.at) < now', 'short-now'],
    ['sum(x in input.items, lower(x.n)) > 0', 'aggregate-value'],
    ['sum(x in input.items, time(x.n)) > 0', 'aggregate-value'],
    ['sum(x in input.items, x.n > 2) > 0', 'short-aggregate-value'],
    ['sum(x in input.items, 2) > 0', 'short-aggregate-value'],
    ['count(x in input.items, number("x") > x.n) > 0', 'clips-unreadable'],
    ['time(run.line).within_last(run.count)', 'argument-kind'],
    ['time(run.line).within_last(0h)', 'argument-kind'],
    ['time(run.line).older_than()', 'argument-count'],
    ['time(run.line).weekday_in(["someday"], "UTC")', 'argument-kind'],
    ['time(run.line).weekday_in([], "UTC")', 'argument-kind'],
    ['time(run.line).time_of_day_between("09:00", "09:00", "UTC")', 'argument-kind'],
    ['time(run.line).time_of_day_between("9", "10:00", "Berlin")', 'argument-kind'],
    ['time(run.line).before("2026-01-01")', 'clips-argument-type'],
    ['part(run.line, "/") == "a"', 'clips-argument-count'],
    ['part(run.line, "/", "x") == "a"', 'clips-argument-type'],
    ['lower(input.s) == "a" and input.s > 3', 'short-input-type'],
  ])('%s is refused', (condition, code) => {
    expect(problemsOf(`${HEAD}rules:\n  r: { allow: true, for: run, if: '${condition}' }\n`)).toContain(code);
  });

  test('the value of a `let` that may be unreadable is refused in a rule that closes', () => {
    const rule = (head: string): string =>
      `rules: { r: { ${head}: true, let: { n: 'sum(x in input.items, number(x.n))' }, if: n > 3 } }`;
    const input = 'input: { items: [{ n!: string }] }';
    expect(problemsOf(`${input}\n${rule('allow')}`)).toEqual([]);
    expect(problemsOf(`${input}\n${rule('deny')}`)).toEqual(['short-let-unread']);
    expect(problemsOf(rule('deny'))).toEqual(['short-let-missing']);
  });

  test('a rule waits for a value that it asserts', async () => {
    const policy = (head: string): string => `${HEAD}rules:
  r: { ${head}, for: input, assert: 'run(line = "x", count = 1, at = time(input.at), word = "y")' }
`;
    const engine = await Engine.fromSources([{ path: 'policy.yaml', text: policy('allow: true') }], {
      warmUp: false,
    });
    const decide = (input: unknown): unknown => engine.evaluate({ scoped: true, input }).decision;
    expect([{ at: '2026-01-01' }, { at: 'soon' }, {}].map(decide)).toEqual(['allow', null, null]);
    expect(problemsOf(policy('deny: true'))).toEqual(['short-value-missing']);
    expect(problemsOf(`input: { at!: string }\n${policy('deny: true')}`)).toEqual(['short-value-missing']);
    expect(
      problemsOf(`input: { at!: time }\n${policy('deny: true').replace('time(input.at)', 'input.at')}`),
    ).toEqual([]);
  });

  test('times of a `let` are compared as times', async () => {
    const text = `default: none
rules:
  r:
    allow: 'last {n}'
    let: { n: 'max(x in input.items, time(x.at))' }
    if: n < now and n > time(input.from)
`;
    const engine = await Engine.fromSources([{ path: 'policy.yaml', text }], {
      warmUp: false,
      now: () => Date.parse('2026-01-02T00:00:00Z'),
    });
    const items = [{ at: '2026-01-01' }, { at: '2025-12-01' }];
    const { reason } = engine.evaluate({ scoped: true, input: { items, from: '2025-12-31' } });
    expect(reason).toBe('last 2026-01-01T00:00:00Z');
  });

  test('a function of the ruleset keeps its name', () => {
    const text = `
templates: [{ name: run, slots: [{ name: line, type: string }] }]
functions: [{ name: lower, type: raw, body: "(deffunction lower (?x ?y) (eq ?x ?y))" }]
rules:
  - name: r
    when: [{ template: run, conditions: [{ slot: line, bind: "?l" }, { test: '(lower ?l "a")' }] }]
    then: { action: allow }
`;
    expect(problemsOf(text)).toEqual([]);
  });
});
