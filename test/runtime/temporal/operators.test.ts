import { describe, expect, it } from 'vitest';
import { holds, login, NOW, request } from './ruleset.ts';

const logins = (...users: readonly string[]) => users.map((user, ts) => login({ user, ts }));
const times = (...all: readonly number[]) => all.map((ts) => login({ user: 'ann', ts }));

describe('changed_within', () => {
  it.each([
    ['less than the seconds ago', NOW - 9, true],
    ['exactly the seconds ago', NOW - 10, false],
    ['longer ago', NOW - 11, false],
    ['in the future', NOW + 50, true],
  ])('%s', async (_, ts, expected) => {
    expect(await holds('changed_within(10)', [request({ ts })], 'ts')).toBe(expected);
    expect(await holds('changed_within(10)', [request({ at: ts })], 'at')).toBe(expected);
  });

  it('takes parts of a second', async () => {
    expect(await holds('changed_within(0.5)', [request({ at: NOW - 0.4 })], 'at')).toBe(true);
    expect(await holds('changed_within(0.5)', [request({ at: NOW - 0.5 })], 'at')).toBe(false);
  });
});

describe('count_exceeds and last_n', () => {
  it('more than n, and at least n', async () => {
    const two = [request(), ...logins('ann', 'ann', 'bob')];
    expect(await holds('count_exceeds(login, user, ann, 1)', two)).toBe(true);
    expect(await holds('count_exceeds(login, user, ann, 2)', two)).toBe(false);
    expect(await holds('last_n(login, user, ann, 2)', two)).toBe(true);
    expect(await holds('last_n(login, user, ann, 3)', two)).toBe(false);
  });

  it('none is not more than none, and at least none', async () => {
    expect(await holds('count_exceeds(login, user, ann, 0)', [request()])).toBe(false);
    expect(await holds('last_n(login, user, ann, 0)', [request()])).toBe(true);
  });

  it('counts the value of a reference, of a variable and of the pattern itself', async () => {
    const facts = [request(), ...logins('ann', 'ann', 'bob', 'bob', 'bob')];
    expect(await holds('count_exceeds(login, user, $r.user, 1)', facts)).toBe(true);
    expect(await holds('count_exceeds(login, user, $r.user, 2)', facts)).toBe(false);
    expect(await holds('count_exceeds(login, user, $r.user, 1)', facts, 'ts')).toBe(true);
  });

  it('types a literal by the counted slot', async () => {
    const facts = [request(), login({ host: '3', size: 3, score: 3, user: 'b' })];
    expect(await holds('count_exceeds(login, host, 3, 0)', facts)).toBe(true);
    expect(await holds('count_exceeds(login, size, 3, 0)', facts)).toBe(true);
    expect(await holds('count_exceeds(login, score, 3, 0)', facts)).toBe(true);
    expect(await holds('count_exceeds(login, host, "a, b", 0)', [request(), login({ host: 'a, b' })])).toBe(
      true,
    );
  });

  it('keeps all digits of an integer apart, and the two zeros of a float', async () => {
    const facts = [request(), login({ size: 9007199254740993n, score: -0 })];
    expect(await holds('count_exceeds(login, size, 9007199254740993, 0)', facts)).toBe(true);
    expect(await holds('count_exceeds(login, size, 9007199254740992, 0)', facts)).toBe(false);
    expect(await holds('count_exceeds(login, score, -0.0, 0)', facts)).toBe(true);
    expect(await holds('count_exceeds(login, score, 0.0, 0)', facts)).toBe(false);
  });

  it('takes equal facts as one', async () => {
    const same = login({ user: 'ann', ts: 1 });
    expect(await holds('count_exceeds(login, user, ann, 1)', [request(), same, same])).toBe(false);
  });
});

describe('rate_exceeds', () => {
  it('counts what is less than the seconds ago, or in the future', async () => {
    const facts = [request(), ...times(NOW - 60, NOW - 59, NOW - 1, NOW + 5)];
    expect(await holds('rate_exceeds(login, user, ann, 2, 60)', facts)).toBe(true);
    expect(await holds('rate_exceeds(login, user, ann, 3, 60)', facts)).toBe(false);
    expect(await holds('rate_exceeds(login, user, ann, 3, 60.5)', facts)).toBe(true);
    expect(await holds('rate_exceeds(login, user, bob, 0, 60)', facts)).toBe(false);
  });

  it('reads the time from the slot that is named', async () => {
    const facts = [request(), login({ user: 'ann', ts: NOW, at: 1 })];
    expect(await holds('rate_exceeds(login, user, ann, 0, 60)', facts)).toBe(true);
    expect(await holds('rate_exceeds(login, user, ann, 0, 60, at)', facts)).toBe(false);
  });
});

describe('distinct_count', () => {
  const at = (user: string, host: string, ts: number) => login({ user, host, ts });

  it('takes the group with the most different values', async () => {
    const facts = [request(), at('ann', 'a', 1), at('ann', 'b', 2), at('ann', 'b', 3), at('bob', 'c', 4)];
    expect(await holds('distinct_count(login, user, host, 1)', facts)).toBe(true);
    expect(await holds('distinct_count(login, user, host, 2)', facts)).toBe(false);
  });

  it('has none without facts', async () => {
    expect(await holds('distinct_count(login, user, host, 0)', [request()])).toBe(false);
  });
});

describe('sequence_detected', () => {
  const step = (user: string, more = '') => `{template: login, slot: user, value: ${user}${more}}`;
  const abc = `sequence_detected([${step('a')}, ${step('b')}, ${step('c')}], 100)`;
  const at = (user: string, ts: number) => login({ user, ts });

  it.each([
    ['in order', [at('a', 950), at('b', 960), at('c', 970)], true],
    ['asserted in another order', [at('c', 970), at('a', 950), at('b', 960)], true],
    ['out of order', [at('b', 950), at('a', 960), at('c', 970)], false],
    ['at the same time', [at('a', 950), at('b', 950), at('c', 970)], false],
    ['the first too long ago', [at('a', 900), at('b', 960), at('c', 970)], false],
    [
      'an earlier first and one in the window',
      [at('a', 800), at('a', 950), at('b', 951), at('c', 952)],
      true,
    ],
    ['a step missing', [at('a', 950), at('c', 970)], false],
    [
      'the earliest second is before the first',
      [at('b', 940), at('a', 950), at('b', 960), at('c', 970)],
      true,
    ],
  ])('%s', async (_, facts, expected) => {
    expect(await holds(abc, [request(), ...facts])).toBe(expected);
  });

  it('needs as many facts as steps', async () => {
    const twice = `sequence_detected([${step('a')}, ${step('a')}], 100)`;
    expect(await holds(twice, [request(), at('a', 950)])).toBe(false);
    expect(await holds(twice, [request(), at('a', 950), at('a', 951)])).toBe(true);
  });

  it('compares times of slots of different types', async () => {
    const mixed = `sequence_detected([${step('a')}, ${step('b', ', slot_ts: at')}], 100)`;
    const first = at('a', 950);
    expect(await holds(mixed, [request(), first, login({ user: 'b', ts: 0, at: 950.5 })])).toBe(true);
    expect(await holds(mixed, [request(), first, login({ user: 'b', ts: 999, at: 950 })])).toBe(false);
  });

  it('takes references as values', async () => {
    const own = `sequence_detected([${step('a')}, ${step('$r.user')}], 100)`;
    expect(await holds(own, [request(), at('a', 950), at('ann', 951)])).toBe(true);
  });
});

describe('numbers and groups', () => {
  const many = (count: number, data: object) =>
    Array.from({ length: count }, (_, i) => login({ user: 'ann', size: i, ts: NOW - i, ...data }));

  it('counts and spans are names of numbers, too', async () => {
    const facts = [...many(3, {}), request({ user: 'ann', ts: 2, at: 1.5 })];
    expect(await holds('count_exceeds(login, user, ann, $r.ts)', facts)).toBe(true);
    expect(await holds('last_n(login, user, ann, $r.ts)', facts)).toBe(true);
    expect(await holds('rate_exceeds(login, user, ann, 1, $r.ts)', facts)).toBe(true);
    expect(await holds('rate_exceeds(login, user, ann, 1, $r.at)', facts)).toBe(true);
    expect(await holds('rate_exceeds(login, user, ann, $r.ts, $r.at)', facts)).toBe(false);
    expect(await holds('distinct_count(login, user, size, $r.ts)', facts)).toBe(true);
    expect(await holds('count_exceeds(login, user, ann, $r.ts)', [...facts.slice(1)])).toBe(false);
  });

  it('several slots are one group', async () => {
    const facts = [...many(2, { host: 'a' }), ...many(1, { host: 'b' }), request()];
    expect(await holds('count_exceeds(login, [user, host], [$r.user, a], 1)', facts)).toBe(true);
    expect(await holds('count_exceeds(login, [user, host], [$r.user, b], 1)', facts)).toBe(false);
    expect(await holds('rate_exceeds(login, [host, user], [a, ann], 1, 60)', facts)).toBe(true);
    expect(await holds('rate_exceeds(login, [host, user], [a, bob], 0, 60)', facts)).toBe(false);
    expect(await holds('distinct_count(login, [user, host], size, 1)', facts)).toBe(true);
    expect(await holds('distinct_count(login, [user, size], host, 1)', facts)).toBe(true);
    expect(await holds('distinct_count(login, [user, size, host], ts, 1)', facts)).toBe(false);
  });
});
