import { code, identifier } from '../code/code.ts';
import { slotOf, type Context, type RuntimeValue } from '../context.ts';
import { entryOf } from '../../../required.ts';
import type { EmitScope } from './emit-scope.ts';
import { RUNTIME_TYPE_NAMES } from './runtime-names.ts';
import { emitTemporalCall } from './temporal-call.ts';

function isRuntimeType(name: string): name is (typeof RUNTIME_TYPE_NAMES)[number] {
  return RUNTIME_TYPE_NAMES.some((type) => type === name);
}

/** A scope with these variables. */
export function scopeWith(context: Context, variable: EmitScope['variable']): EmitScope {
  const { templates } = context;
  const scope: EmitScope = {
    variable,
    temporal: (temporal, args) => emitTemporalCall(context, scope, temporal, args),
    deffunction: context.functions.nameOf,
    runtime: (name) => (isRuntimeType(name) ? context.type(name) : context.value(name as RuntimeValue)),
    constant: context.constant,
    matcher: identifier('m'),
    matcherType: identifier('RulesetMatcher'),
    factsOf: (template) => code`m.${entryOf(templates, template).facts}`,
    factClass: (template) => entryOf(templates, template).type,
    slot: (template, slot) => slotOf(context, template, slot),
    local: (hint) => context.names.fresh([hint], 'camel'),
  };
  return scope;
}
