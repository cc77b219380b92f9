import { describe, expect, it } from 'vitest';
import { raised, rule } from './forms.ts';

describe('fmt --short raises what rules over documents are lowered to', () => {
  it.each([
    ['a sum of a rule that closes', '    deny: x\n    if: sum(i in input.items, i.price) > input.limit\n'],
    ['a count of a list with ?', '    deny: x\n    if: count(i in input.items?, i.price > 2) > 1\n'],
    ['a union', '    deny: x\n    if: exists(i in input["items", "more"], i.name == "a")\n'],
    [
      'the list of a union',
      `    deny: "{list(i)}"\n    for: { i: 'input.o["items", "more"]?' }\n    if: list(i) == "more"\n`,
    ],
    ['an entry', '    deny: x\n    if: exists(i in input.items, input.limits[key(i)] > 2)\n'],
    [
      'a difference of times',
      '    allow: x\n    if: time(input.start) - time(input.end) <= 1h or input.n < 3\n',
    ],
    [
      'a shifted time',
      '    deny: x\n    if: now - time(input.start) <= 90m and time(input.end) + 10m < now\n',
    ],
    [
      'a difference of times in an aggregate',
      '    allow: x\n    if: min(i in input.items, time(i.a) - time(i.b)) <= 1d\n',
    ],
    ['an age', '    deny: x\n    if: time(input.start).older_than(7d) and time(input.end).within_last(1h)\n'],
    ['a day', '    deny: x\n    if: time(input.start).weekday_in(["sat", "sun"], "UTC")\n'],
    [
      'one of several values that are computed',
      '    allow: x\n    if: part(input.a, "-", 0) in ["x", "y"]\n',
    ],
    ['a text that is made', '    deny: x\n    if: input.a == text("{input.b}-")\n'],
  ])('%s', (_, body) => {
    const text = rule(body);
    expect(raised(text)).toBe(text);
  });
});
