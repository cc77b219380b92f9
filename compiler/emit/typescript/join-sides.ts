/** The two sides of a removable join, as its generated functions call them: `l` and `r`. */
import type { Join } from '../../plan/network.ts';
import { code, types, type Code } from '../../write/code.ts';
import type { Context } from './context.ts';
import type { MatchCode, Sides } from './reference.ts';

function leftSide(join: Join): MatchCode | null {
  return join.previous === null ? null : { code: code`l`, shape: join.previous.shape, removable: true };
}

/** The fact of the right match, typed; null where the right side is no pattern. */
export function rightSide(context: Context, join: Join): Code | null {
  if (join.right.kind !== 'alpha') return null;
  return code`(r.fact${types` as ${context.templates.get(join.right.node.template)!.type}`})`;
}

export function sidesOf(context: Context, join: Join): Sides {
  return { left: leftSide(join), right: rightSide(context, join) };
}
