import type { Comparison, ShortLiteral } from '../short-tree.ts';
import type { Resolved } from './resolved.ts';
import { foldCall } from './value-functions.ts';

/** The truth of a comparison of literals; null if it is more than that. */
export function foldComparison(expression: Resolved): boolean | null {
  if (expression.kind === 'literal')
    return expression.value.kind === 'boolean' ? expression.value.value : null;
  if (expression.kind === 'comparison') {
    const [left, right] = [literalOf(expression.left), literalOf(expression.right)];
    return left === null || right === null ? null : compareLiterals(left, right, expression.sign.value);
  }
  if (expression.kind !== 'in' || expression.right.kind !== 'list') return null;
  const left = literalOf(expression.left);
  const items = expression.right.items.map(literalOf);
  if (left === null || items.includes(null)) return null;
  return items.includes(left) !== expression.isNegated;
}

function literalOf(expression: Resolved): string | number | null {
  if (expression.kind === 'call') return foldCall(expression, literalOf);
  return expression.kind === 'literal' ? comparable(expression.value) : null;
}

function comparable(literal: ShortLiteral): string | number {
  if (literal.kind === 'text') return literal.value;
  return literal.kind === 'number'
    ? Number(literal.text)
    : literal.kind === 'boolean'
      ? String(literal.value)
      : literal.text;
}

function compareLiterals(left: string | number, right: string | number, sign: Comparison): boolean {
  switch (sign) {
    case '==':
      return left === right;
    case '!=':
      return left !== right;
    case '<':
      return left < right;
    case '<=':
      return left <= right;
    case '>':
      return left > right;
    case '>=':
      return left >= right;
  }
}
