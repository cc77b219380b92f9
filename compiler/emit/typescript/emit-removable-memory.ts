/** Memories of joins with removal, and what (reset) does before any fact comes in. */
import type { Join } from '../../plan/network.ts';
import { code, joined, literal, types, type Code } from '../../write/code.ts';
import { slotOf } from './context.ts';
import type { Property } from './declaration.ts';
import type { DeferredPart } from './deferred-parts.ts';
import { blocks } from './emit-removable-join.ts';
import { joinCondition, secondaryCondition, when } from './emit-test.ts';
import { uniquePairs } from './join-key.ts';
import { keyType } from './index-key.ts';
import type { NetworkContext } from './network-context.ts';

/** The memories of a join as properties of the matcher. */
export function removableMemories(context: NetworkContext, join: Join): Property[] {
  const { context: module } = context;
  const names = context.network.join(join);
  const property = (name: Code, value: Code): Property => ({
    name,
    type: null,
    value,
    override: false,
    comment: null,
  });
  const keys = uniquePairs(join).map(({ left }) => slotOf(module, left.template, left.slot!).slot.type);
  const memory =
    keys.length === 0
      ? code`new ${module.value('MatchList')}()`
      : code`new ${module.value('MatchIndex')}${types`<${keyType(module, keys)}>`}()`;
  if (join.right.kind === 'none') return [];
  const part = join.first ? context.partOf(join) : null;
  if (part !== null) return [property(part.property, newPart(context, part))];
  const group = join.right.kind === 'group' ? [property(names.groupMemory, memory)] : [];
  if (!join.first) return [property(names.leftMemory, memory), ...group];
  if (!blocks(join)) return group;
  // The one empty match that a first negation, exists or group holds.
  return [property(names.leftMemory, code`${module.value('emptyMatch')}(${names.record})`), ...group];
}

/** What is put off behind a first join. */
function newPart(context: NetworkContext, { module, salience, negated }: DeferredPart): Code {
  const level = context.agendas.get(module)!.saliences.indexOf(salience);
  const templates = negated.map((template) => literal(template));
  return code`new ${context.context.value('DeferredPart')}(${literal(level)}, [${joined(templates, ', ')}])`;
}

/** Statements that give the parts that can put matching off their agenda. */
export function emitPartAgenda(context: NetworkContext, join: Join): Code[] {
  const part = join.first ? context.partOf(join) : null;
  if (part === null) return [];
  return [code`m.${part.property}.agenda = m.${context.agendas.get(part.module)!.property};`];
}

/** Statements of (reset) for joins that are driven before any fact comes in (clips-order.md, 7). */
export function emitPrime(context: NetworkContext, join: Join): Code {
  const names = context.network.join(join);
  if (join.right.kind === 'none') {
    return when(
      joinCondition(context.context, join, { left: null, right: null }),
      code`${names.drive}(m, null, null);`,
    );
  }
  return when(
    secondaryCondition(context.context, join, { left: null, right: null }),
    code`${names.drive}(m, m.${names.leftMemory}, null);`,
  );
}
