import { rule, times, type BigText } from './big-text.ts';

/** As many values as a slot and its conditions can both have in one text. */
const VALUES = 9_000;
/** As many as a hierarchy may have. */
const LEVELS = 1_000;
const VALUE_LIST = times(VALUES, (n) => `w${n}`, ', ');

const template = (slot: string): string =>
  `templates:\n  - name: t\n    slots: [{name: s, type: symbol, ${slot}allowed_values: [${VALUE_LIST}]}]\n`;
const HEAD = `${template('')}rules:\n`;

const pattern = (expression: string): string =>
  `{template: t, conditions: [{slot: s, expression: '${expression}'}]}`;

/** Rules, each with one condition on the slot. */
const rules = (name: string, expression: (n: number) => string, head = HEAD): BigText => ({
  name,
  head,
  item: (n) => rule(n, pattern(expression(n))),
});

/** One pattern with conditions without number on the slot. */
const onePattern = (name: string, expression: (n: number) => string): BigText => ({
  name,
  head: `${HEAD}  - name: r\n    then: {action: deny}\n    when:\n      - template: t\n        conditions:\n`,
  item: (n) => `          - {slot: s, expression: '${expression(n)}'}\n`,
});

/** A pattern that binds the slot, too. */
const bound = (expression: string): string =>
  `{template: t, conditions: [{slot: s, bind: "?v", expression: '${expression}'}]}`;

/** A table that asks the slot. */
const table = (name: string, cell: (n: number) => string, hit: string): BigText => ({
  name,
  head: `${template('')}tables:\n  - name: d\n    when: [{template: t, alias: $t}]\n    hit: ${hit}\n    inputs: [$t.s]\n    outputs: [action]\n    rows:\n`,
  item: (n) => `      - [${cell(n)}, deny]\n`,
});

/** Slots that allow many values, against conditions and effects without number: neither may be looked at for each of the other. */
export const BIG_ALLOWED: readonly BigText[] = [
  onePattern('one pattern of not_equals, values allowed', (n) => `not_equals(w${n})`),
  onePattern('one pattern of not_in, values allowed', (n) => `not_in([w${n % VALUES}])`),
  onePattern('one pattern of not_in without a list, values allowed', (n) => `not_in(w${n})`),
  rules('equals, values allowed', (n) => `equals(w${n % VALUES})`),
  rules('not_equals, values allowed', (n) => `not_equals(w${n % VALUES})`),
  rules('equals, values not allowed', (n) => `equals(v${n})`),
  rules('starts_with, values allowed', (n) => `starts_with(w${n})`),
  rules('counts, values allowed', (n) => `count_exceeds(t, s, w${(VALUES - 1 - n) % VALUES}, 3)`),
  rules('items, values allowed', (n) => `has(w${n % VALUES})`, `${template('list: true, ')}rules:\n`),
  {
    name: 'joins, values allowed',
    head: HEAD,
    item: (n) =>
      rule(n, `{template: t, alias: $a}, ${pattern('equals($a.s)')}, ${pattern('not_equals($a.s)')}`),
  },
  {
    name: 'assertions, values allowed',
    head: HEAD,
    item: (n) =>
      rule(n, pattern(`not_equals(w${n % VALUES})`), `{assert: [{template: t, slots: {s: w${n % VALUES}}}]}`),
  },
  {
    name: 'alternatives, values allowed',
    head: HEAD,
    item: (n) =>
      rule(
        n,
        `{any: [${times(20, (i) => `[${bound(`not_equals(w${i})`)}]`, ', ')}]}, ${pattern('equals(?v)')}`,
      ),
  },
  {
    name: 'alternatives that join, values allowed',
    head: HEAD,
    item: (n) =>
      rule(
        n,
        `${bound('not_equals(w1)')}, {any: [[${pattern('equals(?v)')}], [${pattern('not_equals(?v)')}]]}, ${pattern('equals(?v)')}`,
      ),
  },
  table('rows, values allowed', (n) => `w${n % VALUES}`, 'first'),
  table('rows of what is excluded, values allowed', (n) => `"not(w${n % VALUES})"`, 'first'),
  table('rows that are unique, values allowed', (n) => `w${n % VALUES}`, 'unique'),
  rules(
    'levels, values allowed',
    (n) => `meets_or_exceeds(w${n % LEVELS})`,
    `${template('')}hierarchies:\n  - {name: h, levels: [${times(LEVELS, (n) => `w${n}`, ', ')}]}\nrules:\n`,
  ),
];
