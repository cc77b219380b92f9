/**
 * Which facts can still come in an evaluation that is taken back: what the request brings and what rules assert. A match
 * that waits for facts of another template waits in vain, so it need not be there; nor need a fact that is looked for by
 * matches of which no other can come.
 */
import { factTemplate } from '../order/list-items.ts';
import type { Join, Network } from '../order/network.ts';
import { RUN_TEMPLATES } from '../hidden-templates.ts';
import type { MemoryPlan } from './memory-plan.ts';
import type { JoinId } from './ids.ts';
import type { Kinds } from './retractable.ts';
import { elementAt, entryOf, required } from '../required.ts';

/** Flags of one small integer; templates beyond share them, which only keeps matches that are not needed. */
const FLAGS_IN_WORD = 31;

/** The flag of a template, by its place. */
export function templateFlag(place: number): number {
  return 2 ** (place % FLAGS_IN_WORD);
}

/** Templates whose facts come in while rules fire. */
function derivedTemplates({ joins }: Network): ReadonlySet<string> {
  const derived = new Set(RUN_TEMPLATES);
  for (const { terminal } of joins) {
    for (const effect of terminal?.rule.then.effects ?? []) {
      if (effect.kind === 'assert') derived.add(effect.template);
      const modified =
        effect.kind === 'modify' ? required(terminal, 'terminal').variables.get(effect.address) : undefined;
      if (modified !== undefined) derived.add(factTemplate(modified.template));
    }
  }
  return derived;
}

/** Facts that the matches on the left of these joins wait for. */
function rightTemplates(joins: readonly Join[]): readonly string[] {
  return joins.flatMap(({ right }) => (right.kind === 'alpha' ? [factTemplate(right.node.template)] : []));
}

/**
 * The templates of the patterns before a join; null when matches can come to it without a new fact: one that was held
 * back, or put off.
 */
function templatesBefore(join: Join, deferred: ReadonlySet<Join>): readonly string[] | null {
  if (join.first || deferred.has(join)) return null;
  const templates: string[] = [];
  for (let before = join.previous; before !== null; before = before.previous) {
    if (before.negated || before.exists || before.right.kind !== 'alpha') return null;
    templates.push(factTemplate(before.right.node.template));
  }
  return templates;
}

/** Matches that the removable facts on the right of these joins wait for; null if those can always come. */
function leftTemplates(joins: readonly Join[], deferred: ReadonlySet<Join>): readonly string[] | null {
  const templates: string[] = [];
  for (const join of joins) {
    // Blockers of matches are searched again when the matches are released.
    const before = join.negated || join.exists ? null : templatesBefore(join, deferred);
    if (before === null) return null;
    templates.push(...before);
  }
  return templates;
}

/** @param flags of all templates, hidden ones included */
export function planReachable(
  memories: readonly MemoryPlan[],
  network: Network,
  { regions }: Kinds,
  flags: ReadonlyMap<string, number>,
): readonly MemoryPlan[] {
  const derived = derivedTemplates(network);
  const deferred = new Set([...regions.values()].flat());
  return memories.map((memory) => {
    if (memory.kind !== 'waiting' && memory.kind !== 'removable-facts') return memory;
    const readers = memory.readers.map((id: JoinId) => elementAt(network.joins, id));
    const templates = memory.kind === 'waiting' ? rightTemplates(readers) : leftTemplates(readers, deferred);
    if (templates === null || templates.some((template) => derived.has(template))) return memory;
    return { ...memory, awaited: templates.reduce((all, template) => all | entryOf(flags, template), 0) };
  });
}
