import { table, pattern, rule, TEMPLATES, times, type BigText } from './big-text.ts';

const rows = (name: string, inputs: string, row: (n: number) => string, hit?: string): BigText => ({
  name,
  head: table(inputs, 'action', hit),
  item: (n) => `      - [${row(n)}, deny]\n`,
});

/** A table with columns without number: its rows are few. */
const wide = (
  name: string,
  columns: number,
  cell: (row: number, column: number) => string,
  hit?: string,
): BigText =>
  rows(
    name,
    times(columns, () => '$t.n', ', '),
    (row) => times(columns, (column) => cell(row, column), ', '),
    hit,
  );

const any = '"-"';

/** Tables, constants and hierarchies. */
export const BIG_KNOWLEDGE: readonly BigText[] = [
  rows('rows', '$t.n', (n) => `${n}`),
  rows('rows of texts', '$t.s', (n) => `word${n}`),
  rows('rows that overlap', '$t.n', (n) => `">= ${n}"`),
  rows('rows of which the first counts', '$t.n', (n) => `">= ${n}"`, 'first'),
  rows('rows that are collected', '$t.n', (n) => `">= ${n}"`, 'collect'),
  rows('rows any of which counts', '$t.n', (n) => `">= ${n}"`, 'any'),
  rows('rows of intervals', '$t.n', (n) => `"[${n}..${n + 1})"`),
  rows(
    'rows of three columns',
    '$t.n, $t.m, $t.s',
    (n) => `${n % 30}, "[${n % 70}..${(n % 70) + 2})", w${n}`,
  ),
  rows('rows of lists', '$t.y', (n) => `"${times(500, (i) => `w${n}-${i}`, ', ')}"`),
  rows('rows of what is excluded', '$t.y', (n) => `"not(w${n})"`),
  rows('rows of operators', '$t.s', (n) => `"starts_with(w${n})"`, 'first'),
  rows('rows of patterns', '$t.s', (n) => `"matches(w${n}+)"`, 'first'),
  rows('rows that say nothing', '$t.n', () => any),
  rows('rows that are broken', '$t.n', () => '"[1.."'),
  wide('columns', 1_000, (row) => `${row}`),
  wide('as many columns as there may be', 100, (row) => `${row}`),
  wide(
    'as many cells as there may be',
    100,
    (row, n) => `"> ${1_000 + ((row * 31 + n * 7) % 999)}"`,
    'first',
  ),
  wide('cells of a digit', 100, (row, column) => `${(row * 7 + column) % 10}`, 'first'),
  wide('columns apart', 15, (row, column) => (row % 15 === column ? `${row}` : any)),
  wide('columns apart, first', 15, (row, column) => (row % 15 === column ? `${row}` : any), 'first'),
  wide('a diagonal', 200, (row, column) => (row % 200 === column ? `${row}` : any), 'first'),
  wide(
    'intervals of many columns',
    12,
    (row, column) => `"[${(row * 7 + column) % 90}..${((row * 7 + column) % 90) + 40})"`,
  ),
  {
    name: 'tables',
    head: `${TEMPLATES}tables:\n`,
    item: (n) =>
      `  - {name: d${n}, when: [{template: t, alias: $t}], inputs: [$t.n], outputs: [action], rows: [[1, deny], [2, allow]]}\n`,
  },
  {
    name: 'outputs',
    head: table(
      '$t.n',
      times(500, (n) => `metadata.k${n}`, ', '),
    ),
    item: (n) => `      - [${n}, ${times(500, () => 'a', ', ')}]\n`,
  },
  {
    name: 'facts of rows',
    head: table('$t.n', 'assert u.n, assert u.s'),
    item: (n) => `      - [${n}, ${n}, "{t.s}"]\n`,
  },
  {
    name: 'constants',
    head: TEMPLATES,
    item: (n) =>
      `---\nconstants: {c${n}: ${n}}\nrules:\n${rule(n, pattern(`{slot: n, expression: equals($const.c${n})}`))}`,
  },
  {
    name: 'unknown constants',
    head: `${TEMPLATES}constants: {a: 1}\nrules:\n`,
    item: (n) => rule(n, pattern(`{slot: n, expression: equals($const.c${n})}`)),
  },
  { name: 'values of a constant', head: `${TEMPLATES}constants:\n  c:\n`, item: (n) => `    k${n}: ${n}\n` },
  {
    name: 'maps that are asked',
    head: `${TEMPLATES}constants:\n  c: {${times(9_000, (n) => `k${n}: ${n}`, ', ')}}\nrules:\n`,
    item: (n) =>
      rule(n, `{template: t, alias: $t, conditions: [{slot: n, expression: "equals($const.c[$t.s])"}]}`),
  },
  {
    name: 'lists that are asked',
    head: `${TEMPLATES}constants:\n  c: [${times(9_000, (n) => `k${n}`, ', ')}]\nrules:\n`,
    item: (n) =>
      rule(n, pattern('{slot: y, expression: "in($const.c)"}', `{slot: n, expression: equals(${n})}`)),
  },
  {
    name: 'keys that are asked',
    head: `${TEMPLATES}constants:\n  c: {${times(9_000, (n) => `k${n}: ${n}`, ', ')}}\nrules:\n`,
    item: (n) =>
      rule(n, pattern('{slot: y, expression: "has_key($const.c)"}', `{slot: n, expression: equals(${n})}`)),
  },
  {
    name: 'maps in expressions',
    head: `${TEMPLATES}constants:\n  c: {${times(9_000, (n) => `k${n}: ${n}`, ', ')}}\nrules:\n`,
    item: (n) => rule(n, pattern('{slot: s, bind: "?s"}', `{test: "(> (const c ?s) ${n})"}`)),
  },
  {
    name: 'lists in expressions',
    head: `${TEMPLATES}constants:\n  c: [${times(9_000, (n) => `k${n}`, ', ')}]\nrules:\n`,
    item: (n) =>
      rule(
        n,
        pattern(
          '{slot: s, bind: "?s"}',
          `{test: "(member$ ?s (const c))"}`,
          `{slot: n, expression: equals(${n})}`,
        ),
      ),
  },
  {
    name: 'lists in texts',
    head: `${TEMPLATES}constants:\n  c: [${times(9_000, (n) => `k${n}`, ', ')}]\nrules:\n`,
    item: (n) => rule(n, '{template: t}', '{action: deny, reason: "{const.c}"}'),
  },
  {
    name: 'lists in facts',
    head: `${TEMPLATES}constants:\n  c: [${times(9_000, (n) => `k${n}`, ', ')}]\nrules:\n`,
    item: (n) => rule(n, '{template: t}', '{assert: [{template: t, slots: {l: $const.c}}]}'),
  },
  {
    name: 'hierarchies',
    head: `${TEMPLATES}hierarchies:\n`,
    item: (n) => `  - {name: h${n}, levels: [a, b]}\n`,
  },
  {
    name: 'levels',
    head: `${TEMPLATES}hierarchies:\n  - name: h\n    levels:\n`,
    item: (n) => `      - l${n}\n`,
  },
  {
    name: 'compartments',
    head: `${TEMPLATES}hierarchies:\n  - name: h\n    levels: [a]\n    compartments:\n`,
    item: (n) => `      - c${n}\n`,
  },
  {
    name: 'hierarchies of many levels',
    head: `${TEMPLATES}hierarchies:\n`,
    item: (n) => `  - {name: h${n}, levels: [${times(900, (i) => `l${i}`, ', ')}]}\n`,
  },
  {
    name: 'functions of hierarchies',
    head: `${TEMPLATES}hierarchies:\n  - {name: h, levels: [${times(900, (i) => `l${i}`, ', ')}]}\nfunctions:\n`,
    item: (n) => `  - {name: f${n}, type: classification, hierarchy_ref: h}\n`,
  },
  {
    name: 'comparisons of levels',
    head: `${TEMPLATES}hierarchies:\n  - {name: h, levels: [${times(900, (i) => `l${i}`, ', ')}]}\nrules:\n`,
    item: (n) =>
      rule(
        n,
        pattern(
          `{slot: y, expression: "meets_or_exceeds(l${n % 900})"}`,
          `{slot: s, expression: 'has_compartments("a|b${n}")'}`,
        ),
      ),
  },
  {
    name: 'comparisons of many hierarchies',
    head: `${TEMPLATES}hierarchies:\n${times(800, (n) => `  - {name: h${n}, levels: [${times(50, (i) => `l${i}`, ', ')}]}\n`)}rules:\n`,
    item: (n) => rule(n, pattern(`{slot: y, expression: "dominates(l${n % 50}, a, h${n % 800})"}`)),
  },
];
