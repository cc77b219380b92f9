import type { Expression } from '../../language/expression/expression.ts';
import { buildAt, operandExpression } from '../../language/operators/build-expression.ts';
import { hasKeyFunction, lookupFunction } from '../../language/operators/constant-map.ts';
import type { Lowered, Operand, PlainOperand, SingleOperand } from '../../language/operators/operator.ts';
import { isText } from '../../language/slot-types.ts';
import type { SlotType } from '../../ruleset.ts';
import type { ArgumentSyntax, LookupSyntax } from '../../syntax.ts';
import { findConstant, reportKind } from '../scope/constants.ts';
import type { Bound } from '../scope/environment.ts';
import { literalForm, typeText } from '../scope/literals.ts';
import type { RuleContext } from '../scope/rule-context.ts';

/** How the key of a look-up is reached. */
export interface LookupScope {
  readonly context: RuleContext;
  readonly keyOf: (key: Extract<ArgumentSyntax, { kind: 'reference' | 'variable' }>) => Bound | null;
}

export type ComputedOperand = Extract<Operand, { kind: 'computed' }>;

/**
 * `$const.map[key]` as an operand of the type that its place wants, with what must hold for it to have a value. Null
 * (reported) when a value of the map is none of the type.
 *
 * @param wanted null: the type that the map has
 */
export function checkLookup(
  argument: LookupSyntax,
  wanted: SlotType | null,
  { context, keyOf }: LookupScope,
): ComputedOperand | null {
  const { at, key } = argument;
  const constant = findConstant(argument.map, at, context);
  if (constant === null) return null;
  if (constant.kind !== 'map') return reportKind(constant, 'a map', at, context);
  if (key.kind !== 'reference' && key.kind !== 'variable') {
    context.report.add('argument-kind', key.at, { operator: 'const', expected: 'one key' });
    return null;
  }
  const bound = keyOf(key);
  if (bound === null) return null;
  if (bound.list || bound.type === 'FLOAT' || bound.type === 'TIME') {
    context.report.add('argument-kind', key.at, {
      operator: 'const',
      expected: 'a key of text, a whole number or a boolean',
    });
    return null;
  }
  const type = wanted !== null && isText(wanted) && isText(constant.type) ? wanted : constant.type;
  const values = [...constant.entries].map(([name, value]) => {
    const typed = value.type === type ? value : typeText(literalForm(value), type, at, context.report);
    return typed && ([name, typed] as const);
  });
  if (values.includes(null)) return null;
  const map = {
    name: constant.name,
    type,
    entries: new Map(values.flatMap((entry) => (entry ? [entry] : []))),
  };
  const { nameOf } = context.checked.internals;
  const { call } = buildAt(at);
  const name = operandExpression({ kind: 'variable', ...bound, at: key.at });
  return {
    kind: 'computed',
    type,
    expression: call(nameOf(lookupFunction(map, constant.at)), name),
    guard: call(nameOf(hasKeyFunction(map, constant.at)), name),
    at,
  };
}

/**
 * A test whose operands are looked up: it does not hold, whatever it asks, when a map does not have the key. Its operands
 * are no constants, so all of it is a predicate.
 */
export function guarded(lowered: Lowered, operands: readonly Operand[]): Lowered<PlainOperand> {
  const guards = operands.flatMap((operand) => (operand.kind === 'computed' ? [operand.guard] : []));
  const [first] = guards;
  if (first === undefined) return plain(lowered);
  const { call } = buildAt(first.at);
  return {
    kind: 'predicate',
    build: (subject) => call('and', ...guards, testOf(lowered, subject)),
    restriction: null,
  };
}

/** INVARIANT: given a test without an operand that is looked up. */
function plain(lowered: Lowered): Lowered<PlainOperand> {
  if (lowered.kind === 'predicate') return lowered;
  if (lowered.kind === 'none-of') return { ...lowered, operands: lowered.operands.map(plainOperand) };
  return { ...lowered, operand: plainOperand(lowered.operand) };
}

function plainOperand(operand: SingleOperand): PlainOperand {
  if (operand.kind === 'computed') throw new TypeError('what is looked up stands in predicates only');
  return operand;
}

function testOf(lowered: Lowered, subject: Expression): Expression {
  if (lowered.kind === 'predicate') return lowered.build(subject);
  const operands = lowered.kind === 'equals' ? [lowered.operand] : lowered.operands;
  const { call } = buildAt(subject.at);
  return call(lowered.kind === 'equals' ? 'eq' : 'neq', subject, ...operands.map(operandExpression));
}
