import { describe, expect, test } from 'vitest';
import { checkAll, goodRuleset } from './check.ts';

/** The text beside a file that declares a template for rules to match. */
function check(text: string) {
  return checkAll([
    { path: 'rules.yaml', text },
    { path: 'templates.yaml', text: 'templates: [{ name: any, slots: [] }]' },
  ]);
}
const checkGood = (text: string) => goodRuleset(check(text));

const rules = (module: string, name = 'r') => `${module === '' ? '' : `module: ${module}\n`}rules:
  - { name: ${name}, when: [{ template: any }], then: { action: deny } }
`;
const slot = (text: string) => `templates: [{ name: t, slots: [{ name: s, ${text} }] }]`;

const DECLARATIONS: readonly (readonly [name: string, text: string, found: readonly string[]])[] = [
  ['two templates', 'templates: [{ name: t, slots: [] }, { name: t, slots: [] }]', ['1:45 duplicate-name']],
  [
    'two slots',
    'templates: [{ name: t, slots: [{ name: s, type: string }, { name: s, type: symbol }] }]',
    ['1:67 duplicate-name'],
  ],
  ['a word of CLIPS', 'templates: [{ name: not, slots: [] }]', ['1:21 reserved-template-name']],
  ['an unknown scope', 'templates: [{ name: t, scope: flet, slots: [] }]', ['1:31 unknown-scope (fleet)']],
  ['an unknown from', 'templates: [{ name: t, from: hots, slots: [] }]', ['1:30 unknown-from (host)']],
  [
    'a template of the host and the fleet',
    'templates: [{ name: t, from: host, scope: fleet, slots: [] }]',
    ['1:30 host-fleet-template'],
  ],
  ['an unknown type', slot('type: strnig'), ['1:49 unknown-slot-type (string)']],
  ['an integer that is none', slot('type: integer, default: x'), ['1:67 wrong-literal']],
  [
    'an integer of 65 bits',
    slot('type: integer, default: 9223372036854775808'),
    ['1:67 integer-out-of-range'],
  ],
  ['a float that is not finite', slot('type: float, default: .inf'), ['1:65 float-not-finite']],
  ['a symbol that is none', slot('type: symbol, default: a b'), ['1:66 wrong-literal']],
  [
    'a default that is not allowed',
    slot('type: symbol, allowed_values: [low], default: lo'),
    ['1:89 value-not-allowed (low)'],
  ],
  ['an allowed value of another type', slot('type: integer, allowed_values: [1, x]'), ['1:78 wrong-literal']],
  ['no allowed values', slot('type: symbol, allowed_values: []'), ['1:73 allowed-values-empty']],
  [
    'two hierarchies',
    'hierarchies: [{ name: h, levels: [a] }, { name: h, levels: [b] }]',
    ['1:49 duplicate-name'],
  ],
  ['a level twice', 'hierarchies: [{ name: h, levels: [a, b, a] }]', ['1:41 duplicate-name']],
  ['a level without a name', 'hierarchies: [{ name: h, levels: [a, ""] }]', ['1:38 hierarchy-level']],
  ['a level with a space', 'hierarchies: [{ name: h, levels: ["a "] }]', ['1:35 hierarchy-level']],
  [
    'a compartment with a bar',
    'hierarchies: [{ name: h, levels: [a], compartments: [x|y] }]',
    ['1:54 compartment-name'],
  ],
  ['two modules', 'modules: [{ name: m }, { name: m }]', ['1:32 duplicate-name']],
  [
    'an unknown module of rules',
    `modules: [{ name: intake }]\n${rules('intkae')}`,
    ['2:9 unknown-module (intake)'],
  ],
  [
    'an unknown module of focus_order',
    'modules: [{ name: intake }]\nfocus_order: [intkae]',
    ['2:15 unknown-module (intake)'],
  ],
  [
    'a module twice in focus_order',
    'modules: [{ name: m }]\nfocus_order: [m, m]',
    ['2:18 focus-order-repeats'],
  ],
  [
    'two focus orders',
    'modules: [{ name: m }]\nfocus_order: [m, MAIN]\n---\nfocus_order: [MAIN, m]',
    ['4:14 focus-order-conflict'],
  ],
  [
    'a module with rules that is never focused',
    `modules: [{ name: m }, { name: n }]\nfocus_order: [m]\n${rules('n')}`,
    ['3:9 module-never-focused'],
  ],
  ['an unknown decide', 'decide: deny_overrides', ['1:9 unknown-decide (deny-overrides)']],
  ['two values of decide', 'decide: last\n---\ndecide: first', ['3:9 decide-conflict']],
  ['two rules of one name in one module', `${rules('')}---\n${rules('')}`, ['5:13 duplicate-name']],
  [
    'an unknown type of function',
    'functions: [{ name: f, type: rwa, body: "" }]',
    ['1:30 unknown-function-type (raw)'],
  ],
  [
    'an unknown hierarchy of a function',
    'hierarchies: [{ name: level, levels: [a] }]\nfunctions: [{ name: f, type: classification, hierarchy_ref: levle.yaml }]',
    ['2:61 unknown-hierarchy (level)'],
  ],
  [
    'a classification function of three parameters',
    'hierarchies: [{ name: h, levels: [a] }]\nfunctions: [{ name: f, type: classification, params: [a, b, c], hierarchy_ref: h }]',
    ['2:21 hierarchy-parameters'],
  ],
  [
    'a body that defines another function',
    'functions: [{ name: f, type: raw, params: [x], body: "(deffunction g (?x) ?x)" }]',
    ['1:55 function-name-differs'],
  ],
  [
    'a body with other parameters',
    'functions: [{ name: f, type: raw, params: [x], body: "(deffunction f (?y) ?y)" }]',
    ['1:44 function-parameters-differ'],
  ],
  [
    'a function that a classification function declares, too',
    `hierarchies: [{ name: h, levels: [a] }]
functions:
  - { name: f, type: classification, hierarchy_ref: h }
  - { name: f-below, type: raw, params: [x], body: "(deffunction f-below (?x) ?x)" }`,
    ['4:13 duplicate-name'],
  ],
  [
    'a raw function that is a function of CLIPS',
    'functions: [{ name: length, type: raw, params: [x], body: "(deffunction length (?x) ?x)" }]',
    ['1:21 function-name-taken'],
  ],
  [
    'a classification function that is a function of CLIPS',
    'hierarchies: [{ name: h, levels: [a] }]\nfunctions: [{ name: length, type: classification, hierarchy_ref: h }]',
    ['2:21 function-name-taken'],
  ],
];

describe('wrong declarations', () => {
  test.each(DECLARATIONS)('%s', (_, text, found) => {
    expect(check(text).found).toEqual(found);
  });

  test('the message of a second declaration names the file of the first', () => {
    const { messages } = checkAll([
      { path: 'a.yaml', text: 'modules: [{ name: m }]' },
      { path: 'b.yaml', text: 'modules: [{ name: m }]' },
    ]);
    expect(messages).toEqual(['module `m` is already defined in a.yaml']);
  });

  test('all problems are reported, including those of reading, without a ruleset', () => {
    const { found, ruleset } = check(`colour: red
templates:
  - { name: t, slots: [{ name: s, type: strnig }] }
decide: never
rules:
  - { name: r, when: [{ template: tt }], then: { action: denny } }
`);
    expect(found).toEqual([
      '1:1 unknown-key',
      '3:41 unknown-slot-type (string)',
      '4:9 unknown-decide',
      '6:35 unknown-template (t)',
      '6:58 unknown-action (deny)',
    ]);
    expect(ruleset).toBeNull();
  });
});

describe('declarations', () => {
  test('a template', () => {
    const [template] = checkGood(`templates:
  - name: t
    description: what it is
    scope: fleet
    slots:
      - { name: a, type: integer, required: true, default: 2, allowed_values: ["1", 2] }
      - { name: b, type: float, allowed_values: [1.0, 2.50], default: 1 }
      - { name: c, type: string }
      - { name: d, type: STRING, allowed_strings: [x, "y z", 3] }
`).templates;
    expect(template).toMatchObject({ name: 't', description: 'what it is', scope: 'fleet' });
    expect(
      template?.slots.map(({ name, type, required, default: value, allowed }) => [
        name,
        type,
        required,
        value,
        allowed,
      ]),
    ).toEqual([
      ['a', 'INTEGER', true, { type: 'INTEGER', value: 2 }, ['1', '2']],
      ['b', 'FLOAT', false, { type: 'FLOAT', value: 1 }, ['1', '2.5']],
      ['c', 'STRING', false, null, null],
      ['d', 'STRING', false, null, ['x', 'y z', '3']],
    ]);
  });

  test.each([
    ['[low, high]', 'priority descending, then declaration, MAIN last', '', ['b', 'c', 'a', 'MAIN']],
    ['as given', 'and MAIN last', 'focus_order: [a, b, c]', ['a', 'b', 'c', 'MAIN']],
    ['as given', 'with MAIN where it is named', 'focus_order: [MAIN, c]', ['MAIN', 'c']],
  ])('focus order %s: %s', (_, __, order, expected) => {
    const text = `modules: [{ name: a }, { name: b, priority: 5 }, { name: c, priority: 5 }]\n${order}\n`;
    expect(checkGood(text).focusOrder).toEqual(expected);
  });

  test('rules without a module are in MAIN; two modules may have rules of one name', () => {
    const { rules: found, modules } = checkGood(`modules: [{ name: m }]\n${rules('m')}---\n${rules('')}`);
    expect(found.map(({ module, name }) => `${module}::${name}`)).toEqual(['m::r', 'MAIN::r']);
    expect(modules.map(({ name }) => name)).toEqual(['m', 'MAIN']);
  });

  test('a ruleset takes its name and version from the first document that has them', () => {
    const named = `${rules('')}---\nruleset: access\nversion: "1.2"\nrules: []\n`;
    expect(checkGood(named)).toMatchObject({ name: 'access', version: '1.2', decide: 'deny-overrides' });
    expect(checkGood(`decide: last\n${rules('')}`)).toMatchObject({
      name: 'rules',
      version: null,
      decide: 'last',
    });
  });
});
