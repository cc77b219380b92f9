/** Bounds on what short rules may say of a document, and what they may not change. */
import { expect, test } from 'vitest';
import { compileSources } from '../../compiler/compile.ts';
import { check } from '../compiler/check/check.ts';

const codes = (text: string): readonly string[] =>
  compileSources([{ path: 'policy.yaml', text }])
    .diagnostics.filter(({ severity }) => severity === 'error')
    .map(({ code }) => code);
const rule = (condition: string): string => `rules:\n  r:\n    allow: x\n    if: '${condition}'\n`;
const repeated = (count: number, make: (i: number) => string, between: string): string =>
  Array.from({ length: count }, (_, i) => make(i)).join(between);

test('a ruleset names at most 1,000 paths', () => {
  const rules = (count: number): string =>
    `rules:\n${repeated(count, (i) => `  r${i}: { allow: x, if: input.p${i} == 1 }`, '\n')}\n`;
  expect(codes(rules(1_001))).toEqual(['short-paths']);
  expect(codes(rules(1_100))).toEqual(['short-paths']);
});

test('lists are gone through 8 levels deep', () => {
  const levels = (count: number): string =>
    `${repeated(count, (i) => `exists(x${i} in ${i === 0 ? 'input' : `x${i - 1}`}.l, `, '')}x${count - 1}.a == 1${')'.repeat(count)}`;
  expect(codes(rule(levels(8)))).toEqual([]);
  expect(codes(rule(levels(9)))).toEqual(['short-levels']);
  const names = repeated(9, (i) => `x${i}: ${i === 0 ? 'input' : `x${i - 1}`}.l`, ', ');
  expect(codes(`rules:\n  r: { allow: x, for: { ${names} }, if: x8.a == 1 }\n`)).toContain('short-levels');
});

test('an expression has at most 10,000 tokens and 100 levels', () => {
  expect(codes(rule(`input.a in [${repeated(4_990, (i) => String(i), ', ')}]`))).toEqual([]);
  expect(codes(rule(`input.a in [${repeated(5_000, (i) => String(i), ', ')}]`))).toEqual(['short-too-long']);
  expect(codes(rule(`${'('.repeat(99)}input.a == 1${')'.repeat(99)}`))).toEqual([]);
  expect(codes(rule(`${'('.repeat(101)}input.a == 1${')'.repeat(101)}`))).toEqual(['short-nesting']);
});

test('a condition has at most 256 alternatives', () => {
  const either = (count: number): string =>
    repeated(count, (i) => `(t${i}.a == 1 or u${i}.b > t${i}.a)`, ' and ');
  const templates = repeated(9, (i) => `t${i}: { a: integer }, u${i}: { b: integer }`, ', ');
  const text = (count: number): string => `templates: { ${templates} }\n${rule(either(count))}`;
  expect(codes(text(4))).toEqual([]);
  expect(codes(text(9))).toEqual(['too-many-alternatives']);
});

const DOCUMENT = 'templates: { t: { a: string } }\nrules: { r: { deny: x, if: input.env == "a"';

test.each([
  [', assert: input-env(value = "b") } }', '2:54 input-document-template'],
  [', for: { m: input.items? }, modify: m(a = "b") } }', '2:80 input-document-template'],
  [', for: { m: input.items? }, retract: m } }', '2:81 input-document-template'],
  [', for: input, retract: input } }', '2:67 input-document-template'],
])('facts of the document are not changed: %s', (rest, found) => {
  expect(check(DOCUMENT + rest).found).toContain(found);
});

test('nor by a long rule', () => {
  const text = `
templates: [{ name: doc, from: document, slots: [{ name: a, type: string }] }]
input: [{ template: doc, slots: { a: $.a } }]
rules:
  - name: r
    when: [{ template: doc, alias: $d }]
    then: { retract: [$d], assert: [{ template: doc, slots: { a: x } }] }
`;
  expect(codes(text)).toEqual(['input-document-template', 'input-document-template']);
});
