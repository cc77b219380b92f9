import type { AlphaNode, Join, Network } from '../../plan/network.ts';
import type { Code } from '../../write/code.ts';
import type { Context } from './context.ts';
import { roughPairs } from './join-key.ts';
import { createMemoryPlaces, type MemoryPlaces } from './memory-places.ts';

/** What is generated for one join. */
export interface JoinNames {
  /**
   * Matches of the patterns before that wait for a right side. Growing joins with the same joins before them and the
   * same key have one together: it would hold the same matches in the same order in each.
   */
  readonly leftMemory: Code;
  /** Called with a new left match. */
  readonly left: Code;
  /** Called with a new right match. */
  readonly right: Code;
  /** Called with a left and a right match of the same key. */
  readonly pass: Code;
  /** Removable joins: sends a match on to all children. */
  readonly drive: Code;
  /** Removable joins: the join test. */
  readonly test: Code;
  /** Removable joins: what a removal needs to know. */
  readonly record: Code;
  /** Joins that can put matching off: what is known of a new fact there, and how its activations are found. */
  readonly entry: Code;
  readonly expand: Code;
  /** Terminal joins: the rule's record. */
  readonly rule: Code;
  /** Groups: the matches of the group. */
  readonly groupMemory: Code;
}

/** Memories of one alpha node; a node may serve joins of both kinds. */
export interface NodeNames {
  readonly growing: Code;
  readonly removable: Code;
}

export interface NetworkNames {
  readonly memories: MemoryPlaces;
  readonly join: (join: Join) => JoinNames;
  readonly node: (node: AlphaNode) => NodeNames;
  /** Property for what is put off behind a first join. */
  readonly deferred: (first: Join) => Code;
}

/** Names on first use, so that only what is generated takes one. */
function lazily<T extends object>(make: { readonly [K in keyof T]: () => T[K] }): T {
  const names = {} as T;
  for (const key of Object.keys(make) as (keyof T)[]) {
    Object.defineProperty(names, key, {
      configurable: true,
      get() {
        const value = make[key]();
        Object.defineProperty(names, key, { value });
        return value;
      },
    });
  }
  return names;
}

/** What the right side of a join is called: its template, or the group. */
function rightName(join: Join): string {
  if (join.right.kind === 'alpha') return join.right.node.template;
  return join.right.kind === 'group' ? 'group' : 'test';
}

function nodeCount({ children }: AlphaNode): number {
  let count = 1;
  for (const child of children) count += nodeCount(child);
  return count;
}

/** About this many memories: one for a node, one for a join (of a first one, for what is put off behind it). */
function memoryCount({ roots, joins }: Network): number {
  let count = joins.filter(
    ({ terminal, first, removable }) => terminal === null && (removable || !first),
  ).length;
  for (const root of roots.values()) count += nodeCount(root);
  return count;
}

/** Names of everything generated for the network: after the rule that brought the part in, and the pattern. */
export function nameNetwork(context: Context): NetworkNames {
  const joins = new Map<Join, JoinNames>();
  const nodes = new Map<AlphaNode, NodeNames>();
  const { names, members, network } = context;
  const memories = createMemoryPlaces(memoryCount(network), members, names);
  const shared = new Map<Join, Map<string, Code>>();
  const sharedLeftMemory = (join: Join, previous: Join): Code => {
    const pairs = roughPairs(context, join);
    const slots = pairs.map(({ left }) => left.slot!);
    const key = JSON.stringify(pairs.map(({ left }) => [left.position, left.slot]));
    let ofPrevious = shared.get(previous);
    if (ofPrevious === undefined) shared.set(previous, (ofPrevious = new Map()));
    let found = ofPrevious.get(key);
    if (found === undefined) {
      const by = slots.length === 0 ? [] : ['by', ...slots];
      found = memories.allocate([previous.rule.name, 'left', ...by]);
      ofPrevious.set(key, found);
    }
    return found;
  };
  return {
    memories,
    join(join) {
      let found = joins.get(join);
      if (found === undefined) {
        const subject = [join.rule.name, rightName(join)];
        found = lazily<JoinNames>({
          leftMemory: () =>
            join.removable || join.previous === null
              ? memories.allocate([join.rule.name, 'awaiting', rightName(join)])
              : sharedLeftMemory(join, join.previous),
          left: () => names.fresh(['left', ...subject], 'camel'),
          right: () => names.fresh(['right', ...subject], 'camel'),
          pass: () => names.fresh(['pass', ...subject], 'camel'),
          drive: () => names.fresh(['drive', ...subject], 'camel'),
          test: () => names.fresh(['test', ...subject], 'camel'),
          record: () => names.fresh(['join', ...subject], 'upper'),
          entry: () => names.fresh(['enter', ...subject], 'upper'),
          expand: () => names.fresh(['expand', ...subject], 'camel'),
          rule: () => names.fresh([join.rule.name], 'upper'),
          groupMemory: () => memories.allocate([join.rule.name, 'group']),
        });
        joins.set(join, found);
      }
      return found;
    },
    deferred: (first) => memories.allocate(['deferred', first.rule.name]),
    node(node) {
      let found = nodes.get(node);
      if (found === undefined) {
        found = lazily<NodeNames>({
          growing: () => memories.allocate([node.rule.name, node.template]),
          removable: () => memories.allocate([node.rule.name, node.template, 'matches']),
        });
        nodes.set(node, found);
      }
      return found;
    },
  };
}
