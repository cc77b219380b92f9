import { expect, test } from 'vitest';
import { compileSources } from '../../compiler/compile.ts';
import { loadRuleset } from '../../server/library/load-ruleset.ts';

/** Where secrets can get to in a ruleset with these rules. */
function sensitiveIn(rules: string, functions = ''): unknown {
  const text = `
templates:
  - name: person
    slots: [{ name: id, type: string, sensitive: true }, { name: age, type: integer }]
  - name: note
    slots: [{ name: text, type: string }, { name: size, type: integer }]
  - name: copy
    slots: [{ name: text, type: string }]
${functions}
rules:
${rules}`;
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
    slots: { person: ['id'] },
    rules: {},
  });
});

test('what a rule fills is sensitive too, also through rules that stand before it', () => {
  const rules = `
  - name: second
    when: [{ template: note, conditions: [{ slot: text, bind: ?t }, { slot: size, bind: ?s }] }]
    then: { assert: [{ template: copy, slots: { text: "?t" } }], action: allow, reason: "{s}" }
  - name: first
    when: [${bound}]
    then: { assert: [{ template: note, slots: { text: "(str-cat a ?i)", size: "?a" } }] }`;
  expect(sensitiveIn(rules)).toEqual({
    slots: { person: ['id'], note: ['text'], copy: ['text'] },
    rules: {},
  });
});

test('a modified slot is filled', () => {
  const rules = `
  - name: r
    when: [${bound}, { template: note, alias: $n, conditions: [{ slot: text, expression: "equals(new)" }] }]
    then: { modify: [{ fact: $n, slots: { text: "?i" } }] }`;
  expect(sensitiveIn(rules)).toMatchObject({ slots: { person: ['id'], note: ['text'] } });
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

test('a function that looks at facts can tell any value', () => {
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

test('sensitive is a truth value', () => {
  const text = 'templates: [{ name: t, slots: [{ name: a, type: string, sensitive: 1 }] }]';
  const compilation = compileSources([{ path: 'x.yaml', text }]);
  expect(compilation.ok ? [] : compilation.diagnostics.map(({ code }) => code)).toEqual(['wrong-kind']);
});
