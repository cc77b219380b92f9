/**
 * Which facts can still come in an evaluation that is taken back: what the request brings and what rules assert. A match
 * that waits for facts of another template waits in vain, so it need not be there.
 */
import { factTemplate } from '../order/list-items.ts';
import type { Network } from '../order/network.ts';
import { TICK_TEMPLATE } from '../ruleset.ts';
import type { MemoryPlan } from './memory-plan.ts';
import type { JoinId } from './ids.ts';
import { elementAt, entryOf, required } from '../required.ts';

/** Flags of one small integer; templates beyond share them, which only keeps matches that are not needed. */
const FLAGS_IN_WORD = 31;

/** The flag of a template, by its place. */
export function arrivalFlag(place: number): number {
  return 2 ** (place % FLAGS_IN_WORD);
}

/** Templates whose facts come in while rules fire. */
function derivedTemplates({ joins }: Network): ReadonlySet<string> {
  const derived = new Set([TICK_TEMPLATE]);
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

/** @param flags of all templates, hidden ones included */
export function planArrivals(
  memories: readonly MemoryPlan[],
  network: Network,
  flags: ReadonlyMap<string, number>,
): readonly MemoryPlan[] {
  const derived = derivedTemplates(network);
  return memories.map((memory) => {
    if (memory.kind !== 'waiting') return memory;
    const templates = memory.readers.flatMap((id: JoinId) => {
      const { right } = elementAt(network.joins, id);
      return right.kind === 'alpha' ? [factTemplate(right.node.template)] : [];
    });
    if (templates.some((template) => derived.has(template))) return memory;
    return { ...memory, awaited: templates.reduce((all, template) => all | entryOf(flags, template), 0) };
  });
}
