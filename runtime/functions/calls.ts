/** Limits of loops and calls, host functions and variables without a value. */
import { integer64 } from '../values/integer64.ts';
import type { HostValue } from '../description.ts';
import type { Host } from '../abi.ts';
import { about, EvaluationError, FerruleError, LimitError } from '../engine/errors.ts';
import { Fact, FloatValue, SymbolValue, type FieldValue, type Value } from '../values/values.ts';
import { isMultifield } from './box.ts';

/** The part of a matcher that functions use. */
export interface Caller {
  readonly host: Host;
  /** Steps of loops since the evaluation began. */
  steps: number;
  /** Calls of deffunctions that are open. */
  depth: number;
  /** Numbers the evaluations of all engines, from 1. */
  readonly evaluation: number;
}

/** Counts one step of a loop. */
export function countStep(caller: Caller): void {
  const limit = caller.host.limits.loopSteps;
  if (++caller.steps > limit)
    throw new LimitError('loopSteps', `More than ${limit} loop steps in one evaluation`);
}

/** Counts a call of a deffunction; the caller takes it back when the call ends. */
export function enterCall(caller: Caller): void {
  const limit = caller.host.limits.recursionDepth;
  if (caller.depth >= limit) throw new LimitError('recursionDepth', `Calls nested deeper than ${limit}`);
  caller.depth++;
}

/** The value of a variable that may have none yet. */
export function bound<T>(value: T | undefined, name: string): T {
  if (value === undefined) throw new EvaluationError(`Variable ?${name} is read before it is bound`);
  return value;
}

/** Calls a host function (`service-…`). */
export function callHost(caller: Caller, name: string, ...args: readonly Value[]): Value {
  const called = caller.host.functions.get(name);
  if (called === undefined) throw new EvaluationError(`The host does not provide the function '${name}'`);
  return fromHost(invoke(called, name, args), name);
}

function invoke(
  called: (...args: readonly HostValue[]) => HostValue,
  name: string,
  args: readonly Value[],
): HostValue {
  const given = args.map((arg) => toHost(arg, name));
  try {
    return called(...given);
  } catch (error) {
    if (error instanceof FerruleError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    // It may quote its arguments.
    throw new EvaluationError(about(reason, (shown) => `The host function '${name}' failed: ${shown}`));
  }
}

function toHost(value: Value, name: string): HostValue {
  if (isMultifield(value)) return value.map((field) => toHost(field, name));
  if (value instanceof FloatValue) return { float: value.value };
  if (value instanceof SymbolValue) return { symbol: value.name };
  if (value instanceof Fact) throw new EvaluationError(`The host function '${name}' cannot be given a fact`);
  return value;
}

function isList(value: HostValue): value is readonly HostValue[] {
  return Array.isArray(value);
}

function fromHost(value: HostValue, name: string): Value {
  if (isList(value)) return value.map((field) => fromHost(field, name)).flat() as FieldValue[];
  return hostField(value, name);
}

/** A whole JavaScript number is an INTEGER, any other a FLOAT. */
function hostField(value: Exclude<HostValue, readonly HostValue[]>, name: string): FieldValue {
  if (typeof value === 'string') return value;
  if (typeof value === 'bigint') {
    const fitting = integer64(value);
    if (fitting !== null) return fitting;
    throw new EvaluationError(`The host function '${name}' returned an integer that does not fit in 64 bits`);
  }
  if (typeof value === 'boolean') return new SymbolValue(value ? 'TRUE' : 'FALSE');
  if (typeof value === 'number') return Number.isSafeInteger(value) ? value + 0 : new FloatValue(value);
  if (typeof value === 'object' && value !== null) {
    if ('symbol' in value && typeof value.symbol === 'string') return new SymbolValue(value.symbol);
    if ('float' in value && typeof value.float === 'number') return new FloatValue(value.float);
  }
  throw new EvaluationError(
    `The host function '${name}' returned something that is not a value of the language`,
  );
}
