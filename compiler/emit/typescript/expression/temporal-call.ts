import type { EmitScope } from './emit-scope.ts';
import { FLOAT, representation } from '../../../language/expression/static-type.ts';
import type { TypedCode } from './typed-code.ts';
import type { TemporalFunction } from '../../../ruleset.ts';
import { argumentAt } from './functions/arguments.ts';
import { slotType } from '../../../language/expression/typing.ts';
import { required } from '../../../required.ts';
import { code, joined, type Code } from '../code/code.ts';
import { slotOf, type Context } from '../context.ts';
import { emitAggregateCall } from '../aggregates/emit-call.ts';
import { countersOf } from '../../../plan/counters.ts';
import type { Counter } from '../../../plan/match-plan.ts';
import { keyPart } from '../network/index-key.ts';
import { convert } from './expression-convert.ts';

/** A call of a temporal function, which counters answer instead of all facts. */
export function emitTemporalCall(
  context: Context,
  scope: EmitScope,
  temporal: TemporalFunction,
  args: readonly TypedCode[],
): Code {
  if (temporal.meaning.kind === 'aggregate') return emitAggregateCall(context, scope, temporal.name, args);
  const counters = countersOf(temporal);
  const counter = required(counters[0], temporal.name);
  const path = propertyOf(context, counter);
  const key = (of: Counter, index: number): Code => keyOf(context, scope, of, argumentAt(args, index));
  const seconds = (index: number): Code => secondsOf(scope, argumentAt(args, index));
  switch (temporal.meaning.kind) {
    case 'count':
      return code`${path}.count(${key(counter, 0)})`;
    case 'recent': {
      const since = joined([key(counter, 0), nowFor(context, counter), seconds(1)], ', ');
      return code`${path}.since(${since})`;
    }
    case 'most-distinct':
      return code`${path}.most`;
    case 'sequence': {
      const lists = counters.map((of, index) => code`${propertyOf(context, of)}.of(${key(of, index)})`);
      const rest = code`${nowFor(context, counter)}, ${seconds(counters.length)}`;
      const found = code`${context.value('isSequence')}([${joined(lists, ', ')}], ${rest})`;
      return found;
    }
  }
}

function propertyOf(context: Context, counter: Counter): Code {
  return code`m.${context.counters.named(counter).property}`;
}

/** The key of an argument, which has exactly the type of the slot that is counted by. */
function keyOf(context: Context, scope: EmitScope, counter: Counter, value: TypedCode): Code {
  const [name] = counter.slots;
  const { slot } = slotOf(context, counter.template, required(name, counter.template));
  return keyPart(context, slot, convert(value, representation(slotType(slot.type)), scope));
}

/** The clock in the unit of the times that are counted. */
function nowFor(context: Context, { template, slots }: Counter): Code {
  const { slot } = slotOf(context, template, required(slots[1], template));
  return slot.type === 'TIME' ? code`Math.round(m.now * 1000)` : code`m.now`;
}

function secondsOf(scope: EmitScope, value: TypedCode): Code {
  return convert(value, representation(FLOAT), scope);
}
