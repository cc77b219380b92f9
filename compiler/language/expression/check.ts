import type { Report } from '../../diagnostics/report.ts';
import type { Expression } from './expression.ts';
import { functionNames } from './function-names.ts';
import type { CheckScope } from './scope.ts';
import type { StaticType } from '../static-type.ts';
import { typed } from './type-expression.ts';
import type { TypedExpression } from './typed-expression.ts';

/**
 * Checks an expression of a rule: names, numbers of arguments, types that can never fit. Returns its static type,
 * which after an error is the widest that makes sense.
 */
export function checkExpression(expression: Expression, scope: CheckScope, report: Report): StaticType {
  return checkTyped(expression, scope, report).valueType;
}

/** As `checkExpression`; returns every part with its type. */
export function checkTyped(expression: Expression, scope: CheckScope, report: Report): TypedExpression {
  const { variables, functions, templates } = scope;
  const typing = {
    typed,
    outer: (name: string) => variables.get(name) ?? null,
    functionOf(name: string) {
      const signature = functions.get(name);
      return signature === undefined ? null : { signature, version: null };
    },
    temporal: new Map(),
    constants: new Map(),
    templates,
    report,
    locals: null,
    loops: new Map(),
    facts: new Map(),
    inQueryTest: false,
    shared: null,
    names: {
      functions: functionNames(functions),
      variables: variables.keys(),
    },
  };
  return typed(expression, typing, true);
}
