import { commonType, FLOAT, INTEGER, NOTHING, NUMBER, unionOf, type StaticType } from '../static-type.ts';
import { MANY, rowsOf } from './row.ts';

/** Certainly INTEGER when it is a number at all. */
export function isInteger(type: StaticType): boolean {
  return commonType(type, NUMBER) === INTEGER;
}

/** Certainly FLOAT when it is a number at all. */
export function isFloat(type: StaticType): boolean {
  return commonType(type, NUMBER) === FLOAT;
}

/**
 * FLOAT when one argument is certainly FLOAT, INTEGER when all are certainly INTEGER. Types that are not numbers do not
 * count: a value of theirs is an error when the code runs.
 */
function totalType(args: readonly StaticType[]): StaticType {
  if (args.includes(NOTHING)) return NOTHING;
  if (args.some(isFloat)) return FLOAT;
  return args.every(isInteger) ? INTEGER : NUMBER;
}

/** `max` and `min` return one of their arguments with its type. */
export function oneOfTypes(args: readonly StaticType[]): StaticType {
  return unionOf(...args.map((type) => commonType(type, NUMBER)));
}

function extremeType(args: readonly StaticType[]): StaticType {
  const type = oneOfTypes(args);
  return type === NOTHING ? NUMBER : type;
}

const row = rowsOf('arithmetic');

export const ARITHMETIC = [
  row('+', [2, MANY], [NUMBER], totalType),
  row('-', [2, MANY], [NUMBER], totalType),
  row('*', [2, MANY], [NUMBER], totalType),
  row('max', [1, MANY], [NUMBER], extremeType),
  row('min', [1, MANY], [NUMBER], extremeType),
  row('/', [2, MANY], [NUMBER], FLOAT, { fails: true }),
  row('div', [2, MANY], [NUMBER], INTEGER, { fails: true }),
  row('mod', [2, 2], [NUMBER], totalType, { fails: true }),
  row('abs', [1, 1], [NUMBER], totalType),
] as const;
