import type { Expression } from '../../language/expression/expression.ts';

/** The name that a variable has in the constructs. */
export type Renaming = (name: string) => string;

/** The expression with its free variables renamed; variables that it binds itself keep their names. */
export function renameVariables(expression: Expression, renaming: Renaming): Expression {
  const one = (part: Expression): Expression => renameVariables(part, renaming);
  const all = (parts: readonly Expression[]): readonly Expression[] => parts.map(one);
  const inner = (parts: readonly Expression[], ...locals: readonly string[]): readonly Expression[] =>
    parts.map((part) => renameVariables(part, except(renaming, locals)));
  switch (expression.kind) {
    case 'literal':
    case 'break':
    case 'fact-slot':
      return expression;
    case 'variable':
      return { ...expression, name: renaming(expression.name) };
    case 'call':
      return { ...expression, args: all(expression.args) };
    case 'if':
      return {
        ...expression,
        test: one(expression.test),
        then: all(expression.then),
        else: all(expression.else),
      };
    case 'while':
      return { ...expression, test: one(expression.test), body: all(expression.body) };
    case 'loop-for-count': {
      const { variable } = expression;
      const body = inner(expression.body, ...(variable === null ? [] : [variable]));
      return { ...expression, from: one(expression.from), to: one(expression.to), body };
    }
    case 'progn':
      return { ...expression, body: all(expression.body) };
    case 'foreach': {
      const { variable } = expression;
      return {
        ...expression,
        list: one(expression.list),
        body: inner(expression.body, ...(variable === null ? [] : [variable, variable + '-index'])),
      };
    }
    case 'switch':
      return {
        ...expression,
        subject: one(expression.subject),
        cases: expression.cases.map(({ value, body }) => ({ value: one(value), body: all(body) })),
        default: expression.default && all(expression.default),
      };
    case 'bind':
      return { ...expression, name: renaming(expression.name), values: all(expression.values) };
    case 'return':
      return { ...expression, value: one(expression.value) };
    case 'fact-query': {
      const locals = expression.sets.map(({ variable }) => variable);
      const [test] = inner([expression.test], ...locals);
      return { ...expression, test: test ?? expression.test, body: inner(expression.body, ...locals) };
    }
  }
}

function except(renaming: Renaming, locals: readonly string[]): Renaming {
  return (name) => (locals.includes(name) ? name : renaming(name));
}
