/**
 * Which facts can still come in an evaluation that is taken back: what the request brings and what rules assert. A match
 * that waits in a left memory for facts of another template waits in vain, so it need not be there.
 */
import type { Join, Network } from '../../plan/network.ts';
import { TICK_TEMPLATE } from '../../ruleset.ts';
import { code, literal, type Code } from '../../write/code.ts';
import type { NetworkNames } from './join-names.ts';

/** Flags of one small integer; templates beyond share them, which only keeps matches that are not needed. */
const FLAGS_IN_WORD = 31;

export interface Arrivals {
  /** The flag of a template in `coming` of the matcher. */
  readonly flagOf: (template: string) => number;
  /** Whether some fact can still meet this left memory of the growing part; null: always. */
  readonly awaited: (leftMemory: Code) => Code | null;
}

/** Templates whose facts come in while rules fire. */
function derivedTemplates(network: Network): Set<string> {
  const derived = new Set([TICK_TEMPLATE]);
  for (const { terminal } of network.joins) {
    for (const effect of terminal?.rule.then.effects ?? []) {
      if (effect.kind === 'assert') derived.add(effect.template);
      const modified = effect.kind === 'modify' ? terminal!.variables.get(effect.address) : undefined;
      if (modified !== undefined) derived.add(modified.template);
    }
  }
  return derived;
}

/** The template of the facts that meet the left memory of a growing join; null for other joins. */
function rightTemplate(join: Join): string | null {
  if (join.removable || join.first || join.terminal !== null || join.right.kind !== 'alpha') return null;
  return join.right.node.template;
}

/** @param templates all of them, hidden ones included */
export function createArrivals(
  network: Network,
  names: NetworkNames,
  templates: readonly string[],
): Arrivals {
  const flags = new Map(templates.map((name, i) => [name, 2 ** (i % FLAGS_IN_WORD)]));
  const flagOf = (template: string): number => flags.get(template)!;
  const derived = derivedTemplates(network);
  /** Flags by memory; -1: facts can always come. */
  const awaitedBy = new Map<Code, number>();
  for (const join of network.joins) {
    const template = rightTemplate(join);
    if (template === null) continue;
    const memory = names.join(join).leftMemory;
    const others = awaitedBy.get(memory) ?? 0;
    awaitedBy.set(memory, derived.has(template) ? -1 : others | flagOf(template));
  }
  return {
    flagOf,
    awaited(leftMemory) {
      const awaiting = awaitedBy.get(leftMemory) ?? -1;
      return awaiting === -1 ? null : code`(m.coming & ${literal(awaiting)}) !== 0`;
    },
  };
}
