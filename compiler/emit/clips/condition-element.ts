import { splitSlots } from '../../left-side.ts';
import type { ConditionElement, Constraint, Field, Pattern } from '../../untyped.ts';
import { clipsLiteral } from './atoms.ts';
import { printExpression } from './expression.ts';
import { clipsName, clipsVariable } from './names.ts';
import type { Printer } from './spelled-lists.ts';

function emitConstraint(constraint: Constraint, list: boolean, print: Printer): string {
  switch (constraint.kind) {
    case 'variable':
      return (constraint.negated ? '~' : '') + (list ? '$' : '') + clipsVariable(constraint.name);
    case 'literal':
      return (constraint.negated ? '~' : '') + clipsLiteral(constraint.value);
    case 'predicate':
      return ':' + print(constraint.expression);
  }
}

const emitConstraints = (constraints: readonly Constraint[], list: boolean, print: Printer): string =>
  constraints.map((constraint) => emitConstraint(constraint, list, print)).join('&');

/** A field; constraints on a whole list whose items are matched one by one come after the item. */
function emitField(
  field: Field,
  fields: readonly Field[],
  split: ReadonlySet<string>,
  print: Printer,
): string {
  const { slot, list, each, constraints } = field;
  if (each === undefined) {
    if (split.has(slot)) return '';
    return ` (${clipsName(slot)} ${emitConstraints(constraints, list, print) || (list ? '$?' : '?')})`;
  }
  const whole = fields.find((other) => other.slot === slot && other.each === undefined);
  const tests = whole?.constraints.filter(({ kind }) => kind === 'predicate') ?? [];
  const after = [`$${clipsVariable(each.after)}`, ...tests.map((test) => emitConstraint(test, true, print))];
  const item = emitConstraints(constraints, false, print);
  return ` (${clipsName(slot)} $${clipsVariable(each.before)} ${item} ${after.join('&')})`;
}

function emitPattern(pattern: Pattern, print: Printer): string {
  const address = pattern.address === null ? '' : clipsVariable(pattern.address) + ' <- ';
  const split = splitSlots(pattern.fields);
  const fields = pattern.fields.map((field) => emitField(field, pattern.fields, split, print));
  return `${address}(${clipsName(pattern.template)}${fields.join('')})`;
}

/** Nested elements are aligned under the first one. */
function emitGroup(
  head: 'not' | 'exists' | 'and' | 'or',
  elements: readonly ConditionElement[],
  column: number,
  print: Printer,
): string {
  const inner = column + head.length + 2;
  return `(${head} ${elements.map((element) => emitConditionElement(element, inner, print)).join('\n' + ' '.repeat(inner))})`;
}

/** One conditional element of a left side; `column` is where it starts, for the elements inside it. */
export function emitConditionElement(
  element: ConditionElement,
  column: number,
  print: Printer = printExpression,
): string {
  switch (element.kind) {
    case 'pattern':
      return emitPattern(element, print);
    case 'test':
      return `(test ${print(element.expression)})`;
    case 'not':
      return emitGroup('not', [element.element], column, print);
    case 'exists':
    case 'and':
    case 'or':
      return emitGroup(element.kind, element.elements, column, print);
  }
}
