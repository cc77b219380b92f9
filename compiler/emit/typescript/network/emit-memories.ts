/** Memories as properties of the matcher. */
import type { DeferredRegionPlan } from '../../../plan/match-plan.ts';
import type { RemovableMemory, MemoryPlan } from '../../../plan/memory-plan.ts';
import type { SlotType } from '../../../values.ts';
import { code, identifier, joined, literal, types, type Code } from '../code/code.ts';
import { classOf, slotOf } from '../context.ts';
import type { ClassDeclaration, Property } from '../code/declaration.ts';
import { keySlotType, keyType } from '../keys/index-key.ts';
import { newMemory, roughFactKey, roughLeftKey } from './join-key.ts';
import { shareMemory } from './emit-relations.ts';
import { newMemberMatches, newMemberMemory } from './member-index.ts';
import { appendOnly, joinName, type NetworkContext } from './network-context.ts';
import { matchType } from './reference.ts';
import { elementAt } from '../../../required.ts';

function removableList(context: NetworkContext, keys: readonly SlotType[]): Code {
  return keys.length === 0
    ? code`new ${context.value('MatchList')}()`
    : code`new ${context.value('MatchIndex')}${types`<${keyType(context, keys)}>`}()`;
}

function keysOf(context: NetworkContext, { key }: Pick<RemovableMemory, 'key'>): readonly SlotType[] {
  return key.map(({ template, slot }) => keySlotType(slotOf(context, template, slot!).slot));
}

/** Constructor of a memory. */
function newOf(network: NetworkContext, memory: MemoryPlan): Code {
  switch (memory.kind) {
    case 'facts': {
      const type = classOf(network, memory.template);
      const keys = memory.key.map((slot) => keySlotType(slotOf(network, memory.template, slot).slot));
      const key = roughFactKey(network, memory.template, memory.key, code`f`);
      const item = { name: code`f`, type };
      return newMemberMemory(network, memory, item, null) ?? newMemory(network, item, keys, key);
    }
    case 'waiting': {
      const type = matchType(network, memory.shape);
      const key = roughLeftKey(network, memory.key, appendOnly(code`l`, memory.shape));
      const item = { name: code`l`, type };
      const members = newMemberMemory(network, memory, item, appendOnly(code`l`, memory.shape));
      return members ?? newMemory(network, item, keysOf(network, memory), key);
    }
    case 'removable-facts': {
      const members = newMemberMatches(network, memory);
      if (members !== null) return members;
      return removableList(
        network,
        memory.key.map((slot) => keySlotType(slotOf(network, memory.template, slot).slot)),
      );
    }
    case 'empty-match':
      return code`${network.value('emptyMatch')}(${joinName(network, memory.join, 'record')})`;
    case 'removable-left':
      return newMemberMatches(network, memory) ?? removableList(network, keysOf(network, memory));
    case 'removable-group':
      return removableList(network, keysOf(network, memory));
  }
}

/** Deferred work after a first join. */
function newRegion(context: NetworkContext, { level, negated }: DeferredRegionPlan): Code {
  const templates = negated.map((template) => literal(template));
  return code`new ${context.value('DeferredRegion')}(${literal(level)}, [${joined(templates, ', ')}])`;
}

interface PlacedMemories {
  /** Properties of the matcher. */
  readonly matcher: readonly Property[];
  /** Classes of the parts, to be declared before the matcher. */
  readonly classes: readonly ClassDeclaration[];
}

const NO_COMMENT = { override: false, comment: null } as const;

/** All memories where the plan has placed them. */
export function emitMemories(network: NetworkContext): PlacedMemories {
  const { plan } = network;
  const { holders, memories, regions } = plan.names;
  const own: Property[] = [];
  const held: Property[][] = holders.map(() => []);
  const put = ({ part, property }: (typeof memories)[number], value: Code): void => {
    const target = part === null ? own : elementAt(held, part);
    target.push({ name: identifier(property), type: null, value, ...NO_COMMENT });
  };
  plan.memories.forEach((memory, id) => {
    const place = elementAt(memories, id);
    const made = newOf(network, memory);
    const isShared = 'rows' in memory && memory.rows === 'shared';
    put(place, isShared ? shareMemory(network, place.property, made) : made);
  });
  plan.regions.forEach((region, id) => put(elementAt(regions, id), newRegion(network, region)));
  const properties = holders.map(({ property, type }): Property => ({
    name: identifier(property),
    type: null,
    value: code`new ${identifier(type)}()`,
    ...NO_COMMENT,
  }));
  const classes = holders.map(({ type }, i): ClassDeclaration => ({
    kind: 'class',
    name: identifier(type),
    extends: null,
    exported: false,
    properties: elementAt(held, i),
    constructor_: null,
    getters: [],
    methods: [],
    comment: null,
  }));
  return { matcher: [...own, ...properties], classes };
}
