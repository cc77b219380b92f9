/** Keys under which matches and facts are found in the memories of a join. */
import type { Join } from '../../plan/network.ts';
import { code, type Code } from '../../write/code.ts';
import { slotOf, type Context } from './context.ts';
import { indexKey } from './index-key.ts';
import { factAt, type MatchCode } from './reference.ts';

/** Key of the left match (or, for a group, of either side) in the index of a join. */
export function leftKey(context: Context, join: Join, match: MatchCode): Code | null {
  return indexKey(
    context,
    uniquePairs(join).map(({ left }) => ({
      type: slotOf(context, left.template, left.slot!).slot.type,
      value: code`${factAt(context, match, left.position, left.template)}.${slotOf(context, left.template, left.slot!).name}`,
    })),
  );
}

/** The hash pairs of a join; a group names an outer variable as often as its patterns use it. */
export function uniquePairs(join: Join): Join['hash'] {
  if (join.right.kind === 'alpha') return join.hash;
  const seen = new Set<string>();
  return join.hash.filter(({ left }) => {
    const key = String(left.position) + ' ' + left.slot!;
    return !seen.has(key) && seen.add(key);
  });
}

/** Key of a fact in the index of an alpha memory. */
export function factKey(
  context: Context,
  template: string,
  slots: readonly string[],
  fact: Code,
): Code | null {
  return indexKey(
    context,
    slots.map((name) => {
      const { slot, name: property } = slotOf(context, template, name);
      return { type: slot.type, value: code`${fact}.${property}` };
    }),
  );
}
