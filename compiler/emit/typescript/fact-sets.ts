/**
 * Facts that a join may look for, in the growing part of the network: those that passed a pattern, or that wait in the
 * left memory of a second pattern. Putting a fact into the memory of every such set would be most of the work of a small
 * request. A fact carries a flag for each of its sets instead, and the newest facts of a template are found by looking
 * at their flags; only when there are many do they go into the memories.
 */
import type { AlphaNode, Join, Network } from '../../plan/network.ts';
import { code, literal, type Code } from '../../write/code.ts';
import type { NetworkNames } from './join-names.ts';

/** Flags of one small integer; a fact has two of them (see Fact in the runtime). Sets beyond are memories only. */
const FLAGS_IN_WORD = 31;
const WORDS = [code`sets0`, code`sets1`] as const;

export interface FactSet {
  readonly template: string;
  /** The memory of the facts that are not found by their flags any more. */
  readonly memory: Code;
  /** Which of the properties `sets…` of facts and their memory holds the flag. */
  readonly word: Code;
  readonly flag: Code;
}

export interface FactSets {
  /** The set that a memory belongs to; null for a memory that is filled at once. */
  readonly of: (memory: Code) => FactSet | null;
  readonly ofTemplate: (template: string) => readonly FactSet[];
}

/** Whether some join looks facts up in this node's alpha memory. */
export function needsGrowingMemory(node: AlphaNode): boolean {
  return node.entries.some((join) => !join.first && !join.removable);
}

/**
 * Whether a fact meets the memories of a join only when it is not one of those in them. Where a template is on both
 * sides of a join a fact can meet itself, and then the moment in which it enters a memory matters.
 */
function meetsOthersOnly(join: Join): boolean {
  return join.right.kind === 'alpha' && !join.previous!.shape.includes(join.right.node.template);
}

function growing(join: Join): boolean {
  return !join.removable && !join.first && join.terminal === null && join.right.kind === 'alpha';
}

type Candidate = Pick<FactSet, 'template' | 'memory'>;

function candidates(network: Network, names: NetworkNames): Candidate[] {
  const found: Candidate[] = [];
  const visit = (node: AlphaNode): void => {
    const joins = node.entries.filter(growing);
    if (joins.length > 0 && joins.every(meetsOthersOnly)) {
      found.push({ template: node.template, memory: names.node(node).growing });
    }
    node.children.forEach(visit);
  };
  [...network.roots.values()].forEach(visit);
  const waiting = network.joins.filter((join) => growing(join) && join.previous!.first);
  const selfMeeting = new Set(
    waiting.filter((join) => !meetsOthersOnly(join)).map((join) => names.join(join).leftMemory),
  );
  for (const join of waiting) {
    const memory = names.join(join).leftMemory;
    if (selfMeeting.has(memory) || found.some((other) => other.memory === memory)) continue;
    found.push({ template: join.previous!.shape[0]!, memory });
  }
  return found;
}

/** Gives every set its flag, in the order of the network; what does not fit into the words has no set. */
export function createFactSets(network: Network, names: NetworkNames): FactSets {
  const byMemory = new Map<Code, FactSet>();
  const byTemplate = new Map<string, FactSet[]>();
  for (const { template, memory } of candidates(network, names)) {
    const sets = byTemplate.get(template) ?? [];
    const word = WORDS[Math.floor(sets.length / FLAGS_IN_WORD)];
    if (word === undefined) continue;
    const flag = literal(2 ** (sets.length % FLAGS_IN_WORD));
    const set = { template, memory, word, flag };
    byTemplate.set(template, [...sets, set]);
    byMemory.set(memory, set);
  }
  return {
    of: (memory) => byMemory.get(memory) ?? null,
    ofTemplate: (template) => byTemplate.get(template) ?? [],
  };
}
