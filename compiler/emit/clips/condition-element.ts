import type { ConditionElement, Constraint, Field, Pattern } from '../../untyped.ts';
import { clipsLiteral } from './atoms.ts';
import { printExpression } from './expression.ts';
import { clipsName, clipsVariable } from './names.ts';

function emitConstraint(constraint: Constraint, list: boolean): string {
  switch (constraint.kind) {
    case 'variable':
      return (constraint.negated ? '~' : '') + (list ? '$' : '') + clipsVariable(constraint.name);
    case 'literal':
      return (constraint.negated ? '~' : '') + clipsLiteral(constraint.value);
    case 'predicate':
      return ':' + printExpression(constraint.expression);
  }
}

function emitField(field: Field): string {
  const written = field.constraints.map((constraint) => emitConstraint(constraint, field.list)).join('&');
  return ` (${clipsName(field.slot)} ${written || (field.list ? '$?' : '?')})`;
}

function emitPattern(pattern: Pattern): string {
  const address = pattern.address === null ? '' : clipsVariable(pattern.address) + ' <- ';
  return `${address}(${clipsName(pattern.template)}${pattern.fields.map(emitField).join('')})`;
}

/** Nested elements stand in a column under the first one. */
function emitGroup(
  head: 'not' | 'exists' | 'and' | 'or',
  elements: readonly ConditionElement[],
  column: number,
): string {
  const inner = column + head.length + 2;
  return `(${head} ${elements.map((element) => emitConditionElement(element, inner)).join('\n' + ' '.repeat(inner))})`;
}

/** One conditional element of a left side; `column` is where it starts, for the elements inside it. */
export function emitConditionElement(element: ConditionElement, column: number): string {
  switch (element.kind) {
    case 'pattern':
      return emitPattern(element);
    case 'test':
      return `(test ${printExpression(element.expression)})`;
    case 'not':
      return emitGroup('not', [element.element], column);
    case 'exists':
    case 'and':
    case 'or':
      return emitGroup(element.kind, element.elements, column);
  }
}
