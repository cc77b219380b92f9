import type { EmitScope } from '../../expression/scope.ts';
import { BOOLEAN, FLOAT, INTEGER, representation, type TypedCode } from '../../expression/static-type.ts';
import { slotType } from '../../expression/typing.ts';
import { code, joined, type Code } from '../../write/code.ts';
import { slotOf, type Context } from './context.ts';
import { countersOf, type Counter } from './counters.ts';
import { keyPart } from './index-key.ts';
import { convert } from './expression-convert.ts';

/** A call of a temporal function, answered from counters instead of from all facts; null for any other function. */
export function emitTemporalCall(
  context: Context,
  scope: EmitScope,
  name: string,
  args: readonly TypedCode[],
): TypedCode | null {
  const temporal = context.counters.functions.get(name);
  if (temporal === undefined) return null;
  const counters = countersOf(temporal);
  const [counter] = counters;
  if (counter === undefined) throw new TypeError('a temporal function has a counter');
  const path = propertyOf(context, counter);
  const key = (of: Counter, index: number): Code => keyOf(context, scope, of, args[index]);
  const seconds = (index: number): Code => secondsOf(scope, args[index]);
  switch (temporal.meaning.kind) {
    case 'count':
      return { code: code`${path}.count(${key(counter, 0)})`, type: INTEGER, canFail: false };
    case 'recent': {
      const since = joined([key(counter, 0), code`m.now`, seconds(1)], ', ');
      return { code: code`${path}.since(${since})`, type: INTEGER, canFail: false };
    }
    case 'most-distinct':
      return { code: code`${path}.most`, type: INTEGER, canFail: false };
    case 'sequence': {
      const lists = counters.map((of, index) => code`${propertyOf(context, of)}.of(${key(of, index)})`);
      const rest = code`m.now, ${seconds(counters.length)}`;
      const found = code`${context.value('isSequence')}([${joined(lists, ', ')}], ${rest})`;
      return { code: found, type: BOOLEAN, canFail: false };
    }
  }
}

function propertyOf(context: Context, counter: Counter): Code {
  return code`m.${context.counters.named(counter).property}`;
}

/** The key of an argument, which has exactly the type of the slot that is counted by. */
function keyOf(context: Context, scope: EmitScope, counter: Counter, value: TypedCode | undefined): Code {
  const [name] = counter.slots;
  if (name === undefined || value === undefined) throw new TypeError('the checker counts arguments');
  const { slot } = slotOf(context, counter.template, name);
  return keyPart(context, slot, convert(value, representation(slotType(slot.type)), scope));
}

function secondsOf(scope: EmitScope, value: TypedCode | undefined): Code {
  if (value === undefined) throw new TypeError('the checker counts arguments');
  return convert(value, representation(FLOAT), scope);
}
