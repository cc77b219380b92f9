import type {
  Expression,
  FunctionDefinition,
  SwitchExpression,
} from '../../language/expression/expression.ts';
import { clipsConstant } from './atoms.ts';

/** An expression as CLIPS text. Every name in it was checked; values are written by the one literal writer. */
export function printExpression(expression: Expression): string {
  switch (expression.kind) {
    case 'literal':
      return clipsConstant(expression.value);
    case 'variable':
      return (expression.multi ? '$?' : '?') + expression.name;
    case 'call':
      return printCall(expression.name, expression.args);
    case 'if':
      return printIf(expression.test, expression.then, expression.else);
    case 'while':
      return form('while', printExpression(expression.test), 'do', ...printAll(expression.body));
    case 'loop-for-count': {
      const { variable, from, to, body } = expression;
      // Without a variable there is only a count.
      const range = variable === null ? printExpression(to) : form('?' + variable, ...printAll([from, to]));
      return form('loop-for-count', range, 'do', ...printAll(body));
    }
    case 'progn':
      return form('progn', ...printAll(expression.body));
    case 'foreach': {
      const list = printExpression(expression.list);
      const variable = expression.variable === null ? null : '?' + expression.variable;
      const head =
        variable === null
          ? [list]
          : expression.form === 'foreach'
            ? [variable, list]
            : [form(variable, list)];
      return form(expression.form, ...head, ...printAll(expression.body));
    }
    case 'switch':
      return printSwitch(expression);
    case 'bind':
      return form('bind', '?' + expression.name, ...printAll(expression.values));
    case 'return':
      return form('return', printExpression(expression.value));
    case 'break':
      return '(break)';
    case 'fact-query': {
      const sets = expression.sets.map(({ variable, templates }) => form('?' + variable, ...templates));
      return form(
        expression.form,
        form(...sets),
        printExpression(expression.test),
        ...printAll(expression.body),
      );
    }
    case 'fact-slot':
      return `?${expression.variable}:${expression.slot}`;
  }
}

/** A deffunction as CLIPS text. */
export function printDeffunction(definition: FunctionDefinition): string {
  const parameters = definition.parameters.map((name) => '?' + name);
  if (definition.wildcard !== null) parameters.push('$?' + definition.wildcard);
  const body = definition.body.map((action) => '\n   ' + printExpression(action)).join('');
  return `(deffunction ${definition.name} (${parameters.join(' ')})${body})`;
}

/**
 * CLIPS 6.4 gives these results as a window on their argument and then counts positions in them from the start of
 * the argument (`member$`, `delete-member$`); a new multifield has no such window, in no version.
 */
const WINDOWS: ReadonlySet<string> = new Set(['rest$', 'subseq$']);

function printCall(name: string, args: readonly Expression[]): string {
  const call = form(name, ...printAll(args));
  return WINDOWS.has(name) ? form('create$', call) : call;
}

function printIf(test: Expression, then: readonly Expression[], otherwise: readonly Expression[]): string {
  const branches = ['then', ...printAll(then)];
  if (otherwise.length > 0) branches.push('else', ...printAll(otherwise));
  return form('if', printExpression(test), ...branches);
}

function printSwitch(expression: SwitchExpression): string {
  const cases = expression.cases.map(({ value, body }) =>
    form('case', printExpression(value), 'then', ...printAll(body)),
  );
  if (expression.default !== null) cases.push(form('default', ...printAll(expression.default)));
  return form('switch', printExpression(expression.subject), ...cases);
}

function printAll(expressions: readonly Expression[]): readonly string[] {
  return expressions.map(printExpression);
}

function form(...parts: readonly string[]): string {
  return `(${parts.join(' ')})`;
}
