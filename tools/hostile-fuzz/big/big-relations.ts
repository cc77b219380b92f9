import { fillUp, on, rule, rules, TEMPLATES, times, type BigText } from './big-text.ts';

/** Half of a text: what is in the other half meets each of these. */
const ROWS = fillUp({ name: 'rows', item: (n) => `      - [w${n}, ${n % 100}, "text ${n}"]\n` }, 500_000);

const COLUMNS = '[{name: a, type: symbol}, {name: b, type: integer}, {name: c, type: string}]';

/** A relation whose rows follow. */
const relation = (name: string): string => `  - name: ${name}\n    columns: ${COLUMNS}\n    rows:\n`;

/** Relations behind a rule that matches one of them. */
const listed = (matched: string): string =>
  `${TEMPLATES}rules:\n${rule(0, `{template: t}, {relation: ${matched}}`)}relations:\n`;

const HEAD = `${TEMPLATES}relations:\n${relation('p')}${ROWS}`;

const row = (...conditions: readonly string[]): string =>
  `{relation: p, conditions: [${conditions.join(', ')}]}`;

/** Rules, each of which matches rows of a large relation behind a fact. */
const asked = (name: string, when: (n: number) => string): BigText =>
  rules(`rules that ${name}`, (n) => `{template: t, alias: $t}, ${when(n)}`, undefined, HEAD);

/** Relations: rows without number, many relations, and rules that match rows. */
export const BIG_RELATIONS: readonly BigText[] = [
  {
    name: 'rows of a relation',
    head: listed('p') + relation('p'),
    item: (n) => `      - [w${n}, ${n % 100}, "text ${n}"]\n`,
  },
  {
    name: 'one row of a relation again and again',
    head: listed('p') + relation('p'),
    item: () => '      - [w, 1, x]\n',
  },
  {
    name: 'rows that do not fit',
    head: listed('p') + relation('p'),
    item: (n) => `      - [w${n}, x${n}]\n`,
  },
  {
    name: 'relations of one row',
    head: listed('p0'),
    item: (n) => `${relation(`p${n}`)}      - [a, 1, x]\n`,
  },
  {
    name: 'relations of many columns',
    head: listed('p0'),
    item: (n) =>
      `  - name: p${n}\n    columns: [${times(100, (i) => `{name: c${i}, type: integer}`, ', ')}]\n    rows:\n      - [${times(100, (i) => `${i}`, ', ')}]\n`,
  },
  asked('match any row', () => row()),
  asked('match one row', (n) => row(on('a', `equals(w${n})`))),
  asked('match some rows', (n) => row(on('b', `equals(${n % 100})`))),
  asked('match all rows but one', (n) => row(on('a', `not_equals(w${n})`))),
  asked('match rows of texts', (n) => row(on('c', `starts_with("text ${n}")`))),
  asked('match rows of a value and texts', (n) =>
    row(on('b', `equals(${n % 100})`), on('c', `starts_with("text ${n}")`)),
  ),
  asked('match rows of texts and a value', (n) =>
    row(on('c', `starts_with("text ${n}")`), on('b', `equals(${n % 100})`)),
  ),
  asked('match rows of numbers', (n) => row(on('b', `greater_than(${n % 100})`))),
  asked('match no row', (n) => row(on('a', `equals(v${n})`))),
  asked('join rows', () => row(on('a', 'equals($t.y)'), on('b', 'equals($t.n)'))),
  asked('join rows of one value', (n) => row(on('b', `equals(${n % 100})`), on('a', 'equals($t.y)'))),
  asked('bind rows', () => row('{slot: a, bind: "?a"}', '{slot: b, bind: "?b"}', '{test: "(> ?b 5)"}')),
  asked('join two rows', () => `{relation: p, alias: $p}, ${row(on('b', 'equals($p.b)'))}`),
  asked('exclude rows', (n) => `{not: [${row(on('a', `equals(w${n})`))}]}`),
  asked(
    'count rows',
    (n) => `{count: [${row(on('b', `equals(${n % 100})`))}], expression: "greater_than(${n})"}`,
  ),
];
