import { expressionsOf } from '../../left-side.ts';
import type { Effect, Ruleset } from '../../untyped.ts';
import type { Expression } from '../../language/expression/expression.ts';
import { visitCalls } from './called-functions.ts';
import { clipsHostFunction } from './names.ts';
import { callsHost, DAY_START } from './values/table.ts';

/** Reserved prefix of the functions that the engine's host provides. */
const HOST_PREFIX = 'service-';

function expressionsOfEffect(effect: Effect): readonly Expression[] {
  return effect.kind === 'retract' ? [] : effect.slots.map(({ value }) => value);
}

/** Names of the functions that a ruleset calls, sorted. */
export function namesCalled(ruleset: Ruleset): readonly string[] {
  const expressions = [
    ...ruleset.functions.flatMap(({ definition }) => definition.body),
    ...ruleset.rules.flatMap((rule) => expressionsOf(rule.when)),
    ...ruleset.rules.flatMap((rule) => rule.then.effects.flatMap(expressionsOfEffect)),
    ...ruleset.rules.flatMap(({ then }) =>
      then.obligations.flatMap(({ properties }) =>
        properties.flatMap(({ value }) => (value.kind === 'items' ? value.items : [value.value])),
      ),
    ),
  ];
  const names = new Set<string>();
  for (const expression of expressions) visitCalls(expression, (name) => names.add(name));
  return [...names].sort();
}

/** Names of the host functions that a ruleset calls, sorted. */
export function hostFunctions(ruleset: Ruleset): readonly string[] {
  const called = namesCalled(ruleset);
  const own = called.some(callsHost) ? [DAY_START] : [];
  return [...own, ...called.filter((name) => name.startsWith(HOST_PREFIX))].sort();
}

/**
 * Deffunctions that replace the host functions, so that the constructs load into a bare CLIPS. They return FALSE
 * to any arguments and are loaded before the constructs.
 */
export function hostStubs(ruleset: Ruleset): string {
  return hostFunctions(ruleset)
    .map((name) => `(deffunction MAIN::${clipsHostFunction(name)} ($?arguments) FALSE)\n`)
    .join('');
}
