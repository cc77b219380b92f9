import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import type { CompiledRuleset } from '../../../runtime/abi.ts';
import { Engine } from '../../../runtime/engine.ts';
import { ValidationError } from '../../../runtime/engine/errors.ts';
import { compiled } from './compiled.ts';

/** Chains of joins in which every template comes first, in the middle and last, and one is derived. */
const CHAINS = `
templates:
  - { name: a, slots: [{ name: n, type: integer }, { name: t, type: string }] }
  - { name: b, slots: [{ name: n, type: integer }, { name: t, type: string }] }
  - { name: c, slots: [{ name: n, type: integer }, { name: t, type: string }] }
  - { name: d, slots: [{ name: n, type: integer }] }
rules:
${['a b c', 'b c a', 'c a b']
  .map((order) => {
    const [first, second, third] = order.split(' ');
    return `  - name: ${order.replaceAll(' ', '-')}
    when:
      - { template: ${first}, alias: $x }
      - { template: ${second}, alias: $y, conditions: [{ slot: n, expression: equals($x.n) }] }
      - { template: ${third}, conditions: [{ slot: n, expression: equals($y.n) }, { slot: t, expression: equals($x.t) }] }
    then: { action: allow, reason: '{x.t} {y.t}', assert: [{ template: d, slots: { n: $x.n } }] }`;
  })
  .join('\n')}
  - name: derived
    when:
      - { template: a, alias: $x }
      - { template: b, alias: $y, conditions: [{ slot: t, expression: equals($x.t) }] }
      - { template: d, conditions: [{ slot: n, expression: equals($y.n) }] }
    then: { action: deny, reason: 'derived {y.t}' }
`;

const fact = fc
  .tuple(fc.constantFrom('a', 'b', 'c'), fc.integer({ min: 0, max: 2 }), fc.constantFrom('s', 't'))
  .map(([template, n, t]) => ({ template, data: { n, t } }));
const invalid = fc.constantFrom({ template: 'e', data: {} }, { template: 'a', data: { x: 1 } });

let ruleset: CompiledRuleset;
beforeAll(async () => {
  ruleset = await compiled(CHAINS);
});

it('requests of any make-up, one after the other, answer as an engine of their own', () => {
  const request = fc.record({
    facts: fc.array(fact, { maxLength: 20 }),
    invalid: fc.option(invalid, { freq: 4, nil: null }),
  });
  fc.assert(
    fc.property(fc.array(fact, { maxLength: 8 }), fc.array(request, { maxLength: 6 }), (held, requests) => {
      const engine = new Engine(ruleset);
      engine.assertFacts(held);
      for (const { facts, invalid } of requests) {
        if (invalid !== null) {
          const evaluate = () => engine.evaluate({ scoped: true, facts: [...facts, invalid, ...facts] });
          expect(evaluate).toThrow(ValidationError);
        }
        const own = new Engine(ruleset);
        own.assertFacts([...held, ...facts]);
        const { decision, reason, ruleTrace } = own.evaluate();
        expect(engine.evaluate({ scoped: true, facts })).toMatchObject({ decision, reason, ruleTrace });
      }
    }),
  );
});

it.each([
  ['a function', () => ({ template: 'a', data: {} })],
  ['a text', 'a'],
  ['nothing', null],
  ['undefined', undefined],
  ['a number', 3],
])('%s is not a fact, whether the request is like the one before or not', (_, value) => {
  const engine = new Engine(ruleset);
  const facts = [
    { template: 'a', data: { n: 1, t: 's' } },
    { template: 'b', data: { n: 1, t: 's' } },
  ];
  const given = [facts[0], value] as typeof facts;
  const refuse = (): void =>
    expect(() => engine.evaluate({ scoped: true, facts: given })).toThrow(ValidationError);
  refuse();
  const { ruleTrace } = engine.evaluate({ scoped: true, facts });
  refuse();
  refuse();
  expect(engine.size).toBe(0);
  expect(engine.evaluate({ scoped: true, facts })).toMatchObject({ ruleTrace });
});

it.each([
  ['a function', Object.assign(() => 0, { n: 1, t: 's' })],
  ['a list', [1, 's']],
  ['nothing', null],
  ['a text', 'n'],
])('%s is not valid data of a fact, whether the request is like the one before or not', (_, value) => {
  const engine = new Engine(ruleset);
  const facts = [{ template: 'a', data: { n: 1, t: 's' } }];
  const given = [{ template: 'a', data: value }] as unknown as typeof facts;
  const refuse = (): void =>
    expect(() => engine.evaluate({ scoped: true, facts: given })).toThrow(ValidationError);
  refuse();
  const { decision } = engine.evaluate({ scoped: true, facts });
  refuse();
  expect(engine.size).toBe(0);
  expect(engine.evaluate({ scoped: true, facts })).toMatchObject({ decision });
});
