/** Operators of the long form as infix comparisons. */
import { complementOf, subjectKind } from '../../../compiler/lower/operators.ts';
import type { ArgumentSyntax, OperatorSyntax } from '../../../compiler/syntax.ts';
import { binary, LEVELS, negate, primary, quoted, type Fragment } from './fragment.ts';
import { pathId } from './hidden-templates.ts';
import { durationText } from './raise-times.ts';
import { refuse } from './raise-names.ts';
import { referenceText, variableText, type RaiseScope } from './raise-scope.ts';

const SIGNS: ReadonlyMap<string, string> = new Map([
  ['equals', '=='],
  ['not_equals', '!='],
  ['less_than', '<'],
  ['at_most', '<='],
  ['greater_than', '>'],
  ['at_least', '>='],
  ['before', '<'],
  ['not_after', '<='],
  ['after', '>'],
  ['not_before', '>='],
]);
const TURNED: ReadonlyMap<string, string> = new Map([
  ['==', '=='],
  ['!=', '!='],
  ['<', '>'],
  ['<=', '>='],
  ['>', '<'],
  ['>=', '<='],
]);
const SIZES: ReadonlyMap<string, string> = new Map([
  ['size_equals', '=='],
  ['size_at_least', '>='],
  ['size_at_most', '<='],
]);

/** Subject of an operator. */
interface Subject {
  readonly text: Fragment;
  /** Type of the slot, or of the items of a list; `duration` or null for numbers of aggregates. */
  readonly type: string | null;
  readonly isList: boolean;
  /** A slot of a fact of the document. */
  readonly isPath?: boolean;
}

/** The comparison of a subject; refused if it has no short form. */
export function raiseOperator(scope: RaiseScope, subject: Subject, expression: OperatorSyntax): Fragment {
  const { text, type } = subject;
  const name = expression.operator.value;
  const [first] = expression.args;
  if (name === 'is_true') return text;
  if (name === 'is_false') return negate(isMarked(text) ? withDefault(text, 'true') : text);
  const sign = SIGNS.get(name);
  if (sign !== undefined) return compare(scope, subject, sign, first);
  if (name === 'in' || name === 'not_in') {
    if (first === undefined) return refuse(scope);
    const list = argumentText(scope, first, type);
    if (name === 'in') return binary(text, 'in', list, LEVELS.comparison);
    if (!isMarked(text)) return binary(text, 'not in', list, LEVELS.comparison);
    const [item] = first.kind === 'list' ? first.items : [];
    if (item === undefined) return refuse(scope);
    const known = withDefault(text, argumentText(scope, item, type).text);
    return binary(known, 'not in', list, LEVELS.comparison);
  }
  if (name === 'has_key')
    return first === undefined
      ? refuse(scope)
      : binary(text, 'in', argumentText(scope, first, type), LEVELS.comparison);
  if (name === 'has' || name === 'has_not') {
    const item = first === undefined ? refuse(scope) : argumentText(scope, first, type);
    const isNew = item.names.some((fact) => !scope.mentioned.has(fact));
    // A fact that is not named yet comes first, and so does its pattern.
    if (isNew || subject.isPath === true)
      return binary(item, name === 'has' ? 'in' : 'not in', text, LEVELS.comparison);
  }
  const size = SIZES.get(name);
  if (size !== undefined && first?.kind === 'bare')
    return binary(primary(`size(${text.text})`, text.names), size, primary(first.text), LEVELS.comparison);
  return raiseMethod(scope, subject, expression);
}

const isMarked = ({ text }: Fragment): boolean => text.endsWith('?');

/** `(path ?? literal)`: `?` beside `!=` has two readings. */
const withDefault = ({ text, names }: Fragment, literal: string): Fragment =>
  primary(`(${text.slice(0, -1)} ?? ${literal})`, names);

function compare(
  scope: RaiseScope,
  { text, type }: Subject,
  sign: string,
  argument: ArgumentSyntax | undefined,
): Fragment {
  if (argument === undefined) return binary(text, sign, primary('""'), LEVELS.comparison);
  const other = argumentText(scope, argument, type);
  if (type === 'boolean' && other.names.length === 0) {
    if (other.text === 'true') return sign === '==' ? text : negate(text);
    if (other.text === 'false') return sign === '==' ? negate(text) : text;
  }
  if (sign === '!=' && isMarked(text))
    return other.names.length > 0
      ? refuse(scope)
      : binary(withDefault(text, other.text), sign, other, LEVELS.comparison);
  // A fact that nothing has named yet comes first, and so does its pattern.
  const isNew = other.names.some((name) => !scope.mentioned.has(name));
  const isFree = argument.kind === 'lookup' || text.paths !== undefined;
  const isFirst = isFree ? isEarlier(scope, other, text) : null;
  return (isFirst ?? isNew)
    ? binary(other, TURNED.get(sign) ?? sign, text, LEVELS.comparison)
    : binary(text, sign, other, LEVELS.comparison);
}

/**
 * True if the path of a key, or beside an aggregate, was mentioned before that of the subject; null if they are not
 * both paths. Their patterns do not say so.
 */
function isEarlier({ document }: RaiseScope, key: Fragment, subject: Fragment): boolean | null {
  const order = [...(document?.templates.byName.values() ?? [])].map(pathId);
  const [first, second] = [key, subject].map(({ names: [name], paths: [path] = [] }) =>
    order.indexOf((name ?? path)?.replace(/^input/, '$') ?? ''),
  );
  return first === undefined || second === undefined || first < 0 || second < 0 ? null : first < second;
}

/** `subject.operator(arguments)`, negated for a complement. */
function raiseMethod(
  scope: RaiseScope,
  { text, type, isList }: Subject,
  expression: OperatorSyntax,
): Fragment {
  const written = expression.operator.value;
  const base = positiveOf(written);
  const kind = base === null ? null : subjectKind(base);
  if (base === null || kind === null || base === 'sequence_detected' || text.level < LEVELS.primary)
    return refuse(scope);
  if (base !== written && isMarked(text)) return refuse(scope);
  const args =
    base === 'matches'
      ? [primary(patternText(expression.args[0]?.kind === 'list' ? '' : textOf(expression.args[0])))]
      : expression.args.map((argument, i) =>
          argumentText(
            scope,
            argument,
            argumentType(base, kind, i, isList || kind === 'number' ? type : 'string'),
          ),
        );
  const method = primary(`${text.text}.${base}(${args.map((arg) => arg.text).join(', ')})`, [
    ...text.names,
    ...args.flatMap(({ names }) => names),
  ]);
  return base === written ? method : negate(method);
}

/** The operator that this one is, or is the complement of. */
function positiveOf(operator: string): string | null {
  if (subjectKind(operator) !== null) return operator;
  const base = operator.replace(/^not_/, '');
  if (complementOf(base) === operator) return base;
  return ['has', 'has_any', 'is_empty'].find((word) => complementOf(word) === operator) ?? null;
}

/** Type of an argument: that of its slot, text, or none, if it is a name or a duration. */
function argumentType(operator: string, kind: string, index: number, type: string | null): string | null {
  if (kind === 'counting') return 'word';
  if (operator === 'dominates' && index === 2) return 'word';
  if (operator === 'within_last' || operator === 'older_than') return 'time';
  return type;
}

const textOf = (argument: ArgumentSyntax | undefined): string =>
  argument?.kind === 'bare' || argument?.kind === 'quoted' ? argument.text : '';

/** Patterns are written raw, between backticks. */
const patternText = (pattern: string): string =>
  /[`\n\r]/.test(pattern) ? quoted(pattern) : `\`${pattern}\``;

const NUMBER = /^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const DURATION = /^\d+[smhd]$/;

/** An argument as the short form writes it, typed as the slot it meets. */
function argumentText(scope: RaiseScope, argument: ArgumentSyntax, type: string | null): Fragment {
  switch (argument.kind) {
    case 'reference':
      return referenceText(scope, argument.alias, argument.slot);
    case 'variable':
      return variableText(scope, argument.name);
    case 'list': {
      const items = argument.items.map((item) => argumentText(scope, item, type));
      return primary(
        `[${items.map(({ text }) => text).join(', ')}]`,
        items.flatMap(({ names }) => names),
      );
    }
    case 'lookup': {
      const key = argumentText(scope, argument.key, 'string');
      return primary(`const.${argument.map}[${key.text}]`, key.names);
    }
    case 'quoted':
      return primary(quoted(argument.text));
    case 'bare':
      return primary(bareText(argument.text, argument.isLiteral === true, type));
    case 'map':
      return refuse(scope);
  }
}

function bareText(text: string, isLiteral: boolean, type: string | null): string {
  if (isLiteral) return quoted(text);
  if (text === 'now') return 'now';
  if (type === 'duration') return durationText(text) ?? text;
  if (type === 'word') return text;
  if ((type === null || type === 'integer' || type === 'float') && NUMBER.test(text)) return text;
  if (type === 'boolean' && (text === 'true' || text === 'false')) return text;
  if (type === 'time' && (DURATION.test(text) || NUMBER.test(text))) return text;
  return quoted(text);
}
