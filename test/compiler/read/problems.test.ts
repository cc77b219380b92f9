import { describe, expect, test } from 'vitest';
import { read } from './read.ts';

/** A rule around one condition; the condition begins at 6:13. */
const withCondition = (condition: string) => `rules:
  - name: r
    when:
      - template: t
        conditions:
          - ${condition}
    then: { action: deny }
`;

/** A rule around the value of \`then\`, which begins at 5:11. */
const withThen = (then: string) => `rules:
  - name: r
    when:
      - template: t
    then: ${then}
`;

/** A rule around one entry of \`when\`, which begins at 4:9. */
const withEntry = (entry: string) => `rules:
  - name: r
    when:
      - ${entry}
    then: { action: deny }
`;

const PROBLEMS: readonly (readonly [name: string, text: string, found: readonly string[]])[] = [
  ['a document that is not a map', '- a\n', ['1:1 wrong-kind']],
  ['an unknown key, with the key that was meant', 'rule: []\n', ['1:1 unknown-key (rules)']],
  [
    'a misspelt key is not suggested if the right one is present',
    'rules: []\nrule: []\n',
    ['2:1 unknown-key'],
  ],
  ['a key written twice', 'rules: []\nrules: []\n', ['2:1 duplicate-key']],
  ['a key that is a list', '[a]: 1\n', ['1:1 yaml-key']],
  ['a key that is nothing', '? \n: 1\n', ['1:3 yaml-key']],
  ['a text for the slots of a template', 'templates: { name: a }\n', ['1:20 wrong-kind']],
  ['text for a list', 'focus_order: main\n', ['1:14 list-expected']],
  ['a list for text', 'module: [a]\n', ['1:9 wrong-kind']],
  [
    'a semicolon behind a cell',
    'relations: [{ name: r, columns: [{ name: u, type: symbol }], rows: [[ann;]] }]\n',
    ['1:70 stray-sign'],
  ],
  [
    'a remark behind a cell',
    'relations: [{ name: r, columns: [{ name: u, type: symbol }], rows: [[ann /* only */]] }]\n',
    ['1:70 stray-sign'],
  ],
  ['a remark behind a level', 'hierarchies: [{ name: h, levels: [a // low, b] }]\n', ['1:35 stray-sign']],
  [
    'a quote behind a cell',
    'relations: [{ name: r, columns: [{ name: u, type: symbol }], rows: [[ann\u201d]] }]\n',
    ['1:70 foreign-quotes'],
  ],
  [
    'quotes of a word processor as a default',
    'templates: [{ name: t, slots: [{ name: s, type: string, default: \u201c\u201d }] }]\n',
    ['1:66 foreign-quotes'],
  ],
  ['an empty right side', 'rules: [{ name: r, when: [{ template: t }], then: {} }]\n', ['1:51 empty-key']],
  ['an empty list of modules to focus', 'focus_order: []\n', ['1:14 empty-list']],
  [
    'a template without name and slots',
    'templates:\n  - scope: fleet\n',
    ['2:5 missing-key', '2:5 missing-key'],
  ],
  ['a key without a value', 'templates:\n  - name:\n    slots: []\n', ['2:5 empty-key']],
  ['ttl', 'templates:\n  - { name: a, ttl: 5, slots: [] }\n', ['2:16 template-ttl']],
  ['a slot without type', 'templates:\n  - { name: a, slots: [{ name: b }] }\n', ['2:24 missing-key']],
  [
    'a flag of YAML 1.1',
    'templates:\n  - { name: a, slots: [{ name: b, type: string, required: yes }] }\n',
    ['2:59 wrong-kind'],
  ],
  [
    'two words for the allowed values',
    'templates:\n  - { name: a, slots: [{ name: b, type: symbol, allowed_values: [x], allowed_symbols: [x] }] }\n',
    ['2:70 conflicting-keys'],
  ],
  [
    'allowed values that are not a list',
    'templates:\n  - { name: a, slots: [{ name: b, type: symbol, allowed_values: x }] }\n',
    ['2:65 list-expected'],
  ],
  ['a name that is none', 'modules:\n  - name: two words\n', ['2:11 bad-identifier (two-words)']],
  ['a name that begins with a digit', 'modules:\n  - name: 1st\n', ['2:11 bad-identifier']],
  ['a reserved name', 'modules:\n  - name: __mine\n', ['2:11 reserved-name']],
  [
    'the name of a host function',
    'functions:\n  - { name: service-now, type: raw, body: x }\n',
    ['2:13 reserved-name'],
  ],
  ['a raw function without body', 'functions:\n  - { name: f, type: raw }\n', ['2:5 missing-key']],
  [
    'a classification function without hierarchy',
    'functions:\n  - { name: f, type: classification }\n',
    ['2:5 missing-key'],
  ],
  [
    'a parameter that is not a name',
    'functions:\n  - { name: f, type: raw, body: x, params: [a b, $?rest, "?c"] }\n',
    ['2:45 bad-identifier (a-b)'],
  ],
  ['a priority with a fraction', 'modules:\n  - { name: m, priority: 1.5 }\n', ['2:26 wrong-kind']],
  ['a hierarchy without levels', 'hierarchies:\n  - name: h\n', ['2:5 missing-key']],
  ['a hierarchy with no level', 'name: h\nlevels: []\n', ['2:9 empty-list']],
  ['a rule without when and then', 'rules:\n  - name: r\n', ['2:5 missing-key', '2:5 missing-key']],
  [
    'a rule with an empty when',
    'rules:\n  - { name: r, when: [], then: { action: deny } }\n',
    ['2:22 empty-list'],
  ],
  [
    'salience above the bound',
    'rules:\n  - { name: r, salience: 10001, when: [{ template: t }], then: { log: summary } }\n',
    ['2:26 number-out-of-range'],
  ],
  [
    'salience below the bound, beyond any integer of the machine',
    'rules:\n  - { name: r, salience: -99999999999999999999, when: [{ template: t }], then: { log: summary } }\n',
    ['2:26 number-out-of-range'],
  ],
  ['an entry without template', withEntry('alias: $a'), ['4:9 missing-key']],
  ['an alias without its sign', withEntry('{ template: t, alias: a }'), ['4:31 bad-alias ($a)']],
  ['an alias that is not a name', withEntry('{ template: t, alias: $a.b }'), ['4:31 bad-alias']],
  [
    'a group beside a pattern',
    withEntry('{ not: [{ template: t }], template: t }'),
    ['4:35 conflicting-keys'],
  ],
  ['a group of nothing', withEntry('not:'), ['4:9 empty-key']],
  ['an empty group', withEntry('exists: []'), ['4:17 empty-list']],
  ['a branch that is not a list', withEntry('any: [{ template: t }]'), ['4:15 written-otherwise']],
  ['a forall without must', withEntry('forall: { each: { template: t } }'), ['4:17 missing-key']],
  ['a condition of nothing', withCondition('{}'), ['6:13 incomplete-condition']],
  ['a slot alone', withCondition('slot: a'), ['6:13 incomplete-condition']],
  ['a slot with a test only', withCondition('{ slot: a, test: (f) }'), ['6:13 incomplete-condition']],
  ['an expression without slot', withCondition('expression: equals(a)'), ['6:13 incomplete-condition']],
  ['a bind without slot', withCondition('{ bind: ?x, test: (f) }'), ['6:13 incomplete-condition']],
  ['a variable without its sign', withCondition('{ slot: a, bind: x }'), ['6:30 bad-variable (?x)']],
  ['a reserved variable', withCondition('{ slot: a, bind: ?__x }'), ['6:30 reserved-name']],
  ['metadata that is not a single value', withThen('{ metadata: { a: [b] } }'), ['5:28 wrong-kind']],
  ['an assert without template', withThen('{ assert: [{ slots: {} }] }'), ['5:22 missing-key']],
  [
    'a slot value that is a map',
    withThen('{ assert: [{ template: t, slots: { a: { b: c } } }] }'),
    ['5:49 wrong-kind'],
  ],
  ['a modify without fact and slots', withThen('{ modify: [{}] }'), ['5:22 missing-key', '5:22 missing-key']],
  ['a retract without sign', withThen('{ retract: [a] }'), ['5:23 bad-alias ($a)']],
];

describe('each problem is reported at its place', () => {
  test.each(PROBLEMS)('%s', (_name, text, found) => {
    expect(read(text).found).toEqual(found);
  });
});

test('messages say what was expected and what is missing', () => {
  expect(read('templates: { name: a }\n').messages).toEqual(['expected a map, found text']);
  expect(read('templates:\n  - name: a\n').messages).toEqual(['a template needs `slots`']);
  expect(read(withCondition('slot: a')).messages).toEqual(['the condition has no `expression` or `bind`']);
  expect(read(withCondition('bind: ?x')).messages).toEqual(['the condition has no `slot`']);
  expect(read('rule: []\n').messages).toEqual(['unknown key `rule` in a ruleset']);
});

test('ten different errors are ten diagnostics, each at its line and column', () => {
  const text = `templates:
  - name: agent request
    slots: []
  - name: agent
    slots:
      - { name: id, type: string, required: maybe }
      - { name: level }
modules:
  - { name: intake, priority: high }
rules:
  - name: deny
    salience: 20000
    when:
      - template: agent
        alias: req
        conditions:
          - { slot: id }
          - { slot: level, expression: "equals secret" }
      - exists: []
    then:
      action: deny
      reason: "{id} may not"
      reason: "{id"
`;
  expect(read(text).found).toEqual([
    '2:11 bad-identifier (agent-request)',
    '6:45 wrong-kind',
    '7:9 missing-key',
    '9:31 wrong-kind',
    '12:15 number-out-of-range',
    '15:16 bad-alias ($req)',
    '17:13 incomplete-condition',
    '18:40 expression-form (equals(secret))',
    '19:17 empty-list',
    '23:7 duplicate-key',
  ]);
});

test('a broken element is left out and the rest is read', () => {
  const { syntax } = read('modules:\n  - name: 1st\n  - name: second\n  - [third]\n');
  expect(syntax.modules.map((module) => module.name.value)).toEqual(['second']);
});
