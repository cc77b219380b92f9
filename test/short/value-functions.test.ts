/** Functions on values in rules: what they compute, what is unknown, and what is refused. */
import { describe, expect, test } from 'vitest';
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
  // A rule fires once for each reason to.
  return [...new Set(ruleTrace)].map((name) => name.replace('MAIN::', '')).sort();
}

const TRUE = ['closes', 'opens'];
const FALSE: readonly string[] = [];
const UNKNOWN = ['closes'];

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
    [
      'count(c in input.items, lower(c.s) == "a") == 2',
      { items: [{ s: 'A' }, { s: 'a' }, { s: 'b' }] },
      TRUE,
    ],
    ['count(c in input.items, lower(c.s) == "a") == 2', { items: [{ s: 'A' }, { s: 'a' }, {}] }, UNKNOWN],
    ['not (count(c in input.items, lower(c.s) == "a") == 2)', { items: [{ s: 'A' }, {}] }, UNKNOWN],
    ['count(c in input.items, lower(c.s?) == "a") == 1', { items: [{ s: 'A' }, {}] }, TRUE],
    ['count(c in input.items, number(c.n) > 2) > 0', { items: [{ n: '3' }, { n: 2 }] }, TRUE],
    ['count(c in input.items, number(c.n) > 2) > 0', { items: [{ n: '1' }, { n: 2 }] }, FALSE],
    ['count(c in input.items, number(c.n) > 2) > 0', { items: [{ n: '3' }, { n: 'x' }] }, UNKNOWN],
    ['count(c in input.items, number(c.n) > 2) == 0', { items: [{ n: 'x' }] }, UNKNOWN],
    ['count(c in input.items, number(c.n?) > 2) == 1', { items: [{ n: '3' }, {}] }, TRUE],
    ['count(c in input.items, number(c.n?) > 2) == 1', { items: [{ n: '3' }, { n: 'x' }] }, UNKNOWN],
    ['count(c in input.items, c.n > number(input.m)) == 1', { m: '2', items: [{ n: 3 }, { n: 1 }] }, TRUE],
    ['count(c in input.items, c.n > number(input.m)) == 1', { m: 'x', items: [{ n: 3 }] }, UNKNOWN],
    ['count(c in input.items, c.n > number(input.m)) == 0', { m: 'x', items: [] }, UNKNOWN],
    ['count(c in input.items, number(input.m?) > 2) == 0', { items: [{ n: 3 }] }, TRUE],
    ['count(c in input.items, number(input.m?) > 2) == 0', { m: 'x', items: [{ n: 3 }] }, UNKNOWN],
    ['not (count(c in input.items, number(input.m?) > 2) == 0)', { m: 'x', items: [{ n: 3 }] }, UNKNOWN],
    ['count(c in input.items, part(c.s, "/", input.n) == "b") == 1', { n: 1, items: [{ s: 'a/b' }] }, TRUE],
    [
      'count(c in input.items, part(c.s, "/", input.n) == "b") == 1',
      { n: 2, items: [{ s: 'a/b' }] },
      UNKNOWN,
    ],
    [
      'count(c in input.items, number(part(c.s, "/", 1)) > 2 or c.t) == 1',
      { items: [{ s: 'a/3', t: false }] },
      TRUE,
    ],
    [
      'count(c in input.items, number(part(c.s, "/", 1)) > 2 or c.t) == 1',
      { items: [{ s: 'a/', t: true }] },
      UNKNOWN,
    ],
    ['count(c in input.items, c.p.path_within("/w")) == 0', { items: [{ p: '~/a' }] }, UNKNOWN],
    ['count(c in input.items, c.p.path_within("/w")) == 0', { items: [{ p: '/v' }] }, TRUE],
    ['count(c in input.items, c.n > const.limits[c.k]) == 0', { items: [{ n: 3, k: 'x' }] }, UNKNOWN],
    ['count(c in input.items, c.n > const.limits[c.k]) == 1', { items: [{ n: 3, k: 'b' }] }, TRUE],
    ['count(c in input.items, c.n / c.k > 1) == 0', { items: [{ n: 3, k: 0 }] }, UNKNOWN],
    ['sum(c in input.items, number(c.n)) == 5.5', { items: [{ n: '3' }, { n: 2.5 }] }, TRUE],
    ['sum(c in input.items, number(c.n)) > 5', { items: [{ n: '3' }, { n: 'x' }] }, UNKNOWN],
    ['sum(c in input.items, number(c.n)) > 5', { items: [{ n: '3' }, {}] }, UNKNOWN],
    ['sum(c in input.items, number(c.n)) > 5', {}, UNKNOWN],
    [
      'sum(c in input.items, lower(c.s) == "a", quantity(c.n)) > 1000',
      { items: [{ s: 'A', n: '1Ki' }] },
      TRUE,
    ],
    [
      'sum(c in input.items, c.n * c.k) > 5',
      {
        items: [
          { n: 1, k: 2 },
          { n: 2, k: 2 },
        ],
      },
      TRUE,
    ],
    [
      'sum(c in input.items, c.n / c.k) < 5',
      {
        items: [
          { n: 1, k: 2 },
          { n: 2, k: 0 },
        ],
      },
      UNKNOWN,
    ],
    ['sum(c in input.items, const.limits[c.k]) == 3', { items: [{ k: 'a' }, { k: 'b' }] }, TRUE],
    ['sum(c in input.items, const.limits[c.k]) == 3', { items: [{ k: 'a' }, { k: 'z' }] }, UNKNOWN],
    ['max(c in input.items, number(c.n)) >= 3', { items: [{ n: '3' }, { n: '1' }] }, TRUE],
    ['min(c in input.items, number(c.n)) >= 3', { items: [{ n: '3' }, { n: '1' }] }, FALSE],
    ['min(c in input.items, number(c.n)) >= 3', { items: [{ n: '3' }, { n: '' }] }, UNKNOWN],
    ['distinct(c in input.items, lower(c.s)) == 1', { items: [{ s: 'a' }, { s: 'A' }] }, TRUE],
    ['distinct(c in input.items, part(c.s, "/", 0)) == 1', { items: [{ s: 'a/b' }, { s: 'a' }] }, TRUE],
    [
      'max(c in input.items, time(c.at)) < input.until',
      { until: '2026-01-02T00:00:00Z', items: [{ at: '2026-01-01' }] },
      TRUE,
    ],
    [
      'max(c in input.items, time(c.at) + 24h) > input.until',
      { until: '2026-01-02T00:00:00Z', items: [{ at: '2026-01-01' }] },
      FALSE,
    ],
    [
      'sum(c in input.items, time(c.to) - time(c.at)) > 36h',
      { items: [{ at: '2026-01-01', to: '2026-01-03' }] },
      TRUE,
    ],
    [
      'sum(c in input.items, time(c.to) - time(c.at)) > 36h',
      { items: [{ at: '2026-01-01', to: '' }] },
      UNKNOWN,
    ],
    ['count(c in input.items, c.n / c.k > 1 or c.t) == 1', { items: [{ n: 3, k: 0, t: true }] }, UNKNOWN],
    [
      'count(c in input.items, (c.n / c.k > 1 or c.t) and not (c.n == 1 and c.t)) == 1',
      {
        items: [
          { n: 3, k: 1, t: false },
          { n: 1, k: 9, t: true },
        ],
      },
      TRUE,
    ],
    [
      'count(c in input.items, c.n > const.limits[c.k] or c.t) == 1',
      { items: [{ n: 3, k: 'x', t: true }] },
      UNKNOWN,
    ],
    [
      'count(c in input.items, now - time(c.at) < 25h) == 1',
      { items: [{ at: '2026-01-01' }, { at: '2025-12-01' }] },
      TRUE,
    ],
    [
      'count(c in input.items, time(c.at).within_last(25h)) == 1',
      { items: [{ at: '2026-01-01' }, { at: '2027-01-01' }] },
      TRUE,
    ],
    [
      'count(c in input.items, time(c.at).within_last(25h)) == 1',
      { items: [{ at: '2026-01-01' }, { at: '' }] },
      UNKNOWN,
    ],
    ['count(run, number(run.line) > 2) == 0', {}, UNKNOWN],
    ['sum(run, number(run.line)) == 0', {}, UNKNOWN],
    ['count(r in run, lower(r.word) == "ab") == 1 and run.count == 5', {}, TRUE],
    ['sum(r in run, r.count * 2) == 10 and run.count == 5', {}, TRUE],
    ['time(input.at).within_last(25h)', { at: '2026-01-01' }, TRUE],
    ['time(input.at).within_last(24h)', { at: '2026-01-01' }, FALSE],
    ['time(input.at).within_last(24h)', { at: '2026-01-03' }, FALSE],
    ['time(input.at).within_last(24h)', { at: 'soon' }, UNKNOWN],
    ['not time(input.at).within_last(24h)', { at: 'soon' }, UNKNOWN],
    ['not time(input.at).within_last(24h)', { at: '2026-01-01' }, TRUE],
    ['time(input.at).within_last(24h)', {}, UNKNOWN],
    ['time(input.at, "Europe/Berlin").older_than(25h)', { at: '2026-01-01' }, TRUE],
    ['time(input.at).older_than(25h)', { at: '2026-01-01' }, FALSE],
    ['time(input.at).older_than(24h)', { at: '2026-01-01' }, TRUE],
    ['time(input.at).older_than(25h) or input.n == 1', { at: '2026-01-01', n: 1 }, TRUE],
    ['exists(c in input.items, time(c.at).older_than(24h))', { items: [{ at: '2026-01-01' }] }, TRUE],
    ['time(input.at).before(time("2026-05-31"))', { at: '2026-05-30' }, TRUE],
    ['time(input.at).after(input.from)', { at: '2026-05-30', from: '2026-01-01T00:00:00Z' }, TRUE],
    ['time(input.at).after(input.from)', { at: '2026-05-30' }, UNKNOWN],
    ['time(input.at).weekday_in(["thu", "fri"], "UTC")', { at: '2026-01-01' }, TRUE],
    ['time(input.at).weekday_in(["thu"], "Asia/Tokyo")', { at: '2026-01-01T20:00:00Z' }, FALSE],
    [
      'time(input.at).time_of_day_between("20:00", "06:00", "Asia/Tokyo")',
      { at: '2026-01-01T20:00:00Z' },
      TRUE,
    ],
    ['time(input.at).time_of_day_between("20:00", "06:00", "UTC")', { at: 'x' }, UNKNOWN],
    ['const.limits[lower(input.k)] > 1', { k: 'B' }, TRUE],
    ['const.limits[lower(input.k)] > 1', { k: 'A' }, FALSE],
    ['const.limits[lower(input.k)] > 1', { k: 'x' }, UNKNOWN],
    ['lower(input.k) in const.limits', { k: 'A' }, TRUE],
    ['lower(input.k) in const.words', { k: 'Apk' }, TRUE],
  ])('%s of %j', async (condition, input, fires) => {
    expect(await firing(condition, input)).toEqual(fires);
  });
});
