import { describe, expect, test } from 'vitest';
import { emitConditionElement } from '../../compiler/emit/clips/condition-element.ts';
import { printExpression } from '../../compiler/emit/clips/expression.ts';
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
      scope: 'read-only',
    });
  });

  test('metadata of then goes over that of the rule; values are text as written', () => {
    const text = ruleText(WHEN, '{ action: deny, metadata: { b: 1.50, c: true } }').replace(
      '    when:',
      '    metadata: { a: x, b: y, d: null }\n    when:',
    );
    expect(onlyRule(checkGood(text)).then.metadata).toEqual([
      ['a', 'x'],
      ['b', '1.50'],
      ['d', ''],
      ['c', 'true'],
    ]);
  });

  test('the reason names variables and slots, which are bound for it', () => {
    const rule = ruleWith('{ action: deny, reason: "{n} of {y.colour}" }');
    expect(rule.then.reason).toEqual([
      { kind: 'variable', name: 'n' },
      { kind: 'text', text: ' of ' },
      { kind: 'variable', name: 'y-colour' },
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
    ['{ action: deny, reason: "{x.itn}" }', 'unknown-slot (int)'],
    ['{ reason: nothing happens }', 'rule-without-effect'],
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
  ['str', '$y', '"$y"'],
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
