import fc, { type Arbitrary, type RunDetails } from 'fast-check';
import type { FactInput } from '../../../runtime/read-facts.ts';
import { allRequests } from '../draw/all-requests.ts';
import { drawRequests, factsOfTemplate } from '../draw/draw-facts.ts';
import { nearRequests } from '../draw/near-requests.ts';
import { readValues } from '../draw/values.ts';
import { shrinkFacts } from '../diff/shrink.ts';
import { provesNever } from './prove-never.ts';
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

/** Requests near those known. */
const MOST_NEAR = 3_000;

/** A request, with what a property needs besides. */
interface Drawn {
  readonly facts: readonly FactInput[];
  readonly more: readonly FactInput[];
}

/** Tries a property: proves it, or looks for facts for which it does not hold. */
export function tryProperty(ruleset: PropertyRuleset, property: Property, options: TryOptions): Tried {
  const { seed, now, runs, budgetMs, known } = options;
  if (property.kind === 'never' && provesNever(ruleset, property, now)) return { kind: 'proved' };
  const refute = (drawn: Drawn): Counterexample | null => refutation(ruleset, property, drawn, now);
  const every = property.kind === 'never' ? allRequests(ruleset.asked.checked, now) : null;
  for (const facts of every ?? []) {
    const found = refute({ facts, more: [] });
    if (found !== null) return { kind: 'refuted', found, seed };
  }
  const drawn = fc.property(drawnFor(ruleset, property, now, known), (one) => refute(one) === null);
  const details: RunDetails<[Drawn]> = fc.check(drawn, {
    seed,
    numRuns: runs,
    interruptAfterTimeLimit: budgetMs,
  });
  const [counter] = details.counterexample ?? [];
  const found = counter === undefined ? null : refute(counter);
  if (counter !== undefined && found !== null) {
    const isOne = (facts: readonly FactInput[]): boolean => refute({ facts, more: counter.more }) !== null;
    const facts =
      property.kind === 'order-independent' ? counter.facts : shrinkFacts(counter.facts, isOne, () => []);
    return { kind: 'refuted', found: refute({ facts, more: counter.more }) ?? found, seed };
  }
  return { kind: 'held', all: every?.length ?? null, drawn: details.numRuns, seed };
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

/** Null: it holds for these facts, or they are refused. */
function refutation(
  { evidence, rule }: PropertyRuleset,
  property: Property,
  { facts, more }: Drawn,
  now: number,
): Counterexample | null {
  const first = evidence.attempt({ facts, input: null, now });
  if (first === null) return null;
  if (property.kind === 'never') {
    const isMeant = first.decision === property.decision && (rule === null || first.fired.has(rule));
    return isMeant ? { facts, decision: first.decision, got: property.decision } : null;
  }
  if (property.kind === 'monotone' && first.decision !== property.decision) return null;
  const then = property.kind === 'monotone' ? [...facts, ...more] : more;
  const second = evidence.attempt({ facts: then, input: null, now });
  if (second === null || second.decision === first.decision) return null;
  return {
    facts,
    decision: first.decision,
    got: `${first.decision ?? 'none'}, then ${second.decision ?? 'none'}`,
    then,
  };
}
