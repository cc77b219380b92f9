import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import type { CompiledRuleset } from '../../../runtime/abi.ts';
import { Engine } from '../../../runtime/engine.ts';
import { compiled } from './compiled.ts';

const SLOTS =
  '{ name: id, type: integer }, { name: s, type: string }, { name: t, type: symbol }, { name: n, type: integer }';

/** Firings are visible in the facts that they asserted, in their order. */
const PAIRS = `
templates:
  - { name: left, slots: [${SLOTS}] }
  - { name: right, slots: [${SLOTS}] }
  - { name: pair, slots: [{ name: left, type: integer }, { name: right, type: integer }] }
rules:
  - name: pair
    when:
      - { template: left, alias: $l }
      - template: right
        alias: $r
        conditions: [${['s', 't', 'n'].map((slot) => `{ slot: ${slot}, expression: equals($l.${slot}) }`).join(', ')}]
    then: { assert: [{ template: pair, slots: { left: $l.id, right: $r.id } }] }
`;

interface Given {
  readonly template: string;
  readonly data: { readonly s: string; readonly t: string; readonly n: number };
}

/** The pairs in the order in which CLIPS makes them (clips-order.md, 3.5 and 3.6): the newest fires first. */
function pairsOf(facts: readonly Given[]): string[] {
  const made: string[] = [];
  const key = ({ data: { s, t, n } }: Given): string => JSON.stringify([s, t, n]);
  facts.forEach((fact, i) => {
    const meets = (other: Given): boolean => other.template !== fact.template && key(other) === key(fact);
    const partners = facts.flatMap((other, k) => (k < i && meets(other) ? [k] : []));
    if (fact.template === 'right') for (const k of partners.reverse()) made.push(`${k} ${i}`);
    else for (const k of partners) made.push(`${i} ${k}`);
  });
  return made.reverse();
}

let ruleset: CompiledRuleset;
beforeAll(async () => {
  ruleset = await compiled(PAIRS);
});

it('is the same however many facts share a part of the key', () => {
  const given = fc.record({
    template: fc.constantFrom('left', 'right'),
    data: fc.record({
      s: fc.constantFrom('a', 'a', 'a', 'b'),
      t: fc.constantFrom('x', 'y', 'ab'),
      n: fc.integer({ min: 0, max: 3 }),
    }),
  });
  const facts = fc.array(given, { maxLength: 80, size: 'max' });
  fc.assert(
    fc.property(facts, fc.nat(80), fc.nat(80), (all, a, b) => {
      const [first, second] = [Math.min(a, b), Math.max(a, b)];
      const numbered = all.map(({ template, data }, id) => ({ template, data: { id, ...data } }));
      const engine = new Engine(ruleset);
      // Facts of a request are removed again, and leave the matches and their order unchanged.
      engine.assertFacts(numbered.slice(0, first));
      engine.evaluate({ scoped: true, facts: numbered.slice(first) });
      engine.assertFacts(numbered.slice(first, second));
      engine.evaluate({ scoped: true, facts: numbered.slice(second) });
      engine.assertFacts(numbered.slice(second));
      engine.evaluate();
      const pairs = engine.query('pair').map(({ left, right }) => `${String(left)} ${String(right)}`);
      expect(pairs).toEqual(pairsOf(all));
    }),
  );
});
