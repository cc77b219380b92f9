import { expect, test } from 'vitest';
import { compileSources } from '../../compiler/compile.ts';
import { loadRuleset } from '../../library/node/load-ruleset.ts';

/** Where secrets can get to in a ruleset with these rules. */
function sensitiveIn(rules: string, more = ''): unknown {
  const text = `
templates:
  - name: person
    slots:
      - { name: id, type: string, sensitive: true }
      - { name: age, type: integer }
      - { name: names, type: string, list: true, sensitive: true }
      - { name: tags, type: string, list: true }
  - name: note
    slots: [{ name: text, type: string }, { name: size, type: integer }]
  - name: copy
    slots: [{ name: text, type: string }]
${more}
${rules === '' ? '' : `rules:\n${rules}`}`;
  const compilation = compileSources([{ path: 'people.yaml', text }]);
  if (!compilation.ok) throw new Error(compilation.diagnostics.map(({ message }) => message).join('\n'));
  const { sensitive } = loadRuleset(compilation.javascript());
  return (
    sensitive && { slots: Object.fromEntries(sensitive.slots), rules: Object.fromEntries(sensitive.rules) }
  );
}

const bound = '{ template: person, conditions: [{ slot: id, bind: ?i }, { slot: age, bind: ?a }] }';

test('a slot that no rule reads is sensitive by itself', () => {
  expect(
    sensitiveIn('  - { name: r, when: [{ template: note }], then: { action: allow, reason: x } }'),
  ).toEqual({
    slots: { person: ['id', 'names'] },
    rules: {},
  });
});

test('slots that a rule fills are sensitive too, also through earlier rules', () => {
  const rules = `
  - name: second
    when: [{ template: note, conditions: [{ slot: text, bind: ?t }, { slot: size, bind: ?s }] }]
    then: { assert: [{ template: copy, slots: { text: "?t" } }], action: allow, reason: "{s}" }
  - name: first
    when: [${bound}]
    then: { assert: [{ template: note, slots: { text: "(str-cat b ?i)", size: "?a" } }] }`;
  expect(sensitiveIn(rules)).toEqual({
    slots: { person: ['id', 'names'], note: ['text'], copy: ['text'] },
    rules: {},
  });
});

test('an aggregate of what rules behind it fill is sensitive, how many there are is not', () => {
  const rules = `
  - name: most
    when: [{ max: { of: "?s", from: [{ template: note, conditions: [{ slot: size, bind: "?s" }] }] }, as: "?m" }]
    then: { assert: [{ template: copy, slots: { text: "(str-cat ?m)" } }], action: allow, reason: "{m}" }
  - name: many
    when: [{ template: copy }, { count: [{ template: note }], as: "?n" }]
    then: { action: deny, reason: "{n}" }
---
module: fill
rules:
  - name: between
    when: [{ template: length, conditions: [{ slot: of, bind: "?l" }] }]
    then: { assert: [{ template: note, slots: { size: "?l" } }] }
  - name: first
    when: [${bound}]
    then: { assert: [{ template: length, slots: { of: "(str-length ?i)" } }] }`;
  const more = `  - { name: length, slots: [{ name: of, type: integer }] }
modules: [{ name: fill }, { name: judge }]
focus_order: [fill, judge]
module: judge`;
  expect(sensitiveIn(rules, more)).toEqual({
    slots: { person: ['id', 'names'], length: ['of'], note: ['size'], copy: ['text'] },
    rules: { 'judge::most': { reason: true, metadata: [], obligations: [] } },
  });
});

test('a modified slot is filled', () => {
  const rules = `
  - name: r
    when: [${bound}, { template: note, alias: $n, conditions: [{ slot: text, expression: "equals(new)" }] }]
    then: { modify: [{ fact: $n, slots: { text: "?i" } }] }`;
  expect(sensitiveIn(rules)).toMatchObject({ slots: { person: ['id', 'names'], note: ['text'] } });
});

test('a variable that two patterns share holds the value of both', () => {
  const rules = `
  - name: r
    when:
      - { template: note, conditions: [{ slot: text, bind: ?i }] }
      - { template: person, alias: $p, conditions: [{ slot: id, bind: ?i }] }
    then: { action: deny, reason: "of {i}", metadata: { who: "{i}", why: fixed } }`;
  expect(sensitiveIn(rules)).toMatchObject({
    rules: { 'MAIN::r': { reason: true, metadata: ['who'], obligations: [] } },
  });
});

test('an obligation is sensitive in the properties that hold a value', () => {
  const rules = `
  - name: r
    when: [${bound}]
    then:
      action: allow
      reason: x
      obligations: [{ type: tell, properties: { who: "?i", age: "?a" } }, { type: log }]`;
  expect(sensitiveIn(rules)).toMatchObject({
    rules: { 'MAIN::r': { reason: false, metadata: [], obligations: [['tell', ['who']]] } },
  });
});

test('a function that reads facts can reveal any value', () => {
  const functions = `functions:
  - name: anybody
    type: raw
    body: '(deffunction MAIN::anybody () (do-for-fact ((?p person)) TRUE (return ?p:id)) (return ""))'`;
  const rules = `
  - name: r
    when: [{ template: note }]
    then: { assert: [{ template: copy, slots: { text: "(anybody)" } }] }`;
  expect(sensitiveIn(rules, functions)).toMatchObject({ slots: { copy: ['text'] } });
});

test('items of a sensitive list are sensitive one by one, and so is the whole list', () => {
  const rules = `
  - name: item
    when: [{ template: person, conditions: [{ slot: names, each: "?n" }, { slot: tags, each: "?t" }] }]
    then: { assert: [{ template: note, slots: { text: "?n" } }], action: allow, reason: "{t}", metadata: { n: "{n}", t: "{t}" } }
  - name: whole
    when: [{ template: person, alias: $p, conditions: [{ slot: tags, bind: "$?t" }] }]
    then: { action: deny, reason: "{p.names}", metadata: { t: "{t}" } }`;
  expect(sensitiveIn(rules)).toEqual({
    slots: { person: ['id', 'names'], note: ['text'] },
    rules: {
      'MAIN::item': { reason: false, metadata: ['n'], obligations: [] },
      'MAIN::whole': { reason: true, metadata: [], obligations: [] },
    },
  });
});

test('what a decision table writes is sensitive where a value gets into it', () => {
  const table = `tables:
  - name: route
    when: [{ template: person, alias: $p }, { template: note, alias: $n }]
    inputs: [$p.age, $n.size]
    outputs: [name, action, reason, metadata.who, metadata.size]
    rows:
      - [">= 18", "-", told, allow, "is {p.id}", fixed, "{n.size}"]
      - ["< 18", "> 1", kept, deny, "size {n.size}", "{p.id}", "-"]
    default: [deny, "no row for {p.id}", none, none]`;
  expect(sensitiveIn('', table)).toEqual({
    slots: { person: ['id', 'names'] },
    rules: {
      'MAIN::route/told': { reason: true, metadata: [], obligations: [] },
      'MAIN::route/kept': { reason: false, metadata: ['who'], obligations: [] },
      'MAIN::route/default': { reason: true, metadata: [], obligations: [] },
    },
  });
});

test('a constant is not a secret, but a value looked up by a secret is', () => {
  const constants = `constants:
  most: 3
  limits: { anna: 10, bert: 2 }`;
  const rules = `
  - name: r
    when:
      - { template: person, alias: $p, conditions: [{ slot: id, expression: "has_key($const.limits)" }] }
    then:
      assert: [{ template: note, slots: { size: "$const.limits[$p.id]" } }, { template: copy, slots: { text: "{const.most}" } }]
      action: allow
      reason: "at most {const.most}"`;
  expect(sensitiveIn(rules, constants)).toEqual({
    slots: { person: ['id', 'names'], note: ['size'] },
    rules: {},
  });
});

test('sensitive is a truth value', () => {
  const text = 'templates: [{ name: t, slots: [{ name: a, type: string, sensitive: 1 }] }]';
  const compilation = compileSources([{ path: 'x.yaml', text }]);
  expect(compilation.ok ? [] : compilation.diagnostics.map(({ code }) => code)).toEqual(['wrong-kind']);
});
