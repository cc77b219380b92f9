import type { EmitScope } from './emit-scope.ts';
import { FLOAT, representation } from '../../../language/static-type.ts';
import type { TypedCode } from './typed-code.ts';
import type { TemporalFunction } from '../../../temporal-meaning.ts';
import { argumentAt } from './functions/arguments.ts';
import { slotType } from '../../../language/expression/typing.ts';
import { required } from '../../../required.ts';
import { code, joined, type Code } from '../code/code.ts';
import { slotOf, type Context } from '../context.ts';
import { emitAggregateCall } from './aggregate-call.ts';
import { countersOf, keysOf } from '../../../plan/counters.ts';
import type { Counter } from '../../../plan/match-plan.ts';
import { counterKeyOf } from '../keys/counter-key.ts';
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
  const key = (of: Counter, first: number): Code => keyFrom(context, scope, of, args, first);
  const seconds = (index: number): Code => secondsOf(scope, argumentAt(args, index));
  switch (temporal.meaning.kind) {
    case 'count':
      return code`${path}.count(${key(counter, 0)})`;
    case 'recent': {
      const window = seconds(temporal.meaning.slots.length);
      const since = joined([key(counter, 0), nowFor(context, counter), window], ', ');
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

/** The key of arguments, which have exactly the types of the slots that are counted by. */
function keyFrom(
  context: Context,
  scope: EmitScope,
  counter: Counter,
  args: readonly TypedCode[],
  first: number,
): Code {
  const slots = keysOf(counter).group.map((name) => slotOf(context, counter.template, name).slot);
  const values = slots.map((slot, i) =>
    convert(argumentAt(args, first + i), representation(slotType(slot.type)), scope),
  );
  return counterKeyOf(context, slots, values).key;
}

/** The clock in the unit of the times that are counted. */
function nowFor(context: Context, { template, slots }: Counter): Code {
  const { slot } = slotOf(context, template, required(slots.at(-1), template));
  return slot.type === 'TIME' ? code`Math.round(m.now * 1000)` : code`m.now`;
}

function secondsOf(scope: EmitScope, value: TypedCode): Code {
  return convert(value, representation(FLOAT), scope);
}
