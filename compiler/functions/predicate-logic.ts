import { truth } from '../emit/typescript/expression-convert.ts';
import { ANY, BOOLEAN } from '../expression/static-type.ts';
import { code, joined } from '../write/code.ts';
import { always, MANY, type FunctionRow } from './row.ts';

/** `and`, `or` and `not`: everything but the symbol FALSE is true; the answer is always TRUE or FALSE. */
export const LOGIC: readonly FunctionRow[] = [
  {
    name: 'and',
    group: 'predicate',
    min: 2,
    max: MANY,
    accepts: [ANY],
    result: always(BOOLEAN),
    fails: false,
    lazy: true,
    emit: (args, scope) =>
      code`(${joined(
        args.map((arg) => truth(arg, scope)),
        ' && ',
      )})`,
  },
  {
    name: 'or',
    group: 'predicate',
    min: 2,
    max: MANY,
    accepts: [ANY],
    result: always(BOOLEAN),
    fails: false,
    lazy: true,
    emit: (args, scope) =>
      code`(${joined(
        args.map((arg) => truth(arg, scope)),
        ' || ',
      )})`,
  },
  {
    name: 'not',
    group: 'predicate',
    min: 1,
    max: 1,
    accepts: [ANY],
    result: always(BOOLEAN),
    fails: false,
    emit: (args, scope) => code`!(${args.map((arg) => truth(arg, scope))})`,
  },
];
