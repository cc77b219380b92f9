/** Structural keys: two tests are one when their keys are equal. Variables count by where they are found, not by name. */
import type { CallExpression, LiteralExpression } from '../language/expression/expression.ts';
import { TYPING_KEYS } from '../language/expression/typed-expression.ts';
import type { Literal } from '../values.ts';
import type { AlphaTest, BoundExpression, JoinTest, Reference } from './network.ts';

export function literalKey(literal: Literal): string {
  const value = literal.type === 'FLOAT' && Object.is(literal.value, -0) ? '-0' : String(literal.value);
  return literal.type + ' ' + JSON.stringify(value);
}

function referenceKey({ side, position, slot }: Reference): string {
  return `${side} ${position} ${slot ?? ''}`;
}

/** Keys of calls within expressions, for each place: the rows of a table ask for the same call. */
const KNOWN_CALLS = new WeakMap<BoundExpression['variables'], WeakMap<object, string>>();

function callsAt(variables: BoundExpression['variables']): WeakMap<object, string> {
  const known = KNOWN_CALLS.get(variables) ?? new WeakMap<object, string>();
  KNOWN_CALLS.set(variables, known);
  return known;
}

/** Everything of an expression but its positions and types, with bound variables replaced by their references. */
function expressionKey({ expression, variables }: BoundExpression): string {
  const known = callsAt(variables);
  const write = (value: unknown): string => {
    if (typeof value === 'string') return JSON.stringify(value);
    if (typeof value === 'bigint') return `"${value}n"`;
    if (Object.is(value, -0)) return '"-0"';
    if (typeof value !== 'object' || value === null) return String(value);
    if (Array.isArray(value)) return `[${value.map(write).join(',')}]`;
    const { kind, name } = value as { readonly kind?: unknown; readonly name?: unknown };
    const reference = kind === 'variable' && typeof name === 'string' ? variables.get(name) : undefined;
    if (reference !== undefined) return JSON.stringify(referenceKey(reference));
    if (kind === 'literal') return literalKey((value as LiteralExpression).value);
    if (kind === 'call') {
      const key =
        known.get(value) ?? `(${String(name)} ${(value as CallExpression).args.map(write).join(' ')})`;
      if (value !== expression) known.set(value, key);
      return key;
    }
    let text = '{';
    for (const [key, part] of Object.entries(value)) {
      if (part === undefined || key === 'at' || key === 'nameAt' || TYPING_KEYS.has(key)) continue;
      text += `"${key}":${write(part)},`;
    }
    return text + '}';
  };
  return write(expression);
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
