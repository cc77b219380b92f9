/** Removable matches that a join finds by membership in a list (runtime/matching/member-matches.ts). */
import type { RemovableJoin } from '../../../plan/match-plan.ts';
import { code, type Code } from '../code/code.ts';
import { askedOf, leftKeys, rightKeys } from './member-index.ts';
import { removable, memoryPath, type NetworkContext } from './network-context.ts';
import { rightSide } from './sides.ts';
import { required } from '../../../required.ts';

/** The left matches that the right match `r` may meet, newest first; null: they are found in another way. */
export function leftMembers(context: NetworkContext, join: RemovableJoin): Code | null {
  const { id, memory, right } = join;
  const asked = memory === null ? null : askedOf(context, memory, id);
  if (memory === null || asked === null || right.kind !== 'node') return null;
  const keys = rightKeys(
    context,
    right.template,
    asked.pair,
    required(rightSide(context, join), 'the right side'),
  );
  return code`m.${memoryPath(context, memory)}.newestFirst(${asked.index}, ${keys})`;
}

/** The right matches that the left match `l` may meet, oldest first. */
export function rightMembers(context: NetworkContext, { id, left, right }: RemovableJoin): Code | null {
  if (left === null || right.kind !== 'node' || right.memory === null) return null;
  const asked = askedOf(context, right.memory, id);
  if (asked === null) return null;
  const keys = leftKeys(context, asked.pair, removable(code`l`, left));
  return code`m.${memoryPath(context, right.memory)}.oldestFirst(${asked.index}, ${keys})`;
}
