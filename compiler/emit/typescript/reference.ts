import {
  FACT,
  FLOAT,
  INTEGER,
  STRING,
  SYMBOL,
  type StaticType,
  type TypedCode,
} from '../../expression/static-type.ts';
import type { EmitScope } from '../../expression/scope.ts';
import { RUNTIME_TYPE_NAMES } from '../../functions/runtime-names.ts';
import type { BoundExpression, Reference } from '../../plan/network.ts';
import type { SlotType } from '../../ruleset.ts';
import { code, identifier, types, type Code } from '../../write/code.ts';
import { slotOf, type Context, type RuntimeValue } from './context.ts';
import { emitTemporalCall } from './temporal-call.ts';

function isRuntimeType(name: string): name is (typeof RUNTIME_TYPE_NAMES)[number] {
  return RUNTIME_TYPE_NAMES.some((type) => type === name);
}

const STATIC_TYPES: Readonly<Record<SlotType, StaticType>> = { INTEGER, FLOAT, STRING, SYMBOL };

export function staticTypeOf(type: SlotType): StaticType {
  return STATIC_TYPES[type];
}

/** Code of a match in generated code, and how facts are found in it. */
export interface MatchCode {
  readonly code: Code;
  /** Templates by position. */
  readonly shape: readonly (string | null)[];
  /** A PartialMatch, or (where nothing is ever removed) a Match, which is the fact itself for a single pattern. */
  readonly removable: boolean;
}

/** The fact at a position of a match, typed as its template's class. */
export function factAt(context: Context, match: MatchCode, position: number, template: string): Code {
  const { shape, removable } = match;
  let path = match.code;
  for (let last = shape.length - 1; last > position; last--) {
    path = removable ? code`${path}.left${types`!`}` : code`${path}.left`;
  }
  if (removable) return code`(${path}.fact${types` as ${context.templates.get(template)!.type}`})`;
  return position === 0 ? path : code`${path}.fact`;
}

/** The TypeScript type of a match without removal. */
export function matchType(context: Context, shape: readonly (string | null)[]): Code {
  const [first, ...rest] = shape.map((template) => context.templates.get(template!)!.type);
  return rest.reduce((left, fact) => code`${context.value('Match')}<${left}, ${fact}>`, first!);
}

/** The sides of a join test in generated code. */
export interface Sides {
  readonly left: MatchCode | null;
  /** The new fact, typed; or the right match of a group. */
  readonly right: Code | null;
}

/** Code and type of what a variable refers to. */
export function referenceCode(context: Context, reference: Reference, sides: Sides): TypedCode {
  const { side, position, template, slot } = reference;
  const fact = side === 'right' ? sides.right! : factAt(context, sides.left!, position, template);
  if (slot === null) return { code: fact, type: FACT, canFail: false };
  const { slot: declared, name } = slotOf(context, template, slot);
  return { code: code`${fact}.${name}`, type: staticTypeOf(declared.type), canFail: false };
}

/** The scope in which a bound expression is emitted. */
export function scopeFor(context: Context, bound: BoundExpression, sides: Sides): EmitScope {
  return scopeWith(context, (name) => {
    const reference = bound.variables.get(name);
    return reference === undefined ? null : referenceCode(context, reference, sides);
  });
}

/** A scope with these variables. */
export function scopeWith(context: Context, variable: EmitScope['variable']): EmitScope {
  const { templates } = context;
  const scope: EmitScope = {
    variable,
    temporal: (name, args) => emitTemporalCall(context, scope, name, args),
    deffunction: context.functions.versionOf,
    runtime: (name) => (isRuntimeType(name) ? context.type(name) : context.value(name as RuntimeValue)),
    constant: context.constant,
    matcher: identifier('m'),
    matcherType: identifier('RulesetMatcher'),
    templates: new Map([...templates].map(([name, names]) => [name, names.template])),
    factsOf: (template) => code`m.${templates.get(template)!.facts}`,
    factClass: (template) => templates.get(template)!.type,
    slot: (template, slot) => templates.get(template)!.slots.get(slot)!,
    local: (hint) => context.names.fresh([hint], 'camel'),
  };
  return scope;
}
