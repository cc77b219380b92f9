/** Functions on values in rules: what they compute, what is unknown, and what is refused. */
import { describe, expect, test } from 'vitest';
import { compileSources } from '../../compiler/compile.ts';
import { Engine } from '../../library/node/engine.ts';

const HEAD = `
constants: { limits: { a: 1, b: 2 }, words: [apk, curl] }
templates: { run: { line: string, count: integer, at: time, word: symbol } }
default: none
`;
const RULES = (condition: string): string => `${HEAD}rules:
  opens: { allow: true, if: '${condition}' }
  closes: { deny: true, if: '${condition}' }
`;

/** Which of two rules with the same condition fire: one that allows, one that denies. */
async function firing(condition: string, input: unknown, line = ''): Promise<readonly string[]> {
  const engine = await Engine.fromSources([{ path: 'policy.yaml', text: RULES(condition) }], {
    warmUp: false,
    now: () => Date.parse('2026-01-02T00:00:00Z'),
  });
  const facts = [{ template: 'run', data: { line, count: 5, at: '2026-01-01T00:00:00Z', word: 'Ab' } }];
  const { ruleTrace } = engine.evaluate({
    scoped: true,
    facts: condition.includes('run.') ? facts : [],
    ...(condition.includes('input.') ? { input } : {}),
  });
  return ruleTrace.map((name) => name.replace('MAIN::', '')).sort();
}

const TRUE = ['closes', 'opens'];
const FALSE: readonly string[] = [];
const UNKNOWN = ['closes'];

const problemsOf = (text: string): readonly string[] =>
  compileSources([{ path: 'policy.yaml', text }]).diagnostics.map(({ code }) => code);

describe('functions on values', () => {
  test.each<readonly [condition: string, input: unknown, fires: readonly string[]]>([
    ['lower(input.s) == "äb"', { s: 'ÄB' }, TRUE],
    ['lower(input.s) == "äb"', { s: 'x' }, FALSE],
    ['lower(input.s) == "äb"', {}, UNKNOWN],
    ['lower(input.s) == "5"', { s: 5 }, UNKNOWN],
    ['lower(input.s?) == "ab"', {}, FALSE],
    ['lower(input.s ?? "AB") == "ab"', {}, TRUE],
    ['upper(input.s).ends_with("X")', { s: 'ax' }, TRUE],
    ['not upper(input.s).ends_with("X")', { s: 'ax' }, FALSE],
    ['trim(input.s) in ["a", "b"]', { s: ' a ' }, TRUE],
    ['replace(input.s, "-", "") == input.t', { s: 'a-b-', t: 'ab' }, TRUE],
    ['part(input.s, "/", -1) == "c"', { s: 'a/c' }, TRUE],
    ['part(input.s, "/", 2) == "c"', { s: 'a/c' }, UNKNOWN],
    ['part(input.s, "/", 2) != "c"', { s: 'a/c' }, UNKNOWN],
    ['not (part(input.s, "/", 2) == "c")', { s: 'a/c' }, UNKNOWN],
    ['part(input.s, "/", input.n) == "c"', { s: 'a/c', n: 1 }, TRUE],
    ['part(input.s, "/", input.n) == "c"', { s: 'a/c', n: 1.5 }, UNKNOWN],
    ['part-readable(input.s, "/", 2)', { s: 'a/c' }, FALSE],
    ['number(input.n) > 2', { n: '2.5' }, TRUE],
    ['number(input.n) > 2', { n: 3 }, TRUE],
    ['number(input.n) > 2', { n: 'x' }, UNKNOWN],
    ['number(input.n) > 2', { n: true }, UNKNOWN],
    ['number(input.n) > 2', { n: [3] }, UNKNOWN],
    ['not (number(input.n) > 2)', { n: 'x' }, UNKNOWN],
    ['1 / number(input.n) > 2', { n: '0' }, UNKNOWN],
    ['number(part(input.s, "/", 1)) == 4', { s: 'a/4' }, TRUE],
    ['number(part(input.s, "/", 1)) == 4', { s: 'a' }, UNKNOWN],
    ['quantity(input.cpu) <= quantity("2")', { cpu: '1500m' }, TRUE],
    ['quantity(input.memory) > quantity("1Gi")', { memory: '1025Mi' }, TRUE],
    ['quantity(input.memory) > quantity("1Gi")', { memory: '1 GB' }, UNKNOWN],
    ['time(input.at) < time("2026-05-31")', { at: '2026-05-31T01:00:00+02:00' }, TRUE],
    ['time(input.at) < time("2026-05-31")', { at: 'soon' }, UNKNOWN],
    ['time(input.at) < input.until', { at: '2026-01-01', until: '2026-01-01T00:00:01Z' }, TRUE],
    ['lower(run.word) == "ab"', {}, TRUE],
    ['run.word == part("x/Ab", "/", 1)', {}, TRUE],
    ['number(run.line) > 2', {}, UNKNOWN],
    ['exists(x in input.items, number(x.n) > 2)', { items: [{ n: '1' }, { n: 'x' }] }, UNKNOWN],
    ['exists(x in input.items, number(x.n) > 2)', { items: [{ n: '3' }, { n: 'x' }] }, TRUE],
    ['forall(x in input.items, number(x.n) > 2)', { items: [{ n: '3' }, { n: 'x' }] }, UNKNOWN],
    ['forall(x in input.items, number(x.n) > 2)', { items: [{ n: '1' }, { n: 'x' }] }, FALSE],
    ['time(input.day, "Europe/Berlin") == time("2026-05-30T22:00:00Z")', { day: '2026-05-31' }, TRUE],
    ['time(input.day, "America/Sao_Paulo") == time("2018-11-04T03:00:00Z")', { day: '2018-11-04' }, TRUE],
    ['time(input.day, "Europe/Berlin") == time("2026-05-30T22:00:00Z")', { day: '2026-05-32' }, UNKNOWN],
    ['time(input.at) + 24h <= time("2026-01-02")', { at: '2026-01-01' }, TRUE],
    ['time(input.at) - 1d == time("2025-12-31")', { at: '2026-01-01' }, TRUE],
    ['time(input.to) - time(input.at) > 36h', { at: '2026-01-01', to: '2026-01-03' }, TRUE],
    ['time(input.to) - time(input.at) > 36h', { at: '2026-01-01', to: '?' }, UNKNOWN],
    ['input.to - input.at > 36h', { at: '2026-01-01T00:00:00Z', to: '2026-01-03T00:00:00Z' }, TRUE],
    ['input.to - input.at > 36h', { at: 'x', to: '2026-01-03T00:00:00Z' }, UNKNOWN],
    ['input.at + 36h < input.to', { at: '2026-01-01T00:00:00Z', to: '2026-01-03T00:00:00Z' }, TRUE],
    ['now - input.at > 23h', { at: '2026-01-01T00:00:00Z' }, TRUE],
    ['now - input.at > 25h', { at: '2026-01-01T00:00:00Z' }, FALSE],
    ['now - input.at > 25h', {}, UNKNOWN],
    ['not (now - input.at > 25h)', {}, UNKNOWN],
    ['now - time(input.at) >= 24h', { at: '2026-01-01' }, TRUE],
    ['now - time(input.at) >= 24h', { at: 'never' }, UNKNOWN],
    ['time(input.at) < now', { at: '2026-01-01' }, TRUE],
    ['now < time(input.at) + 1h', { at: '2026-01-01' }, FALSE],
    ['now - run.at > 23h and run.count == 5', {}, TRUE],
    ['now - run.at > 23h or run.count == 6', {}, TRUE],
    ['exists(x in input.items, now - time(x.at) > 23h)', { items: [{ at: '2026-01-01' }] }, TRUE],
    ['exists(x in input.items, now - time(x.at) > 23h)', { items: [{ at: '' }] }, UNKNOWN],
    ['forall(x in input.items, now - time(x.at) > 23h)', { items: [{ at: '2026-01-02' }] }, FALSE],
    ['const.limits[lower(input.k)] > 1', { k: 'B' }, TRUE],
    ['const.limits[lower(input.k)] > 1', { k: 'A' }, FALSE],
    ['const.limits[lower(input.k)] > 1', { k: 'x' }, UNKNOWN],
    ['lower(input.k) in const.limits', { k: 'A' }, TRUE],
    ['lower(input.k) in const.words', { k: 'Apk' }, TRUE],
  ])('%s of %j', async (condition, input, fires) => {
    expect(await firing(condition, input)).toEqual(fires);
  });

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
    ['count(x in input.items, number(x.n) > 2) > 0', 'aggregate-content'],
    ['part(run.line, "/") == "a"', 'clips-argument-count'],
    ['part(run.line, "/", "x") == "a"', 'clips-argument-type'],
    ['lower(input.s) == "a" and input.s > 3', 'short-input-type'],
  ])('%s is refused', (condition, code) => {
    expect(problemsOf(`${HEAD}rules:\n  r: { allow: true, for: run, if: '${condition}' }\n`)).toContain(code);
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
