import type { Expression } from './expression.ts';

/** The name that a variable has in the constructs. */
type Renaming = (name: string) => string;

/** Replacement of a variable; null to keep it. */
type Substitution = (name: string) => Expression | null;

/** The expression with its free variables renamed; variables that it binds itself keep their names. */
export function renameVariables(expression: Expression, renaming: Renaming): Expression {
  return replaceVariables(expression, renaming, () => null);
}

/** The expression with other expressions for its free variables. */
export function substitute(expression: Expression, substitution: Substitution): Expression {
  return replaceVariables(expression, (name) => name, substitution);
}

function replaceVariables(expression: Expression, renaming: Renaming, by: Substitution): Expression {
  const one = (part: Expression): Expression => replaceVariables(part, renaming, by);
  const all = (parts: readonly Expression[]): readonly Expression[] => parts.map(one);
  const inner = (parts: readonly Expression[], ...locals: readonly string[]): readonly Expression[] =>
    parts.map((part) =>
      replaceVariables(part, except(renaming, locals), (name) => (locals.includes(name) ? null : by(name))),
    );
  switch (expression.kind) {
    case 'literal':
    case 'break':
    case 'fact-slot':
      return expression;
    case 'variable':
      return by(expression.name) ?? { ...expression, name: renaming(expression.name) };
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
