import fc, { type Arbitrary, type RunDetails } from 'fast-check';
import type { FactInput } from '../../../runtime/read-facts.ts';
import { drawRequests, factsOfTemplate } from '../draw/draw-facts.ts';
import { nearRequests } from '../draw/near-requests.ts';
import { readValues } from '../draw/values.ts';
import { shrinkFacts } from '../diff/shrink.ts';
import { provesNever } from './prove-never.ts';
import { provesOrder } from './prove-order.ts';
import { tryEvery, type Drawn, type Judged } from './try-every.ts';
import type { Counterexample, Property, Tried } from './property.ts';
import type { PropertyRuleset } from './property-ruleset.ts';

export interface TryOptions {
  readonly seed: number;
  /** Milliseconds. */
  readonly now: number;
  /** Requests that are drawn. */
  readonly runs: number;
  /** Milliseconds after which no more is drawn. */
  readonly budgetMs: number;
  /** Facts of requests that are known, those of test cases for instance: they and what is near them are drawn, too. */
  readonly known: readonly (readonly FactInput[])[];
}

const HELD: Judged = { kind: 'held' };
const REFUSED: Judged = { kind: 'refused' };
/** Requests near those known. */
const MOST_NEAR = 3_000;

/** Tries a property: proves it, or looks for facts for which it does not hold. */
export function tryProperty(ruleset: PropertyRuleset, property: Property, options: TryOptions): Tried {
  const { seed, now, runs, budgetMs, known } = options;
  if (property.kind === 'never' && provesNever(ruleset, property, now)) return { kind: 'proved', all: null };
  if (property.kind === 'order-independent' && provesOrder(ruleset)) return { kind: 'proved', all: null };
  const judge = (drawn: Drawn): Judged => judged(ruleset, property, drawn, now);
  const refute = (drawn: Drawn): Counterexample | null => {
    const one = judge(drawn);
    return one.kind === 'refuted' ? one.found : null;
  };
  const every = tryEvery(ruleset, property, judge, { now, budgetMs });
  const one = every?.found ?? null;
  const first = one === null ? null : smallest(one, property, refute);
  if (first !== null) return { kind: 'refuted', found: first, seed };
  if (every?.isProof === true) return { kind: 'proved', all: every.count };
  const drawn = fc.property(drawnFor(ruleset, property, now, known), (one) => refute(one) === null);
  const details: RunDetails<[Drawn]> = fc.check(drawn, {
    seed,
    numRuns: runs,
    interruptAfterTimeLimit: budgetMs,
  });
  const [counter] = details.counterexample ?? [];
  const found = counter === undefined ? null : smallest(counter, property, refute);
  if (found !== null) return { kind: 'refuted', found, seed };
  return { kind: 'held', all: every?.count ?? null, drawn: details.numRuns, seed };
}

/** The counterexample with the least facts found. Null: it is none. */
function smallest(
  drawn: Drawn,
  property: Property,
  refute: (drawn: Drawn) => Counterexample | null,
): Counterexample | null {
  if (property.kind === 'order-independent') return refute(drawn);
  const { more } = drawn;
  const facts = shrinkFacts(
    drawn.facts,
    (one) => refute({ facts: one, more }) !== null,
    () => [],
  );
  return refute({ facts, more }) ?? refute(drawn);
}

function drawnFor(
  { asked }: PropertyRuleset,
  property: Property,
  now: number,
  known: TryOptions['known'],
): Arbitrary<Drawn> {
  const share = Math.ceil(MOST_NEAR / Math.max(1, known.length));
  const near = known.flatMap((one) => [one, ...nearRequests(asked.checked, one, share)]);
  const anything = drawRequests(asked.checked, now);
  const facts = near.length === 0 ? anything : fc.oneof(anything, fc.constantFrom(...near));
  switch (property.kind) {
    case 'never':
      return facts.map((one) => ({ facts: one, more: [] }));
    case 'order-independent':
      return facts.chain((one) =>
        fc.shuffledSubarray([...one], { minLength: one.length }).map((more) => ({ facts: one, more })),
      );
    case 'monotone': {
      const valuesOf = readValues(asked.checked, now);
      const added = asked.checked.templates.filter(({ name }) => property.added.includes(name));
      const fact = fc.oneof(...added.map((template) => factsOfTemplate(template, valuesOf)));
      return fc.record({ facts, more: fact.map((one) => [one]) });
    }
  }
}

/** Whether it holds for these facts. */
function judged(
  { evidence, rule }: PropertyRuleset,
  property: Property,
  { facts, more }: Drawn,
  now: number,
): Judged {
  const first = evidence.attempt({ facts, input: null, now });
  if (first === null) return REFUSED;
  if (property.kind === 'never') {
    const isMeant = first.decision === property.decision && (rule === null || first.fired.has(rule));
    if (!isMeant) return HELD;
    return { kind: 'refuted', found: { facts, decision: first.decision, got: property.decision } };
  }
  if (property.kind === 'monotone' && first.decision !== property.decision) return HELD;
  const then = property.kind === 'monotone' ? [...facts, ...more] : more;
  const second = evidence.attempt({ facts: then, input: null, now });
  if (second === null) return REFUSED;
  if (second.decision === first.decision) return HELD;
  const got = `${first.decision ?? 'none'}, then ${second.decision ?? 'none'}`;
  return { kind: 'refuted', found: { facts, decision: first.decision, got, then } };
}
