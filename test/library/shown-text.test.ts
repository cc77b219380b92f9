import { expect, it } from 'vitest';
import { NumberText } from '../../runtime/values/number-text.ts';
import { shownJson, shownText, visible } from '../../library/shown-text.ts';

it.each<readonly [string, string]>([
  ['plain text', 'plain text'],
  ['größer 日本', 'größer 日本'],
  ['', '""'],
  [' a', '" a"'],
  ['a\nb', '"a\\nb"'],
  ['\u001b[2J', '"\\u001b[2J"'],
  ['\u009b31m', '"\\u009b31m"'],
  ['a\u202eb', '"a\\u202eb"'],
  ['a\u200bb', '"a\\u200bb"'],
  ['a\u00a0b', '"a\\u00a0b"'],
  ['a\u3164b', '"a\\u3164b"'],
  ['\ud800', '"\\ud800"'],
  ['\u{e0041}', '"\\udb40\\udc41"'],
  ['a\\u202eb', '"a\\\\u202eb"'],
  ['say "x"', '"say \\"x\\""'],
])('shows %j as %s', (text, shown) => {
  expect(shownText(text)).toBe(shown);
});

it('different values look different', () => {
  const values = ['a', 'a ', 'a\u200b', 'a\\u200b', '"a"', 'a\u2028', 'a\n', '\u0430'];
  expect(new Set(values.map(shownText)).size).toBe(values.length);
});

it('shows JSON whole, with every digit and on lines of its own', () => {
  const value = { b: [1, 9007199254740993n, new NumberText('1.50')], a: {}, c: [], 'k\u202e': 'x\ny\u001b' };
  expect(shownJson(value)).toBe(
    '{\n  "b": [\n    1,\n    9007199254740993,\n    1.50\n  ],\n  "a": {},\n  "c": [],\n  "k\\u202e": "x\\ny\\u001b"\n}',
  );
  expect(visible('why\nnot')).toBe('why\\u000anot');
});
