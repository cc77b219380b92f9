import type { Span } from '../../diagnostics/position.ts';
import { buildAt } from '../../language/operators/build-expression.ts';
import { STAGE_TEMPLATE, TICK_TEMPLATE } from '../../hidden-templates.ts';
import type { ConditionElement, Pattern } from '../../untyped.ts';
import type { Environment } from '../scope/environment.ts';
import type { RuleContext } from '../scope/rule-context.ts';
import { usesAggregate } from './field-expression.ts';

/** The hidden fact that is asserted just before each run. */
function tick(at: Span): Pattern {
  return { kind: 'pattern', template: TICK_TEMPLATE, address: null, fields: [], at };
}

/** The hidden fact of a module, asserted in each run before its other rules fire. */
function stage(module: string, at: Span): Pattern {
  const value = buildAt(at).symbol(module).value;
  const fields = [
    { slot: 'module', list: false, constraints: [{ kind: 'literal', value, negated: false, at } as const] },
  ];
  return { kind: 'pattern', template: STAGE_TEMPLATE, address: null, fields, at };
}

/**
 * The tests of a group or rule after the hidden fact that they need: the tick exists when all facts of the evaluation
 * are in, the stage when those of earlier modules are, too. It comes before all tests of the group, because it is a
 * pattern.
 *
 * @param last place of the hidden fact at the end of a rule: every run judges its groups again, so it matches what they do
 */
export function behindHiddenFact(
  tests: readonly ConditionElement[],
  { temporal, guards, stage: staged }: Environment,
  { aggregates, judged, module }: RuleContext,
  last: Span | null = null,
): readonly ConditionElement[] {
  const all = [...guards, ...tests, ...temporal];
  const uses = (element: ConditionElement): boolean =>
    element.kind === 'test' && usesAggregate(element.expression, aggregates);
  const isStaged = staged.value || all.some(uses) || (last !== null && judged.value === 'stage');
  const at = all[0]?.at ?? last;
  if (at === null) return all;
  if (isStaged) return [stage(module, at), ...all];
  const isTicking = temporal.length > 0 || (last !== null && judged.value === 'tick');
  return isTicking ? [tick(temporal[0]?.at ?? last ?? at), ...all] : all;
}
