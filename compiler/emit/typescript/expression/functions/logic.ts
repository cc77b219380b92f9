import { code, joined } from '../../code/code.ts';
import { truth } from '../expression-convert.ts';
import type { FunctionCode } from './arguments.ts';

export const LOGIC = {
  and: (args, scope) =>
    code`(${joined(
      args.map((arg) => truth(arg, scope)),
      ' && ',
    )})`,
  or: (args, scope) =>
    code`(${joined(
      args.map((arg) => truth(arg, scope)),
      ' || ',
    )})`,
  not: (args, scope) => code`!(${args.map((arg) => truth(arg, scope))})`,
} satisfies Record<string, FunctionCode>;
