import { describe, expect, test } from 'vitest';
import { emitConditionElement } from '../../../compiler/emit/clips/condition-element.ts';
import { printExpression } from '../../../compiler/emit/clips/expression.ts';
import { check, checkGood, onlyRule, ruleText } from './check.ts';

const WHEN = [
  '{ template: a, alias: $x, conditions: [{ slot: int, bind: "?n" }] }',
  '{ template: b, alias: $y, conditions: [{ slot: str, bind: "?t" }] }',
];

function ruleWith(then: string) {
  return onlyRule(checkGood(ruleText(WHEN, then)));
}

function foundWith(then: string): readonly string[] {
  return check(ruleText(WHEN, then)).found.map((line) => line.replace(/^\S+ /, ''));
}

describe('the decision of a rule', () => {
  test('defaults', () => {
    expect(ruleWith('{ action: allow }').then).toEqual({
      action: 'allow',
      reason: [],
      log: 'summary',
      notify: [],
      attestation: false,
      scope: null,
      metadata: [],
      obligations: [],
      effects: [],
    });
  });

  test('everything written', () => {
    const then = '{ action: scope, log: full, notify: [ops, sec], attestation: true, scope: read-only }';
    expect(ruleWith(then).then).toMatchObject({
      action: 'scope',
      log: 'full',
      notify: ['ops', 'sec'],
      attestation: true,
      scope: [{ kind: 'text', text: 'read-only' }],
    });
  });

  test('metadata of then goes over that of the rule; values are text as written', () => {
    const text = ruleText(WHEN, '{ action: deny, metadata: { b: 1.50, c: true } }').replace(
      '    when:',
      '    metadata: { a: x, b: y, d: null }\n    when:',
    );
    expect(onlyRule(checkGood(text)).then.metadata).toEqual([
      ['a', [{ kind: 'text', text: 'x' }]],
      ['b', [{ kind: 'text', text: '1.50' }]],
      ['d', []],
      ['c', [{ kind: 'text', text: 'true' }]],
    ]);
  });

  test('metadata, scope and text of slots name variables and slots; other braces are text', () => {
    const { then } = ruleWith(
      `{ action: deny, metadata: { a: '{"j":{n}} {{n}} {', b: "{y.colour}" }, scope: "{x.int}", assert: [{ template: b, slots: { str: "n={n} {no ref}" } }] }`,
    );
    expect(then.metadata).toEqual([
      [
        'a',
        [
          { kind: 'text', text: '{"j":' },
          { kind: 'variable', name: 'n', writer: null },
          { kind: 'text', text: '} {{n}} {' },
        ],
      ],
      ['b', [{ kind: 'variable', name: 'y-colour', writer: null }]],
    ]);
    expect(then.scope).toEqual([{ kind: 'variable', name: 'n', writer: null }]);
    const [effect] = then.effects;
    expect(effect?.kind === 'assert' && effect.slots.map(({ value }) => printExpression(value))).toEqual([
      '(str-cat "n=" ?n " {no ref}")',
    ]);
  });

  test('obligations are typed by how they are written', () => {
    const { then } = ruleWith(
      '{ action: deny, obligations: [{ type: redact, properties: { a: "(+ ?n 1)", b: $y.colour, c: "x {n}", d: 1, e: 1.0, f: true, g: plain, h: [x, $y.colour, 2], i: "(create$ 1 2)" } }, { type: log }] }',
    );
    expect(then.obligations.map(({ type }) => type)).toEqual(['redact', 'log']);
    const shown = then.obligations[0]?.properties.map(({ name, value }) => {
      const values = value.kind === 'items' ? value.items : [value.value];
      return [name, value.kind, ...values.map(printExpression)].join(' ');
    });
    expect(shown).toEqual([
      'a single (+ ?n 1)',
      'b single ?y-colour',
      'c single (str-cat "x " ?n)',
      'd single 1',
      'e single 1.0',
      'f single TRUE',
      'g single (str-cat "plain")',
      'h items (str-cat "x") ?y-colour 2',
      'i list (create$ 1 2)',
    ]);
  });

  test('the reason names variables and slots, which are bound for it', () => {
    const rule = ruleWith('{ action: deny, reason: "{n} of {y.colour}" }');
    expect(rule.then.reason).toEqual([
      { kind: 'variable', name: 'n', writer: null },
      { kind: 'text', text: ' of ' },
      { kind: 'variable', name: 'y-colour', writer: null },
    ]);
    expect(rule.when.map((element) => emitConditionElement(element, 0))).toEqual([
      '(a (int ?n))',
      '(b (str ?t) (colour ?y-colour))',
    ]);
  });

  test.each([
    ['{ action: alow }', 'unknown-action (allow)'],
    ['{ action: deny, log: ful }', 'unknown-log (full)'],
    ['{ action: deny, reason: "{m}" }', 'unbound-name'],
    ['{ action: deny, reason: "{z.int}" }', 'unknown-alias'],
    ['{ action: deny, metadata: { k: "{m}" } }', 'unbound-name'],
    ['{ action: deny, scope: "{z.int}" }', 'unknown-alias'],
    ['{ assert: [{ template: b, slots: { str: "{x.itn}" } }] }', 'unknown-slot (int)'],
    ['{ action: deny, obligations: [{ type: t, properties: { k: "{m}" } }] }', 'unbound-name'],
    [
      '{ action: deny, obligations: [{ type: t, properties: { k: ["(create$ 1 2)"] } }] }',
      'property-not-single',
    ],
    ['{ action: deny, obligations: [{ type: t, properties: { k: null } }] }', 'property-not-single'],
    [
      '{ action: deny, obligations: [{ type: t, properties: { l: "(if (> ?n 1) then ?n else (create$))" } }] }',
      'property-not-single',
    ],
    ['{ assert: [{ template: b }], obligations: [{ type: t }] }', 'obligation-without-action'],
    ['{ action: deny, obligations: [{ properties: { k: 1 } }] }', 'missing-key'],
    ['{ action: deny, reason: "{x.itn}" }', 'unknown-slot (int)'],
    ['{ reason: nothing happens }', 'action-missing'],
    ['{ scope: nothing }', 'action-missing'],
    ['{ log: summary }', 'rule-without-effect'],
  ])('%s: %s', (then, found) => {
    expect(foundWith(then)).toEqual([found]);
  });
});

const VALUES: readonly (readonly [slot: string, value: string, printed: string])[] = [
  ['str', 'plain text', '"plain text"'],
  ['str', '3', '"3"'],
  ['str', '"?t"', '?t'],
  ['str', '(str-cat a ?n)', '(str-cat a ?n)'],
  ['str', '$y.str', '?t'],
  ['str', 'literal($y)', '"$y"'],
  ['str', 'true', '"true"'],
  ['sym', 'word', 'word'],
  ['sym', 'true', 'true'],
  ['int', '3', '3'],
  ['int', '"3"', '3'],
  ['int', '"?n"', '?n'],
  ['int', '0x1F', '31'],
  ['flt', '3', '3.0'],
  ['flt', '1e2', '100.0'],
  ['colour', 'red', 'red'],
];

describe('effects', () => {
  test.each(VALUES)('assert %s: %s', (slot, value, printed) => {
    const [effect] = ruleWith(`{ assert: [{ template: a, slots: { ${slot}: ${value} } }] }`).then.effects;
    const slots = effect?.kind === 'assert' ? effect.slots : [];
    expect(slots.map((given) => [given.slot, printExpression(given.value)])).toEqual([[slot, printed]]);
  });

  test('asserts, then retracts, then modifies; the patterns get variables for the addresses', () => {
    const rule = ruleWith(
      '{ modify: [{ fact: $y, slots: { int: 2 } }], retract: [$x], assert: [{ template: b }] }',
    );
    expect(rule.then.effects).toMatchObject([
      { kind: 'assert', template: 'b', slots: [] },
      { kind: 'retract', address: 'x' },
      { kind: 'modify', address: 'y', template: 'b', slots: [{ slot: 'int' }] },
    ]);
    expect(rule.when.map((element) => emitConditionElement(element, 0))).toEqual([
      '?x <- (a (int ?n))',
      '?y <- (b (str ?t))',
    ]);
  });

  test('the address has a name of its own when the alias is a variable too', () => {
    const when = ['{ template: a, alias: $n, conditions: [{ slot: int, bind: "?n" }] }'];
    const rule = onlyRule(checkGood(ruleText(when, '{ retract: [$n] }')));
    expect(rule.then.effects).toMatchObject([{ kind: 'retract', address: 'n-2' }]);
  });

  test.each([
    ['{ assert: [{ template: aa }] }', ['unknown-template (a)']],
    ['{ assert: [{ template: a, slots: { itn: 3 } }] }', ['unknown-slot (int)']],
    ['{ assert: [{ template: a, slots: { int: x } }] }', ['wrong-literal']],
    ['{ assert: [{ template: a, slots: { int: 3.5 } }] }', ['wrong-literal']],
    ['{ assert: [{ template: a, slots: { int: null } }] }', ['wrong-literal']],
    ['{ assert: [{ template: a, slots: { sym: two words } }] }', ['wrong-literal']],
    ['{ assert: [{ template: a, slots: { flt: .inf } }] }', ['float-not-finite']],
    ['{ assert: [{ template: a, slots: { colour: rde } }] }', ['value-not-allowed (red)']],
    ['{ assert: [{ template: a, slots: { int: "?t" } }] }', ['value-never-fits']],
    ['{ assert: [{ template: a, slots: { flt: "?n" } }] }', ['value-never-fits']],
    ['{ assert: [{ template: a, slots: { int: (str-cat ?n) } }] }', ['value-never-fits']],
    ['{ assert: [{ template: a, slots: { int: $y.str } }] }', ['value-never-fits']],
    ['{ assert: [{ template: a, slots: { int: $z.int } }] }', ['unknown-alias']],
    ['{ retract: [$z] }', ['effect-out-of-reach']],
    ['{ retract: [$x], modify: [{ fact: $x, slots: { int: 1 } }] }', ['effects-conflict']],
  ])('%s: %s', (then, found) => {
    expect(foundWith(then)).toEqual(found);
  });

  test('a fact of a group is not retracted', () => {
    const text = ruleText(
      ['{ template: a }', '{ exists: [{ template: b, alias: $y }] }'],
      '{ retract: [$y] }',
    );
    expect(check(text).found.map((line) => line.replace(/^\S+ /, ''))).toEqual(['effect-out-of-reach']);
  });
});
