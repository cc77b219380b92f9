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
import { variableText, type RaiseScope } from './raise-scope.ts';

type Form = string | readonly Form[];

const TOKEN = /"(?:[^"\\]|\\[^])*"|[()]|[^\s()"]+/g;

/** The one form that the text holds; null for anything else. */
export function readForm(text: string): Form | null {
  const tokens = text.match(TOKEN) ?? [];
  let position = 0;
  const read = (): Form | null => {
    const token = tokens[position++];
    if (token === undefined || token === ')') return null;
    if (token !== '(') return token;
    const items: Form[] = [];
    while (tokens[position] !== ')') {
      const item = read();
      if (item === null) return null;
      items.push(item);
    }
    position++;
    return items;
  };
  const form = read();
  return position === tokens.length ? form : null;
}

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
  if (head === 'and' || head === 'or')
    return join(
      head,
      args.map((arg) => infixOf(scope, arg)),
    );
  if (head === 'not' && first !== undefined) return negate(infixOf(scope, first));
  const text = scope.document === null ? null : textTest(scope, head, args);
  if (text !== null) return text;
  const pair = pairOf(scope, head, args);
  if (pair !== null) return pair;
  if (head === 'const') return constantOf(scope, first, second);
  if (head === 'length$' || head === 'str-length')
    return first === undefined ? refuse(scope) : callOf('size', [infixOf(scope, first)]);
  if (head === 'if') return conditionalOf(scope, args);
  const method = SERVICE.get(head);
  if (method !== undefined && first !== undefined && second !== undefined && third === undefined)
    return methodOf(infixOf(scope, second), method, infixOf(scope, first));
  if (head === 'member$' || !FUNCTION.test(head) || head.endsWith('$')) return refuse(scope);
  return callOf(
    head,
    args.map((arg) => argumentOf(scope, head, arg)),
  );
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
