/** The errors that functions of the language raise. An evaluation that raises one fails as a whole. */
import { EvaluationError } from '../errors.ts';
import { Fact, FloatValue, SymbolValue, type Value } from '../values.ts';

export function divisionByZero(name: string): EvaluationError {
  return new EvaluationError(`Attempt to divide by zero in function '${name}'`);
}

/** A result that does not fit in 64 bits; CLIPS goes on with other digits. */
export function overflow(name: string): EvaluationError {
  return new EvaluationError(`Integer overflow in function '${name}'`);
}

/** Whether the message of an evaluation error, perhaps behind the name of its rule, tells of an overflow. */
export function tellsOfOverflow(message: string): boolean {
  return /(^|: )Integer overflow in function '[a-z+*-]+'$/.test(message);
}

/** An argument of the wrong type; `position` counts from 1. */
export function wrongType(name: string, position: number, expected: string, actual: Value): EvaluationError {
  return new EvaluationError(
    `Function '${name}' expected argument #${position} to be of type ${expected}, but it is ${typeName(actual)}`,
  );
}

function typeName(value: Value): string {
  if (typeof value === 'string') return 'a string';
  if (typeof value === 'number' || typeof value === 'bigint') return 'an integer';
  if (value instanceof FloatValue) return 'a float';
  if (value instanceof SymbolValue) return `the symbol ${value.name}`;
  return value instanceof Fact ? 'a fact' : 'a multifield';
}
