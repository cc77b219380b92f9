/** State shared by the network's emitters beyond the module's context. */
import type { JoinPlan, TerminalJoin } from '../../../plan/match-plan.ts';
import type { MemoryPlan, Shape } from '../../../plan/memory-plan.ts';
import type { JoinId, MemoryId, RegionId, RegexSetId } from '../../../plan/ids.ts';
import type { JoinNames, Place } from '../../../plan/names-plan.ts';
import type { RowGroup } from '../../../plan/row-groups.ts';
import { code, identifier, literal, statement, type Code } from '../code/code.ts';
import type { Context } from '../context.ts';
import type { Declaration } from '../code/declaration.ts';
import type { GroupNames } from './emit-row-group.ts';
import type { MatchCode } from './reference.ts';
import { elementAt, entryOf } from '../../../required.ts';

export interface NetworkContext extends Context {
  /** Functions and tables of the pattern network, as they come up. */
  readonly declared: Declaration[];
  readonly groupNames: Map<RowGroup, GroupNames>;
  /** The constants of sets of regular expressions, as they come up. */
  readonly regexSets: Map<RegexSetId, Code>;
}

export function createNetworkContext(context: Context): NetworkContext {
  return { ...context, declared: [], groupNames: new Map(), regexSets: new Map() };
}

/** The rows that a join represents; null if it represents itself. */
export function rowsAt({ plan }: NetworkContext, id: JoinId): RowGroup | null {
  return plan.rowGroups.get(id) ?? null;
}

/** True if another join of the same table represents it. */
export function isMergedRow({ plan }: NetworkContext, id: JoinId): boolean {
  const group = plan.rowGroups.get(id);
  return group !== undefined && group.representative !== id;
}

export function joinOf({ plan }: NetworkContext, id: JoinId): JoinPlan {
  return elementAt(plan.joins, id);
}

export function memoryOf({ plan }: NetworkContext, id: MemoryId): MemoryPlan {
  return elementAt(plan.memories, id);
}

function pathOf({ plan }: NetworkContext, { part, property }: Place): Code {
  const own = identifier(property);
  return part === null ? own : code`${identifier(elementAt(plan.names.holders, part).property)}.${own}`;
}

/** Where a memory is found behind the matcher. */
export function memoryPath(context: NetworkContext, id: MemoryId): Code {
  return pathOf(context, elementAt(context.plan.names.memories, id));
}

/** The same for deferred work of a region. */
export function regionPath(context: NetworkContext, id: RegionId): Code {
  return pathOf(context, elementAt(context.plan.names.regions, id));
}

/** INVARIANT: called with names of the plan only. */
export function joinName({ plan }: NetworkContext, id: JoinId, which: keyof JoinNames): Code {
  return identifier(elementAt(plan.names.joins, id)[which]);
}

export function recordName({ plan }: NetworkContext, terminal: JoinId): Code {
  return identifier(entryOf(plan.names.records, terminal));
}

export function agendaProperty({ plan }: NetworkContext, module: string): Code {
  return identifier(plan.names.agendas[plan.agendas.findIndex((agenda) => agenda.module === module)]!);
}

function agendaOfTerminal(context: NetworkContext, { rule }: TerminalJoin): Code {
  return agendaProperty(context, elementAt(context.plan.rules, rule).rule.module);
}

/** Test if an activation of a terminal join can still fire; null if its region knows. */
export function isOpen(context: NetworkContext, terminal: TerminalJoin): Code | null {
  return terminal.region === null ? code`!m.${agendaOfTerminal(context, terminal)}.isClosed` : null;
}

/** Statement that places the activation of a terminal join. */
export function activate(context: NetworkContext, terminal: TerminalJoin, match: Code): Code {
  const record = recordName(context, terminal.id);
  if (terminal.region !== null)
    return statement`m.${regionPath(context, terminal.region)}.activate(${record}, ${match});`;
  const agenda = agendaOfTerminal(context, terminal);
  return statement`m.${agenda}.activate(${literal(terminal.level)}, ${record}, ${match});`;
}

/** A match on the left of an append-only join, as `l`. */
export const appendOnly = (text: Code, shape: Shape): MatchCode => ({ code: text, shape, removable: false });
/** A removable match. */
export const removable = (text: Code, shape: Shape): MatchCode => ({ code: text, shape, removable: true });
