import { FACT } from '../../../language/static-type.ts';
import { slotStaticType } from '../../../language/expression/typing.ts';
import type { TypedCode } from '../expression/typed-code.ts';
import type { EmitScope } from '../expression/emit-scope.ts';
import { itemDepth } from '../../../order/list-items.ts';
import type { BoundExpression, Reference } from '../../../order/network.ts';
import type { Shape } from '../../../plan/memory-plan.ts';
import { code, types, type Code } from '../code/code.ts';
import { required } from '../../../required.ts';
import { classOf, slotOf, type Context } from '../context.ts';
import { scopeWith } from '../expression/module-scope.ts';

/** Code of a match in generated code, and how facts are found in it. */
export interface MatchCode {
  readonly code: Code;
  readonly shape: Shape;
  /** A PartialMatch, or (where nothing is ever removed) a Match, which is the fact itself for a single pattern. */
  readonly removable: boolean;
}

/** The fact at a position of a match, typed as its template's class. */
export function factAt(context: Context, match: MatchCode, position: number, template: string): Code {
  const { shape, removable } = match;
  const place = shape.chain.indexOf(position);
  let path = match.code;
  for (let last = shape.chain.length - 1; last > place; last--) {
    path = removable ? code`${path}.left${types`!`}` : code`${path}.left`;
  }
  if (removable) return code`(${path}.fact${types` as ${classOf(context, template)}`})`;
  return place === 0 ? path : code`${path}.fact`;
}

/** Returns the fact itself from a match that holds it with items of its lists. */
export function factItself(matched: Code, template: string): Code {
  let fact = matched;
  for (let depth = itemDepth(template); depth > 0; depth--) fact = code`${fact}.of`;
  return fact;
}

/** The TypeScript type of a match without removal. */
export function matchType(context: Context, { templates, chain }: Shape): Code {
  const [first, ...rest] = chain.map((position) =>
    classOf(context, required(templates[position], 'a fact of the match')),
  );
  return rest.reduce(
    (left, fact) => code`${context.value('Match')}<${left}, ${fact}>`,
    required(first, 'first'),
  );
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
  const fact =
    side === 'right'
      ? required(sides.right, 'right')
      : factAt(context, required(sides.left, 'left'), position, template);
  if (slot === null) return { code: factItself(fact, template), type: FACT, canFail: false };
  const { slot: declared, name } = slotOf(context, template, slot);
  return { code: code`${fact}.${name}`, type: slotStaticType(declared), canFail: false };
}

/** The scope in which a bound expression is emitted. */
export function scopeFor(context: Context, bound: BoundExpression, sides: Sides): EmitScope {
  return scopeWith(context, (name) =>
    referenceCode(context, required(bound.variables.get(name), name), sides),
  );
}
