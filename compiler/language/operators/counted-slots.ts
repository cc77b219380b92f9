import type { Span } from '../../diagnostics/position.ts';
import type { Expression } from '../expression/expression.ts';
import type { Slot } from '../../ruleset.ts';
import { buildAt } from './build-expression.ts';

/** Parameters of a function that is called with values of slots. */
export function valueParameters(slots: readonly Slot[]): readonly string[] {
  return slots.length === 1 ? ['value'] : slots.map((_, i) => `value-${i + 1}`);
}

/** That `?fact` has the values of the parameters. */
export function slotsEqual(slots: readonly Slot[], at: Span): readonly Expression[] {
  const { call, variable, slotOf } = buildAt(at);
  const parameters = valueParameters(slots);
  return slots.map(({ name }, i) => call('eq', slotOf('fact', name), variable(parameters[i] ?? name)));
}
