/** The two sides of a removable join, as its generated functions call them: `l` and `r`. */
import type { RemovableJoin } from '../../../plan/match-plan.ts';
import { code, types, type Code } from '../code/code.ts';
import { classOf, type Context } from '../context.ts';
import type { Sides } from './reference.ts';

/** The fact of the right match, typed; null if the right side is not a pattern. */
export function rightSide(context: Context, { right }: RemovableJoin): Code | null {
  if (right.kind !== 'node') return null;
  return code`(r.fact${types` as ${classOf(context, right.template)}`})`;
}

export function sidesOf(context: Context, join: RemovableJoin): Sides {
  const left = join.left === null ? null : { code: code`l`, shape: join.left, removable: true };
  return { left, right: rightSide(context, join) };
}
