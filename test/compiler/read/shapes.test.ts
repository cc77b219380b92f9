import { describe, expect, test } from 'vitest';
import { read, readAll, readOnlyRule } from './read.ts';

/** Values and kinds without positions, as the tests compare them. */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(([key]) => key !== 'at' && key !== 'spanOf');
  if (entries.length === 1 && entries[0]?.[0] === 'value') return plain(entries[0][1]);
  return Object.fromEntries(entries.map(([key, part]) => [key, plain(part)]));
}

const RULE = `module: decide
ruleset: access
version: 1.50
rules:
  - name: deny-low
    description: too low
    salience: -5
    metadata: { control: AC-3, level: 2 }
    when:
      - template: request
        alias: $req
        conditions:
          - { slot: mode, expression: "equals(read)" }
          - { slot: size, bind: "?n", expression: "greater_than(10)" }
          - { test: "(< ?n 100)" }
      - not:
          - template: agent
      - any:
          - [{ template: a }]
          - [{ template: b }, { template: c }]
      - forall: { each: { template: d }, must: [{ exists: [{ template: e }] }] }
    then:
      action: deny
      reason: "{n} rows by {req.agent_id}"
      log: full
      notify: [security]
      attestation: true
      metadata: { k: v }
      scope: here
      assert:
        - { template: finding, slots: { subject: "?n", note: plain text, size: 007, ratio: 1.50 } }
      retract: [$req]
      modify: [{ fact: $req, slots: { mode: (f) } }]
`;

describe('rules', () => {
  const rule = readOnlyRule(RULE);

  test('the group of a document', () => {
    const [group] = read(RULE).syntax.ruleGroups;
    expect(plain([group?.module, group?.ruleset, group?.version])).toEqual(['decide', 'access', '1.50']);
  });

  test('head of a rule', () => {
    expect(plain([rule.name, rule.description, rule.salience])).toEqual(['deny-low', 'too low', -5]);
    expect(plain(rule.metadata)).toEqual([
      { key: 'control', parts: [{ kind: 'text', text: 'AC-3' }] },
      { key: 'level', parts: [{ kind: 'text', text: '2' }] },
    ]);
  });

  test('a pattern with its conditions', () => {
    const [pattern] = rule.when;
    if (pattern?.kind !== 'pattern') throw new Error('expected a pattern');
    expect(plain([pattern.template, pattern.alias])).toEqual(['request', 'req']);
    const conditions = pattern.conditions.map(({ slot, expression, bind, test }) => [
      slot?.value,
      expression && `${expression.operator.value}(${expression.raw.value})`,
      bind?.value,
      test?.text,
    ]);
    expect(conditions).toEqual([
      ['mode', 'equals(read)', undefined, undefined],
      ['size', 'greater_than(10)', 'n', undefined],
      [undefined, null, undefined, '(< ?n 100)'],
    ]);
  });

  test('groups of patterns', () => {
    const pattern = (template: string) => ({ kind: 'pattern', template, alias: null, conditions: [] });
    expect(plain(rule.when.slice(1))).toEqual([
      { kind: 'not', elements: [pattern('agent')] },
      { kind: 'any', branches: [[pattern('a')], [pattern('b'), pattern('c')]] },
      { kind: 'forall', each: pattern('d'), must: [{ kind: 'exists', elements: [pattern('e')] }] },
    ]);
  });

  test('the consequence', () => {
    const { then } = rule;
    expect(plain([then.action, then.log, then.notify, then.attestation, then.scope])).toEqual([
      'deny',
      'full',
      ['security'],
      true,
      [{ kind: 'text', text: 'here' }],
    ]);
    const [assert] = then.assert;
    const written = assert?.slots.map((value) =>
      value.items === null ? [value.slot.value, value.source.text, value.scalar.kind] : null,
    );
    expect(written).toEqual([
      ['subject', '?n', 'string'],
      ['note', 'plain text', 'string'],
      ['size', '007', 'integer'],
      ['ratio', '1.50', 'float'],
    ]);
    expect(plain(then.retract)).toEqual(['req']);
    expect(
      then.modify.map(({ fact, slots }) => [fact.value, slots[0]?.items === null && slots[0].source.text]),
    ).toEqual([['req', '(f)']]);
  });

  test('what is not written stays unwritten', () => {
    const { salience, then } = readOnlyRule(
      'rules: [{ name: r, when: [{ template: t }], then: { attestation: false } }]',
    );
    expect([salience, then.action, then.log, then.scope]).toEqual([null, null, null, null]);
    expect([then.reason, then.notify, then.assert]).toEqual([[], [], []]);
  });
});

describe('templates', () => {
  test('slots keep their defaults and allowed values as written', () => {
    const { syntax, found } = read(`templates:
  - name: agent
    description: who asks
    scope: fleet
    slots:
      - { name: id, type: string, required: true }
      - { name: level, type: symbol, allowed_symbols: [public, true, 3], default: public }
      - { name: big, type: integer, default: 9223372036854775807 }
`);
    expect(found).toEqual([]);
    const plainSlot = { list: false, maxItems: null, sensitive: false };
    expect(plain(syntax.templates)).toEqual([
      {
        name: 'agent',
        from: null,
        atMost: null,
        description: 'who asks',
        scope: 'fleet',
        slots: [
          { name: 'id', type: 'string', ...plainSlot, required: true, default: null, allowed: null },
          {
            name: 'level',
            type: 'symbol',
            ...plainSlot,
            required: false,
            default: { kind: 'string', value: 'public', text: 'public' },
            allowed: [
              { kind: 'string', value: 'public', text: 'public' },
              { kind: 'boolean', value: true, text: 'true' },
              { kind: 'integer', value: 3n, text: '3' },
            ],
          },
          {
            name: 'big',
            type: 'integer',
            ...plainSlot,
            required: false,
            default: { kind: 'integer', value: 9223372036854775807n, text: '9223372036854775807' },
            allowed: null,
          },
        ],
      },
    ]);
  });

  test.each(['allowed_values', 'allowed_symbols', 'allowed_strings'])('%s', (key) => {
    const { syntax } = read(`templates: [{ name: t, slots: [{ name: s, type: symbol, ${key}: [a] }] }]`);
    expect(syntax.templates[0]?.slots[0]?.allowed?.value.map((value) => value.value.text)).toEqual(['a']);
  });
});

describe('documents', () => {
  test('a hierarchy can be the only content', () => {
    const { syntax } = read('name: clearance\nlevels: [public, secret]\ncompartments: [a, b]\n');
    expect(plain(syntax.hierarchies)).toEqual([
      { name: 'clearance', levels: ['public', 'secret'], compartments: ['a', 'b'] },
    ]);
    expect(syntax.ruleGroups).toEqual([]);
  });

  test('several documents in a file, any mix in one of them', () => {
    const { syntax, found } = read(`# only a comment
---
modules: [{ name: m, priority: 3 }]
focus_order: [m]
decide: first
hierarchies: [{ name: h, levels: [low] }]
---
functions:
  - { name: f, type: raw, params: [x, $?rest], body: "(deffunction f (?x $?rest) ?x)" }
  - { name: g, type: classification, params: [a, b], hierarchy_ref: h.yaml }
...
---
rules: []
`);
    expect(found).toEqual([]);
    expect(plain(syntax.modules)).toEqual([{ name: 'm', description: '', priority: 3 }]);
    expect(plain(syntax.focusOrders)).toEqual([{ names: ['m'] }]);
    expect(plain(syntax.decides)).toEqual(['first']);
    expect(plain(syntax.functions)).toEqual([
      {
        name: 'f',
        type: 'raw',
        description: '',
        params: ['x', '$?rest'],
        body: { text: '(deffunction f (?x $?rest) ?x)' },
        hierarchyRef: null,
      },
      {
        name: 'g',
        type: 'classification',
        description: '',
        params: ['a', 'b'],
        body: null,
        hierarchyRef: 'h.yaml',
      },
    ]);
    expect(syntax.ruleGroups).toHaveLength(1);
  });

  test('sources are read in the order of their paths', () => {
    const { syntax } = readAll([
      { path: 'b.yaml', text: 'modules: [{ name: second }]' },
      { path: 'a.yaml', text: 'modules: [{ name: first }]' },
    ]);
    expect(syntax.modules.map((module) => [module.name.value, module.at.file])).toEqual([
      ['first', 'a.yaml'],
      ['second', 'b.yaml'],
    ]);
  });

  test.each(['', '# nothing\n', '---\n---\n', '{}', 'rules: []\n', '\uFEFF'])('nothing in %j', (text) => {
    expect(read(text).found).toEqual([]);
  });
});
