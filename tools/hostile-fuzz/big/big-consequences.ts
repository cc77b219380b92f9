import { rules, TEMPLATES, times, type BigText } from './big-text.ts';

const doing = (name: string, then: (n: number) => string): BigText =>
  rules(
    name,
    () => '{template: t, alias: $t, conditions: [{slot: n, bind: "?n"}]}',
    (n) => `{${then(n)}}`,
  );

/** One rule with parts without number at the end of its `then`. */
const oneRule = (name: string, key: string, item: (n: number) => string): BigText => ({
  name,
  head: `${TEMPLATES}rules:\n  - name: r\n    when: [{template: t, alias: $t, conditions: [{slot: n, bind: "?n"}]}]\n    then:\n      action: deny\n      ${key}:\n`,
  item: (n) => `        ${item(n)}\n`,
});

/** Effects: texts, facts, obligations; and the dependencies of rules on them. */
export const BIG_CONSEQUENCES: readonly BigText[] = [
  doing('reasons', (n) => `action: deny, reason: "{n} of {t.n} is ${n}"`),
  doing('reasons of many names', () => `action: deny, reason: "${'{n}{t.m}'.repeat(5_000)}"`),
  doing('reasons of braces', () => `action: deny, reason: "${'{{'.repeat(10_000)}"`),
  doing('reasons of open braces', () => `action: deny, reason: "${'{'.repeat(10_000)}"`),
  doing('reasons of unknown names', () => `action: deny, reason: "${'{x}'.repeat(5_000)}"`),
  doing('metadata', () => `action: deny, metadata: {${times(1_000, (i) => `k${i}: "{n}"`, ', ')}}`),
  doing('notify', () => `action: deny, notify: [${times(2_000, (i) => `w${i}`, ', ')}]`),
  doing(
    'obligations',
    (n) =>
      `action: deny, obligations: [${times(300, (i) => `{type: o${i}, properties: {a: "?n", b: ${n}}}`, ', ')}]`,
  ),
  doing(
    'properties of obligations',
    () =>
      `action: deny, obligations: [{type: o, properties: {${times(2_000, (i) => `p${i}: "{n}"`, ', ')}}}]`,
  ),
  doing(
    'lists in obligations',
    () => `action: deny, obligations: [{type: o, properties: {p: [${times(4_000, (i) => `${i}`, ', ')}]}}]`,
  ),
  doing('facts', () => `assert: [${times(500, (i) => `{template: u, slots: {n: ${i}}}`, ', ')}]`),
  doing(
    'computed facts',
    (n) => `assert: [{template: u, slots: {n: "(+ ?n ${n})", s: "(str-cat ?n ${n})"}}]`,
  ),
  doing(
    'lists of facts',
    () => `assert: [{template: t, slots: {l: [${times(3_000, (i) => `w${i}`, ', ')}]}}]`,
  ),
  doing('texts of facts', () => `assert: [{template: u, slots: {s: "${'{n}'.repeat(5_000)}"}}]`),
  doing('modifications', (n) => `modify: [{fact: $t, slots: {n: "(+ ?n ${n})"}}]`),
  doing('retractions', () => 'retract: [$t]'),
  doing('scopes', (n) => `action: scope, scope: "{n} ${n}"`),
  oneRule('one rule of facts', 'assert', (n) => `- {template: u, slots: {n: ${n}}}`),
  oneRule('one rule of metadata', 'metadata', (n) => `k${n}: "{n}"`),
  oneRule('one rule of obligations', 'obligations', (n) => `- {type: o${n}, properties: {a: "?n"}}`),
  oneRule('one rule of names', 'notify', (n) => `- w${n}`),
  oneRule('one rule of retractions', 'retract', () => '- $t'),
  oneRule('one rule of modifications', 'modify', () => '- {fact: $t, slots: {n: 1}}'),
  {
    name: 'rules that one template chains',
    head: `${TEMPLATES}decide: last\nrules:\n`,
    item: (n) =>
      `  - {name: r${n}, when: [{template: u, conditions: [{slot: n, expression: equals(${n})}]}, {not: [{template: u, conditions: [{slot: s, expression: equals(w${n})}]}]}], then: {action: deny, assert: [{template: u, slots: {n: ${n + 1}, s: w${n}}}]}}\n`,
  },
  {
    name: 'secrets that go back through a chain',
    head: `templates:\n${times(1_000, (n) => `  - {name: t${n}, slots: [{name: n, type: integer, sensitive: ${String(n === 999)}}]}\n`)}rules:\n`,
    item: (n) =>
      `  - {name: r${n}, when: [{template: t${(n % 999) + 1}, alias: $t}], then: {assert: [{template: t${n % 999}, slots: {n: $t.n}}]}}\n`,
  },
  {
    name: 'decisions by order',
    head: `${TEMPLATES}decide: first\nrules:\n`,
    item: (n) =>
      `  - {name: r${n}, when: [{template: t}], then: {action: ${n % 2 === 0 ? 'allow' : 'deny'}}}\n`,
  },
  {
    name: 'negations in one module',
    head: `${TEMPLATES}rules:\n`,
    item: (n) =>
      `  - {name: r${n}, when: [{template: t}, {not: [{template: u, conditions: [{slot: n, expression: equals(${n})}]}]}], then: {assert: [{template: u, slots: {n: -${n}}}]}}\n`,
  },
];
