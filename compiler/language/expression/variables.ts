import type { Expression } from './expression.ts';
import type { TypedExpression } from './typed-expression.ts';

/** The direct parts of an expression, in order of evaluation. */
export function partsOf(expression: TypedExpression): readonly TypedExpression[];
export function partsOf(expression: Expression): readonly Expression[];
export function partsOf(expression: Expression): readonly Expression[] {
  switch (expression.kind) {
    case 'literal':
    case 'variable':
    case 'break':
    case 'fact-slot':
      return [];
    case 'call':
      return expression.args;
    case 'if':
      return [expression.test, ...expression.then, ...expression.else];
    case 'while':
      return [expression.test, ...expression.body];
    case 'loop-for-count':
      return [expression.from, expression.to, ...expression.body];
    case 'progn':
      return expression.body;
    case 'foreach':
      return [expression.list, ...expression.body];
    case 'switch':
      return [
        expression.subject,
        ...expression.cases.flatMap(({ value, body }) => [value, ...body]),
        ...(expression.default ?? []),
      ];
    case 'bind':
      return expression.values;
    case 'return':
      return [expression.value];
    case 'fact-query':
      return [expression.test, ...expression.body];
  }
}

/** Names that an expression binds for its own parts. */
function localsOf(expression: Expression): readonly string[] {
  switch (expression.kind) {
    case 'loop-for-count':
      return expression.variable === null ? [] : [expression.variable];
    case 'foreach':
      return expression.variable === null ? [] : [expression.variable, expression.variable + '-index'];
    case 'fact-query':
      return expression.sets.map(({ variable }) => variable);
    default:
      return [];
  }
}

/**
 * The variables of an expression that are bound outside of it, in order of first mention. A variable that some `bind`
 * inside sets counts as bound outside when it is mentioned, too: whether it is depends on the surroundings.
 */
export function variablesOf(expression: Expression): ReadonlySet<string> {
  const found = new Set<string>();
  const walk = (node: Expression, locals: ReadonlySet<string>): void => {
    if (node.kind === 'literal') return;
    if (node.kind === 'variable' && !locals.has(node.name)) found.add(node.name);
    if (node.kind === 'fact-slot' && !locals.has(node.variable)) found.add(node.variable);
    const own = localsOf(node);
    const inner = own.length === 0 ? locals : new Set([...locals, ...own]);
    for (const part of partsOf(node)) walk(part, inner);
  };
  walk(expression, new Set());
  return found;
}
