import type { FactInput } from '../../runtime/facts/read-facts.ts';
import { textsOf } from '../analyze/analyze.ts';
import { createContext } from '../analyze/context.ts';
import { firesAfter } from '../analyze/effects.ts';
import type { Way, Without } from '../analyze/formula/ways.ts';
import { idleMatcher } from '../analyze/idle-matcher.ts';
import { ORDERS } from '../analyze/findings/shadow.ts';
import type { PropertyRuleset } from './property-ruleset.ts';
import type { Property } from '../../library/suite/property.ts';

/** Result of reading the rules for `never`: a proof, or facts to try. */
interface NeverRead {
  readonly isProved: boolean;
  readonly facts: readonly (readonly FactInput[])[];
}

/** Searches for facts beyond which no more are begun. */
const MOST_LOOKS = 400;

/**
 * Reads whether no facts that fit a property are ever decided as it says, and constructs facts that may be. It is proved
 * only where rules change no facts: then what fires together matches together.
 */
export function readNever(
  { explainable, evidence, rule }: PropertyRuleset,
  { decision }: Extract<Property, { kind: 'never' }>,
  { now, until }: { readonly now: number; readonly until: number },
): NeverRead {
  const { checked, compiled } = explainable;
  const order = ORDERS[checked.decide];
  const isSteady = checked.rules.every(({ then }) => then.effects.length === 0);
  const otherwise = compiled.default?.action ?? 'deny';
  const rank = order?.findIndex((action) => action === decision) ?? -1;
  const matcher = idleMatcher(explainable, now);
  const context = createContext(explainable, evidence, { now, until, texts: textsOf(explainable), matcher });
  const higher = checked.rules.filter(
    (one) =>
      order !== null &&
      one.then.action !== null &&
      order.indexOf(one.then.action) < rank &&
      firesAfter(checked, one, one),
  );
  const without = higher.map(({ when }) => ({ elements: when, scope: new Map() }));
  const meant = rule === null ? [[]] : context.waysOf(rule)?.map((way) => [way]);
  const deciding = checked.rules.filter(({ then }) => then.action === decision).map(context.waysOf);
  const facts: (readonly FactInput[])[] = [];
  let isProved = isSteady && order !== null && otherwise !== decision && meant !== undefined;
  let left = MOST_LOOKS;
  const look = (ways: readonly Way[], groups: readonly Without[]): void => {
    const isOver = --left < 0 || context.isOutOfTime();
    const found = isOver ? ({ kind: 'unknown' } as const) : context.look(ways, groups);
    if (found.kind !== 'none') isProved = false;
    if (found.kind === 'facts') facts.push(found.facts);
  };
  for (const ways of deciding) {
    if (ways === null) isProved = false;
    for (const way of ways ?? []) for (const one of meant ?? []) look([way, ...one], without);
  }
  // The default decides where no rule does.
  if (otherwise === decision) {
    const all = checked.rules
      .filter(({ then }) => then.action !== null)
      .map(({ when }) => ({ elements: when, scope: new Map() }));
    for (const one of meant ?? []) look(one, all);
  }
  return { isProved, facts };
}
