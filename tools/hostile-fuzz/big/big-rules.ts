import { oneRule, pattern, rules, times, type BigText } from './big-text.ts';

const equal = (n: number): string => pattern(`{slot: n, expression: equals(${n})}`);
const anyOf = (count: number, from: number): string =>
  `{any: [${times(count, (n) => `[${equal(from + n)}]`, ', ')}]}`;
const nested = (key: string, depth: number, inside: string): string =>
  `${`{${key}: [`.repeat(depth)}${inside}${']}'.repeat(depth)}`;
const joined = (n: number): string => `{template: t, alias: $a${n}, conditions: [{slot: n, bind: "?x"}]}`;

/** Left sides: patterns, groups and how they multiply. */
export const BIG_RULES: readonly BigText[] = [
  rules('rules of one pattern', () => '{template: t}'),
  rules('rules of one value each', equal),
  rules('rules without when', () => ''),
  rules(
    'rules of one name',
    () => '{template: t}',
    () => '{action: deny}, name: r',
  ),
  rules('rules that exclude', (n) => `{template: t}, {not: [${equal(n)}]}`),
  rules('rules that exclude together', (n) => `{not: [${equal(n)}, ${equal(n + 1)}]}`),
  rules('rules of nested not', (n) => nested('not', 20, equal(n))),
  rules('rules of nested exists', (n) => nested('exists', 20, equal(n))),
  rules('rules of groups in groups', (n) =>
    nested('not', 8, `${equal(n)}, ${nested('exists', 6, equal(n))}`),
  ),
  rules('rules with forall', (n) => `{forall: {each: ${equal(n)}, must: [{template: u}]}}`),
  rules('rules of alternatives', (n) => times(6, (i) => anyOf(2, n + 10 * i), ', ')),
  rules('rules of eight alternatives', (n) => times(8, (i) => anyOf(2, n + 10 * i), ', ')),
  rules('rules of many branches', (n) => anyOf(250, n)),
  rules('alternatives of groups', (n) =>
    times(6, (i) => `{any: [[{not: [${equal(n + i)}]}], [{exists: [${equal(n - i)}]}]]}`, ', '),
  ),
  rules('alternatives in groups', (n) => `{not: [${times(6, (i) => anyOf(2, n + 10 * i), ', ')}]}`),
  rules(
    'alternatives in forall',
    (n) => `{forall: {each: {template: u}, must: [${times(6, (i) => anyOf(2, n + 10 * i), ', ')}]}}`,
  ),
  rules(
    'nested alternatives',
    (n) =>
      `{any: [[${times(3, (i) => anyOf(3, n + i), ', ')}], [${times(3, (i) => anyOf(3, n + 7 * i), ', ')}]]}`,
  ),
  rules('rules of many patterns', (n) => times(900, (i) => equal(n + i), ', ')),
  rules('rules of many joins', () => times(300, joined, ', ')),
  rules('rules of a few joins', () => times(5, joined, ', ')),
  rules(
    'rules of not joined',
    (n) =>
      `${joined(n)}, ${times(50, () => '{not: [{template: u, conditions: [{slot: n, expression: less_than(?x)}]}]}', ', ')}`,
  ),
  rules('products', () => times(100, () => '{template: t}', ', ')),
  rules(
    'joins on many slots',
    () =>
      `{template: t, alias: $a}, ${times(30, () => '{template: t, conditions: [{slot: n, expression: greater_than($a.n)}, {slot: m, expression: equals($a.m)}, {slot: s, expression: not_equals($a.s)}]}', ', ')}`,
  ),
  rules(
    'long descriptions',
    () => '{template: t}',
    () => `{action: deny}, description: ${'d'.repeat(60_000)}`,
  ),
  oneRule('one rule of patterns', equal),
  oneRule('one rule of joins', joined),
  oneRule('one rule of alternatives', (n) => anyOf(2, n)),
  oneRule('one rule of not', (n) => `{not: [${equal(n)}]}`),
  oneRule('one rule of forall', (n) => `{forall: {each: ${equal(n)}, must: [{template: u}]}}`),
  oneRule('one rule of nested not', (n) => nested('not', 20, equal(n))),
  {
    name: 'one any of branches without number',
    ...{
      head: 'templates: [{name: t, slots: [{name: n, type: integer}]}]\nrules:\n  - name: r\n    then: {action: deny}\n    when:\n      - any:\n',
    },
    item: (n) => `        - [${equal(n)}]\n`,
  },
];
