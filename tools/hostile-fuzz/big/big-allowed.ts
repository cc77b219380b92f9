import { on, onePattern, pattern, rules, table, times, type BigText } from './big-text.ts';

/** As many values as a slot and its conditions can both have in one text. */
const VALUES = 9_000;
const VALUE_LIST = times(VALUES, (n) => `w${n}`, ', ');
/** As many as a hierarchy may have. */
const LEVELS = 1_000;

const template = (form: string): string =>
  `templates:\n  - name: t\n    slots: [{name: s, type: symbol, ${form}allowed_values: [${VALUE_LIST}]}]\n`;
const TEMPLATE = template('');

const asking = (expression: string): string => pattern(on('s', expression));
/** Binds the slot, too. */
const binding = (expression: string): string => pattern(`{slot: s, bind: "?v", expression: '${expression}'}`);

const matching = (name: string, when: (n: number) => string, then?: (n: number) => string): BigText =>
  rules(`${name}, values allowed`, when, then, TEMPLATE);

/** Rules, each with one condition on the slot. */
const asked = (name: string, expression: (n: number) => string): BigText =>
  matching(name, (n) => asking(expression(n)));

const together = (name: string, expression: (n: number) => string): BigText =>
  onePattern(`one pattern of ${name}, values allowed`, (n) => on('s', expression(n)), TEMPLATE);

/** A table that tests the slot. */
const rows = (name: string, cell: (n: number) => string, hit: string): BigText => ({
  name: `${name}, values allowed`,
  head: table('$t.s', 'action', hit, TEMPLATE),
  item: (n) => `      - [${cell(n)}, deny]\n`,
});

/** Slots that allow many values, with conditions and effects without number: the compiler may not go through one for each of the other. */
export const BIG_ALLOWED: readonly BigText[] = [
  together('not_equals', (n) => `not_equals(w${n})`),
  together('not_in', (n) => `not_in([w${n % VALUES}])`),
  together('not_in without a list', (n) => `not_in(w${n})`),
  asked('equals', (n) => `equals(w${n % VALUES})`),
  asked('not_equals', (n) => `not_equals(w${n % VALUES})`),
  asked('equals of others', (n) => `equals(v${n})`),
  asked('starts_with', (n) => `starts_with(w${n})`),
  asked('counts', (n) => `count_exceeds(t, s, w${(VALUES - 1 - n) % VALUES}, 3)`),
  rules('items, values allowed', (n) => asking(`has(w${n % VALUES})`), undefined, template('list: true, ')),
  matching(
    'joins',
    () => `{template: t, alias: $a}, ${asking('equals($a.s)')}, ${asking('not_equals($a.s)')}`,
  ),
  matching(
    'assertions',
    (n) => asking(`not_equals(w${n % VALUES})`),
    (n) => `{assert: [{template: t, slots: {s: w${n % VALUES}}}]}`,
  ),
  matching(
    'alternatives',
    () => `{any: [${times(20, (i) => `[${binding(`not_equals(w${i})`)}]`, ', ')}]}, ${asking('equals(?v)')}`,
  ),
  matching(
    'alternatives that join',
    () =>
      `${binding('not_equals(w1)')}, {any: [[${asking('equals(?v)')}], [${asking('not_equals(?v)')}]]}, ${asking('equals(?v)')}`,
  ),
  rows('rows', (n) => `w${n % VALUES}`, 'first'),
  rows('rows of what is excluded', (n) => `"not(w${n % VALUES})"`, 'first'),
  rows('rows that are unique', (n) => `w${n % VALUES}`, 'unique'),
  rules(
    'levels, values allowed',
    (n) => asking(`meets_or_exceeds(w${n % LEVELS})`),
    undefined,
    `${TEMPLATE}hierarchies:\n  - {name: h, levels: [${times(LEVELS, (n) => `w${n}`, ', ')}]}\n`,
  ),
];
