import type { Span } from '../../diagnostics/position.ts';
import type { Expression } from '../expression/expression.ts';
import { buildAt } from './build-expression.ts';
import type { InternalFunction } from './internal-function.ts';

const MS = 1000;

/** `(time-now)`: the clock as times are held. Seconds as a float are exact to far less than a millisecond. */
function nowFunction(at: Span): InternalFunction {
  return {
    key: 'time-now',
    wanted: 'time-now',
    define(name) {
      const body = [clockTime(at)];
      return { name, parameters: [], wildcard: null, body, at };
    },
  };
}

/** The clock in milliseconds, written out. */
export function clockTime(at: Span): Expression {
  const { call, integer } = buildAt(at);
  return call('round', call('*', call('service-now'), integer(MS)));
}

/** The clock in milliseconds. */
export function timeNow(nameOf: (callee: InternalFunction) => string, at: Span): Expression {
  return buildAt(at).call(nameOf(nowFunction(at)));
}
