/** Tests of the long form, which are CLIPS expressions, as infix expressions. */
import {
  binary,
  callOf,
  join,
  LEVELS,
  negate,
  primary,
  quoted,
  type Fragment,
  type Level,
} from './fragment.ts';
import { refuse } from './raise-names.ts';
import { readForm, type Form } from './read-form.ts';
import { sortOf, timePair, timeTest } from './raise-times.ts';
import { variableText, type RaiseScope } from './raise-scope.ts';

const SIGNS: ReadonlyMap<string, string> = new Map([
  ['eq', '=='],
  ['neq', '!='],
  ['=', '=='],
  ['<>', '!='],
  ['<', '<'],
  ['>', '>'],
  ['<=', '<='],
  ['>=', '>='],
]);
const ARITHMETIC: ReadonlyMap<string, readonly [string, Level]> = new Map([
  ['+', ['+', LEVELS.sum]],
  ['-', ['-', LEVELS.sum]],
  ['*', ['*', LEVELS.product]],
  ['/', ['/', LEVELS.product]],
  ['mod', ['%', LEVELS.product]],
]);
/** Functions of operators, which take their argument first. */
const SERVICE: ReadonlyMap<string, string> = new Map([
  ['service-equals-ignore-case?', 'equals_ignore_case'],
  ['service-glob?', 'glob'],
  ['service-path-within?', 'path_within'],
  ['service-host-within?', 'host_within'],
  ['service-semver-satisfies?', 'semver_satisfies'],
  ['service-path-readable?', 'path_readable'],
  ['service-host-readable?', 'host_readable'],
  ['service-semver-readable?', 'semver_readable'],
  ['service-in-cidr?', 'in_cidr'],
  ['service-ip-readable?', 'ip_readable'],
]);

const methodOf = (subject: Fragment, operator: string, argument: Fragment): Fragment =>
  primary(`${subject.text}.${operator}(${argument.text})`, [...subject.names, ...argument.names]);

const NUMBER = /^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const SYMBOL = /^[A-Za-z_][\w-]*$/;
/** Functions whose names are not valid in the short form, or mean something else there. */
const FUNCTION = /^[a-z][\w-]*\$?$/;

const isSymbol = (form: Form): form is string =>
  typeof form === 'string' && SYMBOL.test(form) && form !== 'TRUE' && form !== 'FALSE';
const isVariable = (form: Form): boolean => typeof form === 'string' && /^\$?\?/.test(form);

export function raiseTest(scope: RaiseScope, text: string): Fragment {
  const form = readForm(text);
  if (form === null) return refuse(scope);
  return infixOf(scope, scope.document === null ? form : withoutCompanions(form));
}

/** True for a test that lowering adds because a function may be unable to read a value. */
export function testsReadable(text: string): boolean {
  const form = readForm(text);
  const [head] = form ?? [];
  return typeof head === 'string' && READABLE.test(head);
}

/** True for a test that lowering adds because an aggregate of what a function cannot read is unknown. */
export function testsUnread(text: string): boolean {
  const [head, inner] = readForm(text) ?? [];
  return head === 'not' && typeof inner === 'object' && READABLE.test(String(inner[0]));
}

/** The test without what lowering adds where a value may be unknown: keys of constants, divisors, kinds. */
function withoutCompanions(form: Form): Form {
  const [head, ...args] = typeof form === 'string' ? [form] : form;
  const last = args.at(-1);
  if ((head !== 'and' && head !== 'or') || last === undefined) return form;
  const isNegated = head === 'or';
  return args.slice(0, -1).every((arg) => isCompanion(arg, isNegated)) ? last : form;
}

const READABLE = /^(?:service-(?:path|host|ip|semver)-readable\?|(?:part|number|quantity|time)-readable)$/;

function isCompanion(form: Form, isNegated: boolean): boolean {
  if (typeof form === 'string') return false;
  const [head, first, second] = form;
  if (head === 'not' && first !== undefined && isNegated) return isCompanion(first, false);
  if (head === 'neq' || head === '<>') return !isNegated && isZero(second);
  if (head === 'eq' || head === '=') return isNegated && isZero(second);
  if (isNegated) return head === 'and';
  return head === 'or' || head === 'member$' || (typeof head === 'string' && READABLE.test(head));
}

const isZero = (form: Form | undefined): boolean => form === '0' || form === '0.0';

/** A form as an infix expression; refused if it has none. */
export function infixOf(scope: RaiseScope, form: Form): Fragment {
  if (typeof form === 'string') return atomOf(scope, form);
  const [head, ...args] = form;
  if (typeof head !== 'string') return refuse(scope);
  const [first, second, third] = args;
  const time = timeTest(scope, form, false, infixOf);
  if (time !== null) return time;
  if (head === 'and' || head === 'or') return junctionOf(scope, head, args);
  if (head === 'not' && first !== undefined)
    return negate(timeTest(scope, first, true, infixOf) ?? infixOf(scope, first));
  const text = scope.document === null ? null : textTest(scope, head, args);
  if (text !== null) return text;
  const pair = pairOf(scope, head, args);
  if (pair !== null) return pair;
  if (head === 'const') return constantOf(scope, first, second);
  if (head === 'length$' || head === 'str-length')
    return first === undefined ? refuse(scope) : callOf('size', [infixOf(scope, first)]);
  if (head === 'if') return conditionalOf(scope, args);
  if (head === 'str-cat' && scope.document !== null) return madeText(scope, args);
  const method = SERVICE.get(head);
  if (method !== undefined && first !== undefined && second !== undefined && third === undefined)
    return methodOf(infixOf(scope, second), method, infixOf(scope, first));
  if (head === 'member$' || !FUNCTION.test(head) || head.endsWith('$')) return refuse(scope);
  return callOf(
    head,
    args.map((arg) => argumentOf(scope, head, arg)),
  );
}

function junctionOf(scope: RaiseScope, word: 'and' | 'or', args: readonly Form[]): Fragment {
  const among = word === 'or' && scope.document !== null ? amongOf(scope, args) : null;
  const parts = (): readonly Fragment[] => args.map((arg) => infixOf(scope, arg));
  return among ?? join(word, parts());
}

/** `value in ["a", "b"]` of `(or (eq value "a") (eq value "b"))`; null for other alternatives. */
function amongOf(scope: RaiseScope, alternatives: readonly Form[]): Fragment | null {
  const values: Fragment[] = [];
  const [[, subject] = []] = alternatives;
  if (subject === undefined || typeof subject === 'string') return null;
  for (const form of alternatives) {
    const [sign, value, text, more] = typeof form === 'string' ? [] : form;
    if (sign !== 'eq' || typeof text !== 'string' || !text.startsWith('"') || more !== undefined) return null;
    if (JSON.stringify(value) !== JSON.stringify(subject)) return null;
    values.push(atomOf(scope, text));
  }
  const list = primary(`[${values.map(({ text }) => text).join(', ')}]`);
  return binary(infixOf(scope, subject), 'in', list, LEVELS.comparison);
}

/** `text("{a}-{b}")` of `(str-cat ?a "-" ?b)`. */
function madeText(scope: RaiseScope, parts: readonly Form[]): Fragment {
  const names: string[] = [];
  const pieces = parts.map((part) => {
    if (typeof part === 'string' && part.startsWith('"')) return unquoted(part);
    const value = atomOf(scope, typeof part === 'string' ? part : '');
    names.push(...value.names);
    return `{${value.text}}`;
  });
  return primary(`text(${quoted(pieces.join(''))})`, names);
}

/** Operators on texts and lists that are calls in a test. */
function textTest(scope: RaiseScope, head: string, [first, second]: readonly Form[]): Fragment | null {
  const [name, text, value] = typeof first === 'object' ? first : [];
  if (text === undefined || value === undefined) return null;
  if (name === 'str-index' && head === 'eq' && second === '1')
    return methodOf(infixOf(scope, value), 'starts_with', infixOf(scope, text));
  if (head !== 'neq' || second !== 'FALSE') return null;
  if (name === 'str-index') return methodOf(infixOf(scope, value), 'contains', infixOf(scope, text));
  return name === 'member$'
    ? binary(infixOf(scope, text), 'in', infixOf(scope, value), LEVELS.comparison)
    : null;
}

/** A comparison or an arithmetic operation of two operands; `null` for any other head. */
function pairOf(scope: RaiseScope, head: string, args: readonly Form[]): Fragment | null {
  const sign = SIGNS.get(head);
  const [operator, level] = ARITHMETIC.get(head) ?? [];
  if (sign === undefined && (operator === undefined || level === undefined)) return null;
  const [first, second, third] = args;
  if (first === undefined || second === undefined || third !== undefined) return refuse(scope);
  if (sortOf(scope, first) !== null || sortOf(scope, second) !== null)
    return timePair(
      scope,
      sign ?? operator!,
      sign === undefined ? level! : LEVELS.comparison,
      [first, second],
      infixOf,
    );
  if (sign !== undefined)
    return binary(sideOf(scope, first, second), sign, sideOf(scope, second, first), LEVELS.comparison);
  return binary(infixOf(scope, first), operator!, infixOf(scope, second), level!);
}

function atomOf(scope: RaiseScope, atom: string): Fragment {
  if (/^\$?\?/.test(atom)) return variableText(scope, atom.replace(/^\$?\?/, ''));
  if (atom === 'TRUE' || atom === 'FALSE') return primary(atom.toLowerCase());
  if (NUMBER.test(atom)) return primary(atom);
  if (atom.startsWith('"')) return primary(quoted(unquoted(atom)));
  return isSymbol(atom) ? primary(`symbol(${quoted(atom)})`) : refuse(scope);
}

/** The text of a CLIPS string, in which a backslash protects any character. */
export const unquoted = (atom: string): string => atom.slice(1, -1).replace(/\\([^])/g, '$1');

/** A side of a comparison: a symbol beside a slot is a text that the slot types. */
const sideOf = (scope: RaiseScope, form: Form, other: Form): Fragment =>
  isSymbol(form) && isVariable(other) ? primary(quoted(form)) : infixOf(scope, form);

/** Functions of the ruleset take levels as texts. */
const argumentOf = (scope: RaiseScope, name: string, form: Form): Fragment =>
  isSymbol(form) && scope.vocabulary.levelFunctions.has(name) ? primary(quoted(form)) : infixOf(scope, form);

function constantOf(scope: RaiseScope, name: Form | undefined, key: Form | undefined): Fragment {
  if (typeof name !== 'string') return refuse(scope);
  if (key === undefined) return primary(`const.${name}`);
  const index = infixOf(scope, key);
  return primary(`const.${name}[${index.text}]`, index.names);
}

/** `(if test then a else b)` */
function conditionalOf(scope: RaiseScope, args: readonly Form[]): Fragment {
  const [test, then, first, otherwise, second, more] = args;
  if (then !== 'then' || otherwise !== 'else' || more !== undefined) return refuse(scope);
  if (test === undefined || first === undefined || second === undefined) return refuse(scope);
  return callOf(
    'if',
    [test, first, second].map((part) => infixOf(scope, part)),
  );
}
