/** Mistakes in short rules: each is an error at its place. */
import { expect, test } from 'vitest';
import { check } from '../compiler/check/check.ts';

const FACTS = 'templates: { call: { tool!: string, n: integer, at: time }, tool: { name!: string } }\n';
const rule = (body: string): string => `${FACTS}rules: { r: { ${body} } }\n`;

const SLIPS: readonly (readonly [body: string, found: string])[] = [
  ['deny: x, if: ', '2:24 short-empty'],
  ['deny: x, if: []', '2:24 short-empty'],
  ['deny: , if: call.n > 1', '2:15 short-empty'],
  ['deny: 5, if: call.n > 1', '2:21 short-action'],
  ['deny: true', '2:13 short-no-condition'],
  ['deny: x, allow: y, if: call.n > 1', '2:24 conflicting-keys'],
  ['deny: x, reason: y, if: call.n > 1', '2:24 conflicting-keys'],
  ['reason: y, if: call.n > 1', '2:15 short-action'],
  ['deny: x, iff: 1, if: call.n > 1', '2:24 short-unknown-key'],
  ['deny: x, if: call.n > 1, in_doubt: yes', '2:50 short-in-doubt'],
  ['deny: x, if: call.tol == "a"', '2:32 unknown-slot (tool)'],
  ['deny: x, if: cal.tool == "a"', '2:28 short-unknown-name (call)'],
  ['deny: x, if: call.tool == a', '2:41 short-unknown-name'],
  ['deny: x, if: call', '2:28 short-not-a-condition'],
  ['deny: x, if: call.n', '2:28 short-not-a-condition'],
  ['deny: x, if: true', '2:28 short-constant-condition'],
  ['deny: x, if: not (tool.name == call.tool), for: call', '2:33 short-only-negated'],
  ['deny: "{tool.name}", if: call.n > 1', '2:23 short-only-in-text'],
  ['deny: x, if: has(call.n)', '2:32 short-has'],
  ['deny: x, if: call.n? == 1', '2:34 short-optional'],
  ['deny: x, if: input.a-b == 1', '2:33 short-dash (input["a-b"])'],
  ['deny: x, if: input.env? != "a"', '2:28 short-optional-negated'],
  ['deny: x, if: input.n > 1 and input.n == "a"', '2:44 short-input-type'],
  ['deny: x, for: { i: input.items }, if: i.a == 1', '2:34 short-for-missing (input.items?)'],
  ['deny: x, if: call.tool.startsWith("a")', '2:38 short-unknown-operator (starts_with)'],
  ['deny: x, if: call.at - now > 5', '2:42 short-times'],
  ['deny: x, if: call.tool + "a" == "b"', '2:38 short-text-arithmetic'],
  ['deny: x, if: call.n in call.tool', '2:38 short-in'],
  ['deny: x, if: call.tool == "a", assert: tool(nam = "x")', '2:59 unknown-slot (name)'],
  ['deny: x, if: input.a == 1, obligations: log(who = input.user)', '2:65 short-value-missing'],
];

test.each(SLIPS)('%s', (body, found) => {
  const problems = check(rule(body)).found.filter((problem) => !problem.includes('without'));
  expect(problems).toEqual([found]);
});

test('what loads and is probably not meant so is a warning', () => {
  const warnings = (body: string): readonly string[] => check(rule(body)).found;
  expect(warnings('deny: x, if: call.n > 1 and tool.name == "a"')).toEqual(['2:13 short-unrelated']);
  expect(warnings('allow: true, for: { i: input.items }, if: i.a == 1')).toEqual(['2:35 short-any-item']);
  expect(warnings('allow: true, if: "forall(i in input.items, i.a == 1)"')).toEqual(['2:33 short-vacuous']);
});

test('reads `name in list` as the map that it means, after the error', () => {
  expect(check(rule('allow: x, for: i in input.items?, if: i.a == 1')).found).toEqual([
    '2:30 short-any-item',
    '2:30 short-binder ({ i: input.items? })',
  ]);
});
