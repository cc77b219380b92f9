import type { Span } from '../../diagnostics/position.ts';
import type { Expression } from '../../language/expression/expression.ts';
import { buildAt, operandExpression } from '../../language/operators/build-expression.ts';
import { hasKeyFunction, lookupFunction, type ConstantMap } from '../../language/operators/constant-map.ts';
import type { Lowered, Operand, PlainOperand, SingleOperand } from '../../language/operators/operator.ts';
import { isText } from '../../language/slot-types.ts';
import type { Literal, SlotType } from '../../values.ts';
import type { ArgumentSyntax, LookupSyntax } from '../../syntax.ts';
import { findConstant, reportKind, type Constant } from '../scope/constants.ts';
import type { Bound } from '../scope/environment.ts';
import { literalForm, typeText } from '../scope/literals.ts';
import type { RuleContext } from '../scope/rule-context.ts';

/** How the key of a look-up is reached. */
export interface LookupScope {
  readonly context: RuleContext;
  readonly keyOf: (key: Extract<ArgumentSyntax, { kind: 'reference' | 'variable' }>) => Bound | null;
}

export type ComputedOperand = Extract<Operand, { kind: 'computed' }>;

type MapConstant = Extract<Constant, { kind: 'map' }>;

/** Maps by the requested type of their values: thousands of rules may use one map. */
const typedMaps = new WeakMap<MapConstant, Map<SlotType, ConstantMap>>();

/** The map with values of a type; null (reported) when one of them is none of it. */
function typedMap(
  constant: MapConstant,
  type: SlotType,
  at: Span,
  { report }: RuleContext,
): ConstantMap | null {
  const ofType = typedMaps.get(constant) ?? new Map<SlotType, ConstantMap>();
  typedMaps.set(constant, ofType);
  const known = ofType.get(type);
  if (known !== undefined) return known;
  const entries = new Map<string, Literal>();
  for (const [name, value] of constant.entries) {
    const typed = value.type === type ? value : typeText(literalForm(value), type, at, report);
    if (typed !== null) entries.set(name, typed);
  }
  if (entries.size < constant.entries.size) return null;
  const map = { name: constant.name, type, entries };
  ofType.set(type, map);
  return map;
}

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
  const map = typedMap(constant, type, at, context);
  if (map === null) return null;
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
 * A test whose operands are looked up: it never holds if the map does not have the key. Its operands
 * are not constants, so all of it is a predicate.
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
  if (operand.kind === 'computed') throw new TypeError('a computed operand outside a predicate');
  return operand;
}

function testOf(lowered: Lowered, subject: Expression): Expression {
  if (lowered.kind === 'predicate') return lowered.build(subject);
  const operands = lowered.kind === 'equals' ? [lowered.operand] : lowered.operands;
  const { call } = buildAt(subject.at);
  return call(lowered.kind === 'equals' ? 'eq' : 'neq', subject, ...operands.map(operandExpression));
}
