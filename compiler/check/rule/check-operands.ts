import type { Span } from '../../diagnostics/position.ts';
import { closestName } from '../../diagnostics/suggest.ts';
import type { Operand, Operator, ParameterKind, SingleOperand } from '../../language/operators/operator.ts';
import { isNumeric, isText } from '../../language/slot-types.ts';
import type { Hierarchy, Slot } from '../../ruleset.ts';
import type { Literal, SlotType } from '../../values.ts';
import type { ArgumentSyntax, OperatorSyntax } from '../../syntax.ts';
import { reportJoinedText } from './joined-text.ts';
import { checkKeys } from './check-keys.ts';
import type { Bound } from '../scope/environment.ts';
import { checkLookup } from './check-lookup.ts';
import { checkPatternArgument } from './check-pattern-argument.ts';
import { isAllowed } from '../scope/allowed-values.ts';
import { literalForm, typeNumber, typeText } from '../scope/literals.ts';
import { reportReferenceLiteral } from './looks-like-reference.ts';
import { wrongKind } from './wrong-kind.ts';
import { checkTimeArgument, isTimeKind } from './time-operands.ts';
import type { RuleContext } from '../scope/rule-context.ts';

/** The place where an operator is called, as its arguments see it. */
export interface OperandScope {
  readonly operator: Pick<Operator, 'name' | 'problemOf'>;
  readonly slot: Slot;
  /** The hierarchy of `level` arguments; null when there is none (reported). */
  readonly hierarchy: Hierarchy | null;
  readonly reference: (alias: string, slot: string, at: Span) => Bound | null;
  readonly variable: (name: string, at: Span) => Bound | null;
  /** Type of a variable that is bound here, for diagnostics. */
  readonly typeOf: (name: string) => SlotType | null;
  readonly context: RuleContext;
}

type Argument<K extends ArgumentSyntax['kind']> = Extract<ArgumentSyntax, { kind: K }>;

/** The operands of a call; null (all reported) when an argument is not what the operator takes. */
export function checkOperands(
  call: OperatorSyntax,
  scope: OperandScope & { readonly operator: Operator },
): readonly Operand[] | null {
  const { operator } = scope;
  if (operator.parameters.includes('pattern')) return checkPatternArgument(call, scope);
  const args = withEmptyText(call, scope);
  if (args.length !== operator.parameters.length) {
    const parameters = { operator: operator.name, expected: operator.parameters.length, found: args.length };
    scope.context.report.add('argument-count', call.at, parameters, meantCall(call, operator));
    return null;
  }
  const operands = operator.parameters.map((kind, index) => {
    const argument = args[index];
    return argument ? checkArgument(kind, argument, scope) : null;
  });
  return operands.includes(null) ? null : operands.flatMap((operand) => operand ?? []);
}

const LISTS: ReadonlySet<ParameterKind> = new Set(['values', 'items', 'texts', 'text-or-texts']);

/** `in(a, b)` is meant as `in([a, b])`. */
function meantCall(call: OperatorSyntax, { name, parameters }: Operator): string | null {
  const [kind] = parameters;
  const takesList = parameters.length === 1 && kind !== undefined && LISTS.has(kind);
  return takesList && call.args.length > 1 ? `${name}([${call.raw.value.trim()}])` : null;
}

/** `equals()` compares with the empty string. */
function withEmptyText(
  call: OperatorSyntax,
  scope: OperandScope & { readonly operator: Operator },
): readonly ArgumentSyntax[] {
  const { operator } = scope;
  if (call.args.length > 0 || operator.parameters.join() !== 'value' || scope.slot.list) return call.args;
  return [{ kind: 'quoted', text: '', at: call.at }];
}

/** The operands that one argument is; null (reported) when it is not what the kind says. */
export function checkArgument(
  kind: ParameterKind,
  argument: ArgumentSyntax,
  scope: OperandScope,
): readonly Operand[] | null {
  if (kind === 'hierarchy') return [];
  if (kind === 'keys') return checkKeys(argument, scope);
  if (isTimeKind(kind)) {
    const operand = checkTimeArgument(kind, argument, scope);
    return operand && [operand];
  }
  if (kind === 'items' || (kind === 'value' && scope.slot.list)) {
    const list = checkList(argument, scope);
    return list && [list];
  }
  if (kind === 'texts') {
    const operand = checkTexts(argument, scope);
    return operand && [operand];
  }
  if (kind === 'text-or-texts' && argument.kind === 'list') {
    const items = argument.items.map((item) => checkOperand('text', item, scope));
    if (items.includes(null)) return null;
    return [{ kind: 'list', items: items.flatMap((item) => item ?? []), at: argument.at }];
  }
  if (kind === 'values') {
    if (argument.kind === 'reference' || argument.kind === 'variable') {
      const list = checkList(argument, scope);
      return list && [list];
    }
    if (argument.kind !== 'list') return wrongKind(argument, scope, 'a list');
    const items = argument.items.map((item) => checkOperand('value', item, scope));
    if (items.length === 0)
      scope.context.report.add('never-holds', argument.at, { why: 'the list is empty' });
    return items.length === 0 || items.includes(null) ? null : items.flatMap((item) => item ?? []);
  }
  const operand = kind === 'size' ? checkSize(argument, scope) : checkOperand(kind, argument, scope);
  return operand && [operand];
}

/** A list as one operand: written out, or the name of a list whose items are of the slot's type. */
function checkList(argument: ArgumentSyntax, scope: OperandScope): Operand | null {
  if (argument.kind === 'list') {
    const items = argument.items.map((item) => checkOperand('item', item, scope));
    return items.includes(null)
      ? null
      : { kind: 'list', items: items.flatMap((item) => item ?? []), at: argument.at };
  }
  if (argument.kind !== 'reference' && argument.kind !== 'variable') {
    return wrongKind(argument, scope, 'a list');
  }
  const { at } = argument;
  const bound = boundOf(argument, scope);
  if (bound === null) return null;
  if (!bound.list) return wrongKind(argument, scope, 'a list');
  if (bound.type === scope.slot.type) return { kind: 'variable', ...bound, at };
  return neverMeets(bound, at, scope);
}

/** A text, a list of texts that is not empty, or the name of either. */
function checkTexts(argument: ArgumentSyntax, scope: OperandScope): Operand | null {
  const { at } = argument;
  if (argument.kind === 'list') {
    const items = argument.items.map((item) => checkOperand('text', item, scope));
    if (items.length === 0) scope.context.report.add('never-holds', at, { why: 'the list is empty' });
    if (items.length === 0 || items.includes(null)) return null;
    return { kind: 'list', items: items.flatMap((item) => item ?? []), at };
  }
  if (argument.kind !== 'reference' && argument.kind !== 'variable') {
    if (argument.kind === 'quoted' && /^\[|,/.test(argument.text))
      return wrongKind(argument, scope, 'a list');
    return checkOperand('text', argument, scope);
  }
  const bound = boundOf(argument, scope);
  if (!bound?.list) return checkVariable('text', bound, at, scope);
  if (isText(bound.type)) return { kind: 'variable', ...bound, at };
  return neverMeets(bound, at, scope);
}

function boundOf(argument: Argument<'reference' | 'variable'>, scope: OperandScope): Bound | null {
  return argument.kind === 'reference'
    ? scope.reference(argument.alias, argument.slot, argument.at)
    : scope.variable(argument.name, argument.at);
}

function neverMeets(
  { type }: { readonly type: Bound['type'] },
  at: Span,
  { slot, context }: OperandScope,
): null {
  context.report.add('types-never-meet', at, { slot: slot.name, type: slot.type, other: type });
  return null;
}

/** How many: no reference, since what is counted is known before. */
function checkSize(argument: ArgumentSyntax, scope: OperandScope): Operand | null {
  if (argument.kind !== 'bare' || !/^\d+$/.test(argument.text)) {
    return wrongKind(argument, scope, 'a whole number that is not negative');
  }
  const value = typeText(argument.text, 'INTEGER', argument.at, scope.context.report);
  return value && { kind: 'literal', value, at: argument.at };
}

/** One operand that is one value; null (reported) when the argument is not what the kind says. */
export function checkOperand(
  kind: ParameterKind,
  argument: ArgumentSyntax,
  scope: OperandScope,
): SingleOperand | null {
  switch (argument.kind) {
    case 'list':
    case 'map':
      return wrongKind(argument, scope, 'one value');
    case 'lookup': {
      const keyOf = (key: Argument<'reference' | 'variable'>): Bound | null => boundOf(key, scope);
      const looked = checkLookup(argument, kind === 'number' ? null : scope.slot.type, { ...scope, keyOf });
      return looked && checkType(kind, looked, argument.at, scope) ? looked : null;
    }
    case 'reference':
    case 'variable':
      return checkVariable(kind, boundOf(argument, scope), argument.at, scope);
    default: {
      const value = checkLiteral(kind, argument, scope);
      return value && { kind: 'literal', value, at: argument.at };
    }
  }
}

function checkVariable(
  kind: ParameterKind,
  bound: Bound | null,
  at: Span,
  scope: OperandScope,
): SingleOperand | null {
  if (bound === null) return null;
  if (bound.list) return wrongKind({ at }, scope, 'one value, no list');
  if (!checkType(kind, bound, at, scope)) return null;
  return { kind: 'variable', name: bound.name, type: bound.type, list: bound.list, at };
}

/** True if values of a type match the kind; reports it otherwise. */
function checkType(
  kind: ParameterKind,
  bound: { readonly type: Bound['type'] },
  at: Span,
  scope: OperandScope,
): boolean {
  const ofKind = kind === 'number' ? isNumeric : isText;
  const fits = kind === 'value' || kind === 'item' ? bound.type === scope.slot.type : ofKind(bound.type);
  if (!fits) neverMeets(bound, at, scope);
  return fits;
}

function checkLiteral(
  kind: ParameterKind,
  argument: Argument<'bare' | 'quoted'>,
  scope: OperandScope,
): Literal | null {
  const { slot, context } = scope;
  const { text, at } = argument;
  const isMeant = slot.allowed?.includes(text) === true;
  if (!isMeant && reportReferenceLiteral(argument, scope)) return null;
  if (reportJoinedText(kind, argument, scope)) return null;
  if (argument.kind === 'quoted' && !isText(slot.type) && slot.type !== 'TIME') {
    context.report.add('wrong-literal', at, { text, type: slot.type });
    return null;
  }
  switch (kind) {
    case 'value':
    case 'item':
      return allowed(typeText(text, slot.type, at, context.report), at, scope);
    case 'number':
      return typeNumber(text, slot.type, at, context.report);
    case 'level':
      return levelRank(text, at, scope);
    case 'compartment':
      return compartmentName(text, at, scope);
    default:
      return checkText(argument, scope);
  }
}

function checkText(
  { text, at, isLiteral }: Argument<'bare' | 'quoted'>,
  { operator, context }: OperandScope,
): Literal | null {
  const problem = operator.problemOf?.(text, isLiteral === true) ?? null;
  if (problem === null) return typeText(text, 'STRING', at, context.report);
  context.report.add('bad-argument', at, { operator: operator.name, text, problem });
  return null;
}

function allowed(literal: Literal | null, at: Span, scope: OperandScope): Literal | null {
  const { slot, context } = scope;
  if (literal === null || slot.allowed === null) return literal;
  const value = literalForm(literal);
  if (isAllowed(slot, value)) return literal;
  context.report.add('value-not-allowed', at, { value, slot: slot.name }, closestName(value, slot.allowed));
  return null;
}

function levelRank(text: string, at: Span, { hierarchy, context }: OperandScope): Literal | null {
  if (hierarchy === null) return null;
  const rank = hierarchy.levels.indexOf(text);
  if (rank >= 0) return { type: 'INTEGER', value: rank };
  context.report.add(
    'unknown-level',
    at,
    { level: text, hierarchy: hierarchy.name },
    closestName(text, hierarchy.levels),
  );
  return null;
}

function compartmentName(text: string, at: Span, { context }: OperandScope): Literal | null {
  const name = text.trim();
  if (name !== '' && !name.includes('|')) return typeText(name, 'STRING', at, context.report);
  context.report.add('compartment-name', at, { name: text });
  return null;
}
