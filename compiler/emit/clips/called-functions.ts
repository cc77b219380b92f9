import type { Expression } from '../../language/expression/expression.ts';

type Visit = (name: string) => void;

function visitAll(expressions: readonly Expression[], visit: Visit): void {
  for (const expression of expressions) visitCalls(expression, visit);
}

/** Gives the name of every call in an expression to `visit`, outermost first. */
export function visitCalls(expression: Expression, visit: Visit): void {
  switch (expression.kind) {
    case 'literal':
    case 'variable':
    case 'break':
    case 'fact-slot':
      return;
    case 'call':
      visit(expression.name);
      return visitAll(expression.args, visit);
    case 'if':
      return visitAll([expression.test, ...expression.then, ...expression.else], visit);
    case 'while':
      return visitAll([expression.test, ...expression.body], visit);
    case 'loop-for-count':
      return visitAll([expression.from, expression.to, ...expression.body], visit);
    case 'progn':
      return visitAll(expression.body, visit);
    case 'foreach':
      return visitAll([expression.list, ...expression.body], visit);
    case 'switch':
      visitCalls(expression.subject, visit);
      for (const { value, body } of expression.cases) visitAll([value, ...body], visit);
      return visitAll(expression.default ?? [], visit);
    case 'bind':
      return visitAll(expression.values, visit);
    case 'return':
      return visitCalls(expression.value, visit);
    case 'fact-query':
      return visitAll([expression.test, ...expression.body], visit);
  }
}
