import fc from 'fast-check';
import { expect, it } from 'vitest';
import { compiled, engineWith, fired, login, NOW, request, type GivenFact } from './ruleset.ts';

const CONDITIONS = [
  'count_exceeds(login, user, $r.user, 2)',
  'last_n(login, host, x, 3)',
  'rate_exceeds(login, user, $r.user, 1, 5)',
  'rate_exceeds(login, host, y, 1, 4.5, at)',
  'distinct_count(login, user, host, 2)',
  'sequence_detected([{template: login, slot: user, value: a}, {template: login, slot: host, value: y, slot_ts: at}], 6)',
];

const RULES = `rules:
${CONDITIONS.map(
  (condition, index) => `  - name: r${index}
    when: [{ template: request, alias: $r, conditions: [{ slot: user, expression: ${JSON.stringify(condition)} }] }]
    then: { action: deny, reason: "{r.user}" }
`,
).join('')}  - name: recent
    when: [{ template: login, conditions: [{ slot: ts, expression: changed_within(3) }] }]
    then: { action: allow }
`;

const time = fc.integer({ min: NOW - 8, max: NOW + 1 });
const fact: fc.Arbitrary<GivenFact> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc
      .record({ user: fc.constantFrom('a', 'b'), host: fc.constantFrom('x', 'y', 'z'), ts: time, at: time })
      .map(login),
  },
  { weight: 1, arbitrary: fc.record({ user: fc.constantFrom('a', 'b') }).map(request) },
);

it('temporal conditions do not depend on the order of facts', async () => {
  const ruleset = await compiled(RULES);
  const orders = fc.array(fact, { maxLength: 20 }).chain((facts) =>
    fc.record({
      facts: fc.constant(facts),
      shuffled: fc.shuffledSubarray(facts, { minLength: facts.length }),
      held: fc.nat(facts.length),
    }),
  );
  fc.assert(
    fc.property(orders, ({ facts, shuffled, held }) => {
      const answer = [...fired(engineWith(ruleset, ...facts).evaluate())].sort();
      expect([...fired(engineWith(ruleset, ...shuffled).evaluate())].sort()).toEqual(answer);
      const engine = engineWith(ruleset, ...shuffled.slice(0, held));
      const scoped = engine.evaluate({ scoped: true, facts: shuffled.slice(held) });
      expect([...fired(scoped)].sort()).toEqual(answer);
    }),
  );
});
