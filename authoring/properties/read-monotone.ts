import type { FactInput } from '../../runtime/facts/read-facts.ts';
import { textsOf } from '../analyze/analyze.ts';
import { createContext } from '../analyze/context.ts';
import { readTemplates } from '../analyze/effects.ts';
import { waysOf, type Way } from '../analyze/formula/ways.ts';
import { idleMatcher } from '../analyze/idle-matcher.ts';
import { ORDERS } from '../analyze/findings/shadow.ts';
import type { ActionName, ConditionElement } from '../../compiler/ruleset.ts';
import type { PropertyRuleset } from './property-ruleset.ts';
import type { Property } from '../../library/suite/property.ts';
import type { Drawn } from './try-every.ts';

/** Searches for facts beyond which no more are begun. */
const MOST_LOOKS = 600;

/**
 * Constructs requests that a fact more may decide otherwise: one that makes a rule of another decision match, or that a
 * rule of the decision forbids.
 */
export function readMonotone(
  { explainable, evidence }: PropertyRuleset,
  { decision, added }: Extract<Property, { kind: 'monotone' }>,
  { now, until }: { readonly now: number; readonly until: number },
): readonly Drawn[] {
  const { rules } = explainable.checked;
  const order = ORDERS[explainable.checked.decide];
  const matcher = idleMatcher(explainable, now);
  const context = createContext(explainable, evidence, { now, until, texts: textsOf(explainable), matcher });
  const isAdded = (name: string): boolean => added.includes(name);
  const tried: Drawn[] = [];
  let left = MOST_LOOKS;
  // Decided without the added fact: nothing else may override it.
  const without = rules
    .filter(({ then, when }) => {
      const { needed } = readTemplates(when);
      return winsOver(order, then.action, decision) && ![...needed].some(isAdded);
    })
    .map(({ when }) => ({ elements: when, scope: new Map() }));
  const look = (ways: readonly Way[]): void => {
    for (const groups of without.length === 0 ? [[]] : [without, []]) {
      if (--left < 0 || context.isOutOfTime()) return;
      const found = context.look(ways, groups);
      if (found.kind === 'facts') tried.push(...splits(found.facts, isAdded));
    }
  };
  const deciding = rules.filter(({ then }) => then.action === decision);
  const others = rules.filter(
    ({ then, when }) =>
      then.action !== null && then.action !== decision && [...readTemplates(when).needed].some(isAdded),
  );
  for (const rule of deciding)
    for (const way of context.waysOf(rule) ?? []) {
      for (const other of others) for (const one of context.waysOf(other) ?? []) look([way, one]);
    }
  for (const { when } of deciding)
    for (const way of waysOf({ when: opened(when, isAdded) }, context.reading) ?? []) look([way]);
  // The default decides where no rule does.
  if ((explainable.compiled.default?.action ?? 'deny') === decision)
    for (const other of others) for (const way of context.waysOf(other) ?? []) look([way]);
  return tried;
}

/** True if an action overrides a decision. */
function winsOver(order: readonly ActionName[] | null, action: ActionName | null, decision: string): boolean {
  if (order === null || action === null || action === decision) return false;
  const rank = order.findIndex((one) => one === decision);
  return order.indexOf(action) < rank;
}

/** Each way to take one of the facts that may be added out of some facts. */
function splits(facts: readonly FactInput[], isAdded: (template: string) => boolean): readonly Drawn[] {
  return facts.flatMap((fact, i) =>
    isAdded(fact.template) ? [{ facts: facts.toSpliced(i, 1), more: [fact] }] : [],
  );
}

/** Elements with the `not` parts about some templates turned into positive ones. */
function opened(
  elements: readonly ConditionElement[],
  isAdded: (template: string) => boolean,
): readonly ConditionElement[] {
  return elements.map((element) => {
    if (element.kind !== 'not') return element;
    const { needed } = readTemplates([element.element]);
    const inner = readTemplates([{ ...element, kind: 'and', elements: [element.element] }]);
    return [...needed, ...inner.needed].some(isAdded) ? element.element : element;
  });
}
