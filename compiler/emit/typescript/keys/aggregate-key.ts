/** How the memories of aggregates, and what is in them, are named in generated code. */
import { slotStaticType } from '../../../language/expression/typing.ts';
import type { AggregateMemory, AggregatePlan, AggregateStep } from '../../../plan/aggregates.ts';
import { required } from '../../../required.ts';
import { code, identifier, literal, type Code } from '../code/code.ts';
import { slotOf, type Context } from '../context.ts';
import type { TypedCode } from '../expression/typed-code.ts';
import { indexKey, slotKeyPart } from './index-key.ts';

/** Where a memory is found behind the matcher. */
export function memoryProperty({ plan }: Context, memory: number): Code {
  return identifier(required(plan.names.aggregates[memory], 'a memory of an aggregate'));
}

/** The value of a variable of a pattern, in its fact. */
export function variableOf(
  context: Context,
  { pattern }: Pick<AggregateMemory, 'pattern'>,
  fact: Code,
  name: string,
): TypedCode | null {
  const variable = pattern.variables.find((candidate) => candidate.name === name);
  if (variable === undefined) return null;
  const { slot, name: property } = slotOf(context, pattern.template, variable.slot);
  return { code: code`${fact}.${property}`, type: slotStaticType(slot), canFail: false };
}

/** The key under which facts are kept; facts without slots to join by are all under one. */
export function aggregateKey(context: Context, parts: Parameters<typeof indexKey>[1]): Code {
  return indexKey(context, parts) ?? literal(0);
}

/** The key of the facts that a step looks for. */
export function keyFrom(
  context: Context,
  { pattern }: AggregateStep,
  valueOf: (variable: string) => Code,
): Code {
  const parts = pattern.keys.map(({ type, variable }) =>
    slotKeyPart(context, { type, list: false }, valueOf(variable)),
  );
  return aggregateKey(context, parts);
}

/** Value taken from the fact that the aggregate names. */
export function takenOf(
  context: Context,
  { of, patterns }: AggregatePlan['aggregate'],
  fact: Code,
): TypedCode {
  const { pattern, slot } = required(of?.kind === 'slot' ? of : null, 'the slot of an aggregate');
  const { template } = required(patterns[pattern], 'the pattern of an aggregate');
  const { slot: declared, name } = slotOf(context, template, slot);
  return { code: code`${fact}.${name}`, type: slotStaticType(declared), canFail: false, simple: true };
}
