import { fillUp, rule, TEMPLATES, times, type BigText } from './big-text.ts';

/** Half of a text: what is in the other half meets each of these. */
const ROWS = fillUp({ name: 'rows', item: (n) => `      - [w${n}, ${n % 100}, "text ${n}"]\n` }, 500_000);

const COLUMNS = '[{name: a, type: symbol}, {name: b, type: integer}, {name: c, type: string}]';

const relation = (name: string, rows: string): string =>
  `  - name: ${name}\n    columns: ${COLUMNS}\n    rows:\n${rows}`;

const HEAD = `${TEMPLATES}relations:\n${relation('p', ROWS)}rules:\n`;

/** Rules, each of which matches rows of a large relation behind a fact. */
const asked = (name: string, conditions: (n: number) => string): BigText => ({
  name,
  head: HEAD,
  item: (n) => rule(n, `{template: t, alias: $t}, {relation: p, conditions: [${conditions(n)}]}`),
});

const on = (slot: string, expression: string): string => `{slot: ${slot}, expression: '${expression}'}`;

/** Relations: rows without number, many relations, and rules that match rows. */
export const BIG_RELATIONS: readonly BigText[] = [
  {
    name: 'rows of a relation',
    head: `${TEMPLATES}rules:\n${rule(0, '{template: t}, {relation: p}')}relations:\n  - name: p\n    columns: ${COLUMNS}\n    rows:\n`,
    item: (n) => `      - [w${n}, ${n % 100}, "text ${n}"]\n`,
  },
  {
    name: 'one row of a relation again and again',
    head: `${TEMPLATES}rules:\n${rule(0, '{template: t}, {relation: p}')}relations:\n  - name: p\n    columns: ${COLUMNS}\n    rows:\n`,
    item: () => '      - [w, 1, x]\n',
  },
  {
    name: 'rows that do not fit',
    head: `${TEMPLATES}rules:\n${rule(0, '{template: t}, {relation: p}')}relations:\n  - name: p\n    columns: ${COLUMNS}\n    rows:\n`,
    item: (n) => `      - [w${n}, x${n}]\n`,
  },
  {
    name: 'relations of one row',
    head: `${TEMPLATES}rules:\n${rule(0, '{template: t}, {relation: p0}')}relations:\n`,
    item: (n) => relation(`p${n}`, '      - [a, 1, x]\n'),
  },
  {
    name: 'relations of many columns',
    head: `${TEMPLATES}rules:\n${rule(0, '{template: t}, {relation: p0}')}relations:\n`,
    item: (n) =>
      `  - name: p${n}\n    columns: [${times(100, (i) => `{name: c${i}, type: integer}`, ', ')}]\n    rows:\n      - [${times(100, (i) => `${i}`, ', ')}]\n`,
  },
  asked('rules that match any row', () => ''),
  asked('rules that match one row', (n) => on('a', `equals(w${n})`)),
  asked('rules that match some rows', (n) => on('b', `equals(${n % 100})`)),
  asked('rules that match all rows but one', (n) => on('a', `not_equals(w${n})`)),
  asked('rules that match rows of texts', (n) => on('c', `starts_with("text ${n}")`)),
  asked('rules that match rows of numbers', (n) => on('b', `greater_than(${n % 100})`)),
  asked('rules that match no row', (n) => on('a', `equals(v${n})`)),
  asked('rules that join rows', () => `${on('a', 'equals($t.y)')}, ${on('b', 'equals($t.n)')}`),
  asked(
    'rules that join rows of one value',
    (n) => `${on('b', `equals(${n % 100})`)}, ${on('a', 'equals($t.y)')}`,
  ),
  asked('rules that bind rows', () => '{slot: a, bind: "?a"}, {slot: b, bind: "?b"}, {test: "(> ?b 5)"}'),
  {
    name: 'rules of two rows',
    head: HEAD,
    item: (n) =>
      rule(
        n,
        `{template: t}, {relation: p, alias: $p}, {relation: p, conditions: [${on('b', 'equals($p.b)')}]}`,
      ),
  },
  {
    name: 'rules that exclude rows',
    head: HEAD,
    item: (n) =>
      rule(n, `{template: t, alias: $t}, {not: [{relation: p, conditions: [${on('a', `equals(w${n})`)}]}]}`),
  },
  {
    name: 'rules that count rows',
    head: HEAD,
    item: (n) =>
      rule(
        n,
        `{template: t}, {count: [{relation: p, conditions: [${on('b', `equals(${n % 100})`)}]}], expression: "greater_than(${n})"}`,
      ),
  },
];
