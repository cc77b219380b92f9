import type { ConditionElement, Rule } from '../../compiler/ruleset.ts';
import { RUN_TEMPLATES } from '../../compiler/hidden-templates.ts';
import type { ExplainableRuleset } from './explainable-ruleset.ts';
import { placeOf } from './condition-text.ts';
import { describeStuck } from './describe-stuck.ts';
import { disjunctsOf, type Disjunct } from './disjuncts.ts';
import type { Place, Stuck, WhyNot } from './explanation.ts';
import { firstMatch, NOTHING_YET, type Partial } from './match-elements.ts';
import { factsAt, isHidden, type Recording } from './recording.ts';
import { describeRow } from './row-of-table.ts';
import { OutOfBudget } from './out-of-budget.ts';
import type { World } from './try-pattern.ts';
import { idOf, type FactIds } from './write-values.ts';

/** Condition evaluations for one rule before its explanation is `unknown`. */
const BUDGET = 200_000;
/** Runs that stop equally far, and are compared by how near the next fact came. */
const COMPARED = 20;

interface Stop {
  readonly passed: number;
  readonly from: Partial;
  readonly element: ConditionElement;
}

/** Why a rule did not fire in a run that is over. */
export function whyNot(
  explainable: ExplainableRuleset,
  recording: Recording,
  ids: FactIds,
  rule: Rule,
): WhyNot {
  const budget = { left: BUDGET };
  const worldAt = (moment: number): World => ({
    explainable,
    rule,
    document: recording.document,
    matcher: recording.matcher,
    factsOf: factsAt(recording, moment),
    budget,
  });
  const told = {
    rule: `${rule.module}::${rule.name}`,
    place: placeOf(explainable, rule.at),
    action: rule.then.action,
    ...(rule.infix === undefined ? {} : { short: true as const }),
    stuck: null,
    withdrawn_by: null,
  };
  const nothing = { matched: [], passed: 0, elements: rule.when.length };
  try {
    const disjuncts = disjunctsOf(rule);
    const world = worldAt(recording.firings.length);
    for (const disjunct of disjuncts) {
      const match = firstMatch(world, disjunct);
      if (match === null) continue;
      const matched = writeMatched(explainable, ids, match);
      const elements = elementsOf(disjunct);
      return { ...told, kind: 'late', matched, passed: elements, elements };
    }
    const earlier = withdrawn(recording, disjuncts, worldAt);
    if (earlier !== null) {
      const { match, by, disjunct } = earlier;
      const elements = elementsOf(disjunct);
      const matched = writeMatched(explainable, ids, match);
      return { ...told, kind: 'withdrawn', matched, passed: elements, elements, withdrawn_by: by };
    }
    const nearest = nearestStop(world, ids, disjuncts);
    if (nearest === null) return { ...told, ...nothing, kind: 'blocked' };
    const { stop, stuck, elements } = nearest;
    const matched = writeMatched(explainable, ids, stop.from);
    const row = stop.element.kind === 'test' ? describeRow(world, ids, rule, stop.from) : null;
    const blocked = row === null ? stuck : { ...stuck, row };
    return { ...told, kind: 'blocked', matched, passed: stop.passed, elements, stuck: blocked };
  } catch (error) {
    if (!(error instanceof OutOfBudget)) throw error;
    return { ...told, ...nothing, kind: 'unknown' };
  }
}

/** Elements that an author wrote: the hidden tick is none. */
function elementsOf(disjunct: Disjunct): number {
  return disjunct.filter((element) => element.kind !== 'pattern' || !RUN_TEMPLATES.has(element.template))
    .length;
}

export function writeMatched(
  explainable: ExplainableRuleset,
  ids: FactIds,
  { facts }: Partial,
): readonly { readonly fact: number; readonly place: Place }[] {
  return facts
    .filter(({ fact }) => !isHidden(fact))
    .map(({ pattern, fact }) => ({ fact: idOf(ids, fact), place: placeOf(explainable, pattern.at) }));
}

/** A moment at which the rule could have fired, and the firing after which it could no more. */
function withdrawn(
  recording: Recording,
  disjuncts: readonly Disjunct[],
  worldAt: (moment: number) => World,
): { readonly match: Partial; readonly by: number; readonly disjunct: Disjunct } | null {
  const { firings } = recording;
  // Only a firing that changed facts makes a moment different from the end.
  const moments = firings.flatMap(({ rule }, i) => (rule.then.effects.length > 0 ? [i] : []));
  for (const disjunct of disjuncts) {
    for (const [i, moment] of moments.entries()) {
      const match = firstMatch(worldAt(moment), disjunct);
      if (match === null) continue;
      const after = moments.slice(i).find((by) => {
        const next = moments.find((other) => other > by) ?? firings.length;
        return firstMatch(worldAt(next), disjunct) === null;
      });
      return after === undefined ? null : { match, by: after, disjunct };
    }
  }
  return null;
}

/** The attempted match that came furthest; among equals, the one with the fewest failures at its nearest fact. */
function nearestStop(
  world: World,
  ids: FactIds,
  disjuncts: readonly Disjunct[],
): { readonly stop: Stop; readonly stuck: Stuck; readonly elements: number } | null {
  let best: { readonly stop: Stop; readonly stuck: Stuck; readonly elements: number } | null = null;
  for (const disjunct of disjuncts) {
    let stops: Stop[] = [];
    firstMatch(world, disjunct, NOTHING_YET, (passed, from, element) => {
      if (passed > (stops[0]?.passed ?? -1)) stops = [];
      if (passed < (stops[0]?.passed ?? 0) || stops.length === COMPARED) return;
      stops.push({ passed, from, element });
    });
    for (const stop of stops) {
      const stuck = describeStuck(world, ids, stop.element, stop.from);
      const isNearer =
        best === null ||
        stop.passed > best.stop.passed ||
        (stop.passed === best.stop.passed && failures(stuck) < failures(best.stuck));
      if (isNearer) best = { stop, stuck, elements: elementsOf(disjunct) };
    }
  }
  return best;
}

function failures({ candidates }: Stuck): number {
  return candidates[0]?.failed.length ?? Infinity;
}
