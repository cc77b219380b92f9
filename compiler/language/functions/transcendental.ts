import { FLOAT, NUMBER } from '../static-type.ts';
import { rowsOf } from './row.ts';

const row = rowsOf('transcendental');

/** Those that fail have a domain error. */
export const TRANSCENDENTAL = [
  row('sin', [1, 1], [NUMBER], FLOAT),
  row('cos', [1, 1], [NUMBER], FLOAT),
  row('atan', [1, 1], [NUMBER], FLOAT),
  row('sinh', [1, 1], [NUMBER], FLOAT),
  row('cosh', [1, 1], [NUMBER], FLOAT),
  row('tanh', [1, 1], [NUMBER], FLOAT),
  row('exp', [1, 1], [NUMBER], FLOAT),
  row('tan', [1, 1], [NUMBER], FLOAT, { fails: true }),
  row('sec', [1, 1], [NUMBER], FLOAT, { fails: true }),
  row('csc', [1, 1], [NUMBER], FLOAT, { fails: true }),
  row('cot', [1, 1], [NUMBER], FLOAT, { fails: true }),
  row('acos', [1, 1], [NUMBER], FLOAT, { fails: true }),
  row('asin', [1, 1], [NUMBER], FLOAT, { fails: true }),
  row('atan2', [2, 2], [NUMBER], FLOAT, { fails: true, since64: true }),
  row('asec', [1, 1], [NUMBER], FLOAT, { fails: true }),
  row('acsc', [1, 1], [NUMBER], FLOAT, { fails: true }),
  row('acot', [1, 1], [NUMBER], FLOAT),
  row('sech', [1, 1], [NUMBER], FLOAT),
  row('csch', [1, 1], [NUMBER], FLOAT, { fails: true }),
  row('coth', [1, 1], [NUMBER], FLOAT, { fails: true }),
  row('acosh', [1, 1], [NUMBER], FLOAT, { fails: true }),
  row('asinh', [1, 1], [NUMBER], FLOAT),
  row('atanh', [1, 1], [NUMBER], FLOAT, { fails: true }),
  row('asech', [1, 1], [NUMBER], FLOAT, { fails: true }),
  row('acsch', [1, 1], [NUMBER], FLOAT, { fails: true }),
  row('acoth', [1, 1], [NUMBER], FLOAT, { fails: true }),
  row('log', [1, 1], [NUMBER], FLOAT, { fails: true }),
  row('log10', [1, 1], [NUMBER], FLOAT, { fails: true }),
  row('sqrt', [1, 1], [NUMBER], FLOAT, { fails: true }),
  row('**', [2, 2], [NUMBER], FLOAT, { fails: true }),
  row('deg-rad', [1, 1], [NUMBER], FLOAT),
  row('rad-deg', [1, 1], [NUMBER], FLOAT),
  row('deg-grad', [1, 1], [NUMBER], FLOAT),
  row('grad-deg', [1, 1], [NUMBER], FLOAT),
  row('pi', [0, 0], [], FLOAT),
] as const;
