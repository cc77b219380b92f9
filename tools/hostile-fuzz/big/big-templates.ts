import { fillUp, rule, times, type BigText } from './big-text.ts';

const matched = (head: string): string => `${head}rules:\n${rule(0, '{template: t0}')}`;

/** A text whose templates come first, with a rule behind them. */
const templates = (name: string, item: (n: number) => string): BigText => ({
  name,
  head: 'templates:\n',
  item,
  tail: matched(''),
});

const slots = (count: number, rest = 'type: integer'): string =>
  times(count, (n) => `{name: s${n}, ${rest}}`, ', ');

/** A thousand words, the most that a part of the text below repeats. */
const WORDS = fillUp({ name: 'words', item: (n) => `w${n},` }, 4_000);

export const BIG_TEMPLATES: readonly BigText[] = [
  templates('templates', (n) => `  - {name: t${n}, slots: []}\n`),
  templates('templates of a slot', (n) => `  - {name: t${n}, slots: [{name: s, type: integer}]}\n`),
  templates('templates of one name', () => '  - {name: t0, slots: []}\n'),
  templates('templates of many slots', (n) => `  - {name: t${n}, slots: [${slots(1_000)}]}\n`),
  templates('lists', (n) => `  - {name: t${n}, slots: [${slots(1_000, 'type: string, list: true')}]}\n`),
  templates(
    'slots with defaults',
    (n) => `  - {name: t${n}, slots: [${slots(1_000, 'type: string, default: abc')}]}\n`,
  ),
  templates(
    'slots of one name',
    (n) => `  - {name: t${n}, slots: [${times(900, () => '{name: s, type: float}', ',')}]}\n`,
  ),
  templates(
    'slots without type',
    (n) => `  - {name: t${n}, slots: [${times(900, (s) => `{name: s${s}}`, ',')}]}\n`,
  ),
  templates(
    'sensitive slots',
    (n) => `  - {name: t${n}, slots: [${slots(1_000, 'type: string, sensitive: true')}]}\n`,
  ),
  templates(
    'allowed values',
    (n) => `  - {name: t${n}, slots: [{name: s, type: symbol, allowed_values: [${WORDS}]}]}\n`,
  ),
  templates(
    'values that are not allowed',
    (n) => `  - {name: t${n}, slots: [{name: s, type: symbol, default: x, allowed_values: [${WORDS}]}]}\n`,
  ),
  templates(
    'defaults of lists',
    (n) => `  - {name: t${n}, slots: [{name: s, type: string, list: true, default: [${WORDS}]}]}\n`,
  ),
  templates('fleet templates', (n) => `  - {name: t${n}, scope: fleet, slots: [{name: s, type: integer}]}\n`),
  {
    name: 'a template with slots without number',
    head: 'templates:\n  - name: t0\n    slots:\n',
    item: (n) => `      - {name: s${n}, type: integer}\n`,
    tail: matched(''),
  },
  {
    name: 'a slot with values without number',
    head: 'templates:\n  - name: t0\n    slots: [{name: s, type: symbol, allowed_values: [',
    item: (n) => `w${n},`,
    tail: ']}]\n',
  },
  {
    name: 'an alias of many values',
    head: `x-values: &v [${WORDS}]\ntemplates:\n${times(9, (n) => `  - {name: v${n}, slots: [{name: s, type: symbol, allowed_values: *v}]}\n`)}rules:\n`,
    item: (n) =>
      rule(n, `{template: v${n % 9}, conditions: [{slot: s, expression: "not_equals(w${n % 500})"}]}`),
  },
  {
    name: 'rules that match slots of many',
    head: `templates:\n  - name: t\n    slots: [${slots(1_000)}]\nrules:\n`,
    item: (n) => rule(n, `{template: t, conditions: [{slot: s${n % 1_000}, expression: equals(${n})}]}`),
  },
  {
    name: 'rules that ask all slots',
    head: `templates:\n  - name: t\n    slots: [${slots(1_000)}]\nrules:\n`,
    item: (n) =>
      rule(
        n,
        `{template: t, conditions: [${times(1_000, (s) => `{slot: s${s}, expression: greater_than(${n})}`, ',')}]}`,
      ),
  },
  {
    name: 'rules that assert wide facts',
    head: `templates:\n  - name: t\n    slots: [${slots(1_000)}]\n  - {name: u, slots: [{name: a, type: integer}]}\nrules:\n`,
    item: (n) => rule(n, '{template: u}', `{assert: [{template: t, slots: {s${n % 1_000}: ${n}}}]}`),
  },
  {
    name: 'rules that modify wide facts',
    head: `templates:\n  - name: t\n    slots: [${slots(1_000)}]\nrules:\n`,
    item: (n) =>
      rule(
        n,
        `{template: t, alias: $t, conditions: [{slot: s0, expression: equals(${n})}]}`,
        `{modify: [{fact: $t, slots: {s${n % 1_000}: ${n}}}]}`,
      ),
  },
];
