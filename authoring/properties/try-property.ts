import fc, { type Arbitrary, type RunDetails } from 'fast-check';
import type { FactInput } from '../../runtime/facts/read-facts.ts';
import { writeJson } from '../../library/json.ts';
import { drawRequests, factsOfTemplate } from '../draw/draw-facts.ts';
import { nearRequests } from '../draw/near-requests.ts';
import { readValues } from '../draw/values.ts';
import { shrinkFacts } from '../diff/shrink.ts';
import { readMonotone } from './read-monotone.ts';
import { readNever } from './prove-never.ts';
import { provesOrder } from './prove-order.ts';
import { tryEvery, type Drawn, type Judged } from './try-every.ts';
import type { Counterexample, Tried } from './property.ts';
import type { Property } from '../../library/suite/property.ts';
import type { Outcome } from '../analyze/evidence.ts';
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
/** Requests near those known, and requests that others are looked for near to. */
const MOST_NEAR = 3_000;
const MOST_BASES = 300;
/** Part of the time for reading the rules, and of what is left then for trying all requests. */
const READING = 0.4;
const TRYING_ALL = 0.7;

/** Tries a property: proves it, or looks for facts for which it does not hold. */
export function tryProperty(ruleset: PropertyRuleset, property: Property, options: TryOptions): Tried {
  const { seed, now, runs, budgetMs, known } = options;
  const until = performance.now() + budgetMs;
  const readUntil = until - budgetMs * (1 - READING);
  const read = property.kind === 'never' ? readNever(ruleset, property, { now, until: readUntil }) : null;
  if (read?.isProved === true) return { kind: 'proved', all: null };
  if (property.kind === 'order-independent' && provesOrder(ruleset)) return { kind: 'proved', all: null };
  const judge = (drawn: Drawn): Judged => judged(ruleset, property, drawn, now);
  const refute = (drawn: Drawn): Counterexample | null => {
    const one = judge(drawn);
    return one.kind === 'refuted' ? one.found : null;
  };
  const every = tryEvery(ruleset, property, judge, {
    now,
    budgetMs: (until - performance.now()) * TRYING_ALL,
  });
  const one = every?.found ?? null;
  const first = one === null ? null : smallest(one, property, refute);
  if (first !== null) return { kind: 'refuted', found: first, seed };
  if (every?.isProof === true) return { kind: 'proved', all: every.count };
  let requests = every?.count ?? 0;
  for (const drawn of constructed(ruleset, property, read?.facts ?? [], { now, until, known })) {
    requests++;
    const found = refute(drawn) === null ? null : smallest(drawn, property, refute);
    if (found !== null) return { kind: 'refuted', found, seed };
    if (performance.now() > until) break;
  }
  const anything = fc.property(drawnFor(ruleset, property, now, known), (one) => refute(one) === null);
  const details: RunDetails<[Drawn]> = fc.check(anything, {
    seed,
    numRuns: runs,
    interruptAfterTimeLimit: Math.max(1, until - performance.now()),
  });
  const [counter] = details.counterexample ?? [];
  const found = counter === undefined ? null : smallest(counter, property, refute);
  if (found !== null) return { kind: 'refuted', found, seed };
  return { kind: 'not refuted', all: every?.count ?? null, requests: requests + details.numRuns, seed };
}

/** Requests that are not drawn: those read from the rules, those known, and all that are one change away from them. */
function* constructed(
  ruleset: PropertyRuleset,
  property: Property,
  read: readonly (readonly FactInput[])[],
  {
    now,
    until,
    known,
  }: { readonly now: number; readonly until: number; readonly known: TryOptions['known'] },
): Generator<Drawn> {
  const { drawable } = ruleset;
  if (property.kind === 'monotone') {
    const made = readMonotone(ruleset, property, { now, until });
    yield* made;
    const bases = distinctFacts([...known, ...made.map(({ facts }) => facts)]);
    for (const facts of bases.slice(0, MOST_BASES))
      for (const more of addedTo(ruleset, facts, property.added)) yield { facts, more: [more] };
    return;
  }
  const bases = distinctFacts([...read, ...known]).slice(0, MOST_BASES);
  const share = Math.ceil(MOST_NEAR / Math.max(1, bases.length));
  const asDrawn = (facts: readonly FactInput[]): Drawn => {
    return { facts, more: property.kind === 'never' ? [] : facts.toReversed() };
  };
  for (const facts of bases) yield asDrawn(facts);
  // A fact more comes first: it is what a case leaves out.
  for (const facts of bases)
    for (const near of nearRequests(drawable, facts, share, ['add', 'slot', 'remove'])) yield asDrawn(near);
}

function distinctFacts(all: readonly (readonly FactInput[])[]): readonly (readonly FactInput[])[] {
  return [...new Map(all.map((facts) => [writeJson(facts), facts])).values()];
}

/** Facts of some templates that rules may ask for beside some facts. */
function addedTo(
  { drawable }: PropertyRuleset,
  facts: readonly FactInput[],
  added: readonly string[],
): readonly FactInput[] {
  return nearRequests(drawable, facts, MOST_NEAR, ['add']).flatMap((near) => {
    const last = near.at(-1);
    return last !== undefined && added.includes(last.template) ? [last] : [];
  });
}

/** The counterexample with the fewest facts. `null` if it is not one. */
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
  { explainable, drawable }: PropertyRuleset,
  property: Property,
  now: number,
  known: TryOptions['known'],
): Arbitrary<Drawn> {
  const share = Math.ceil(MOST_NEAR / Math.max(1, known.length));
  const near = known.flatMap((one) => [one, ...nearRequests(drawable, one, share)]);
  const anything = drawRequests(drawable, now);
  const facts = near.length === 0 ? anything : fc.oneof(anything, fc.constantFrom(...near));
  switch (property.kind) {
    case 'never':
      return facts.map((one) => ({ facts: one, more: [] }));
    case 'order-independent':
      return facts.chain((one) =>
        fc.shuffledSubarray([...one], { minLength: one.length }).map((more) => ({ facts: one, more })),
      );
    case 'monotone': {
      const valuesOf = readValues(drawable.compared, now);
      const added = explainable.checked.templates.filter(({ name }) => property.added.includes(name));
      const fact = fc.oneof(...added.map((template) => factsOfTemplate(template, valuesOf)));
      return fc.record({ facts, more: fact.map((one) => [one]) });
    }
  }
}

/** A request as callers send it. */
function sent({ request: { facts, input } }: Outcome): Pick<Counterexample, 'facts' | 'input'> {
  return input === null ? { facts } : { facts, input };
}

/** True if it holds for these facts. */
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
    return { kind: 'refuted', found: { ...sent(first), decision: first.decision, got: property.decision } };
  }
  if (property.kind === 'monotone' && first.decision !== property.decision) return HELD;
  const then = property.kind === 'monotone' ? [...facts, ...more] : more;
  const second = evidence.attempt({ facts: then, input: null, now });
  if (second === null) return REFUSED;
  if (second.decision === first.decision) return HELD;
  const got = `${first.decision ?? 'none'}, then ${second.decision ?? 'none'}`;
  const { facts: facing, ...document } = sent(second);
  return {
    kind: 'refuted',
    found: { facts: sent(first).facts, ...document, decision: first.decision, got, then: facing },
  };
}
