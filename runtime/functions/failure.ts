/** The errors that functions of the language raise. An evaluation that raises one fails as a whole. */
import { about, EvaluationError } from '../engine/errors.ts';
import { Fact, FloatValue, SymbolValue, type Value } from '../values/values.ts';

export function divisionByZero(name: string): EvaluationError {
  return new EvaluationError(`Attempt to divide by zero in function '${name}'`);
}

/** A result that does not fit in 64 bits; CLIPS goes on with other digits. */
export function overflow(name: string): EvaluationError {
  return new EvaluationError(`Integer overflow in function '${name}'`);
}

/** True if the message of an evaluation error, with or without the name of its rule, reports an overflow. */
export function tellsOfOverflow(message: string): boolean {
  return /(^|: )Integer overflow in function '[a-z+*-]+'$/.test(message);
}

/** An argument of the wrong type; `position` counts from 1. */
export function wrongType(name: string, position: number, expected: string, actual: Value): EvaluationError {
  const write = (found: string): string =>
    `Function '${name}' expected argument #${position} to be of type ${expected}, but it is ${found}`;
  return new EvaluationError(
    actual instanceof SymbolValue
      ? about(actual.name, (shown) => write(`the symbol ${shown}`))
      : write(typeName(actual)),
  );
}

function typeName(value: Exclude<Value, SymbolValue>): string {
  if (typeof value === 'string') return 'a string';
  if (typeof value === 'number' || typeof value === 'bigint') return 'an integer';
  if (value instanceof FloatValue) return 'a float';
  return value instanceof Fact ? 'a fact' : 'a multifield';
}
