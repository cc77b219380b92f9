import type { Span } from '../../diagnostics/position.ts';
import type {
  CallExpression,
  Expression,
  FactSlotExpression,
  LiteralExpression,
  VariableExpression,
} from '../expression/expression.ts';
import type { Literal } from '../../values.ts';
import type { Operand } from './operator.ts';

/** Builds expression trees that share one position in the YAML. */
export interface Builder {
  readonly call: (name: string, ...args: readonly Expression[]) => CallExpression;
  readonly variable: (name: string) => VariableExpression;
  readonly literal: (value: Literal) => LiteralExpression;
  readonly string: (value: string) => LiteralExpression;
  readonly symbol: (value: string) => LiteralExpression;
  readonly integer: (value: number) => LiteralExpression;
  /** `?fact:slot` in a fact-set query. */
  readonly slotOf: (fact: string, slot: string) => FactSlotExpression;
}

export function buildAt(at: Span): Builder {
  const literal = (value: Literal): LiteralExpression => ({ kind: 'literal', value, at });
  return {
    call: (name, ...args) => ({ kind: 'call', name, nameAt: at, args, at }),
    variable: (name) => ({ kind: 'variable', name, multi: false, at }),
    literal,
    string: (value) => literal({ type: 'STRING', value }),
    symbol: (value) => literal({ type: 'SYMBOL', value }),
    integer: (value) => literal({ type: 'INTEGER', value }),
    slotOf: (variable, slot) => ({ kind: 'fact-slot', variable, slot, at }),
  };
}

/** A literal as the constructs have it: a BOOLEAN is a SYMBOL there, a TIME an INTEGER. */
export function plainLiteral(value: Literal): Literal {
  if (value.type === 'BOOLEAN') return { type: 'SYMBOL', value: value.value ? 'TRUE' : 'FALSE' };
  return value.type === 'TIME' ? { type: 'INTEGER', value: value.value } : value;
}

/** An operand as an expression: the literal, or the variable. */
export function operandExpression(operand: Operand): Expression {
  if (operand.kind === 'list') {
    return buildAt(operand.at).call('create$', ...operand.items.map(operandExpression));
  }
  if (operand.kind === 'computed') return operand.expression;
  return operand.kind === 'literal'
    ? { kind: 'literal', value: plainLiteral(operand.value), at: operand.at }
    : { kind: 'variable', name: operand.name, multi: false, at: operand.at };
}
