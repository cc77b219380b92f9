/** Structural keys: two tests are one when their keys are equal. Variables count by where they are found, not by name. */
import type { Expression } from '../language/expression/expression.ts';
import { TYPING_KEYS } from '../language/expression/typed-expression.ts';
import type { Literal } from '../ruleset.ts';
import type { AlphaTest, BoundExpression, JoinTest, Reference } from './network.ts';

export function literalKey(literal: Literal): string {
  const value = literal.type === 'FLOAT' && Object.is(literal.value, -0) ? '-0' : String(literal.value);
  return literal.type + ' ' + JSON.stringify(value);
}

function referenceKey({ side, position, slot }: Reference): string {
  return `${side} ${position} ${slot ?? ''}`;
}

/** Everything of an expression but its positions and types, with bound variables replaced by their references. */
function expressionKey({ expression, variables }: BoundExpression): string {
  return JSON.stringify(expression, (key, value: unknown) => {
    if (key === 'at' || key === 'nameAt' || TYPING_KEYS.has(key)) return undefined;
    if (typeof value === 'bigint') return value.toString() + 'n';
    if (Object.is(value, -0)) return '-0';
    const node = value as Expression | null;
    if (node !== null && typeof node === 'object' && node.kind === 'variable') {
      const reference = variables.get(node.name);
      if (reference !== undefined) return referenceKey(reference);
    }
    return value;
  });
}

export function alphaTestKey(test: AlphaTest): string {
  switch (test.kind) {
    case 'constant':
      return `${test.slot}${test.equal ? '=' : '~'}${literalKey(test.value)}`;
    case 'compare':
      return `${test.slot}${test.equal ? '=' : '~'}?${test.other}`;
    case 'expression':
      return expressionKey(test.bound);
  }
}

export function joinTestKey(test: JoinTest): string {
  switch (test.kind) {
    case 'compare':
      return `${test.slot}${test.equal ? '=' : '~'}${referenceKey(test.with)}`;
    case 'agree':
      return `agree ${test.position} ${test.slot}`;
    case 'expression':
      return expressionKey(test.bound);
  }
}
