import type { MethodValue, Resolved } from './resolved.ts';
import { failRule, type RuleScope } from './scope.ts';
import { call, piece, stringText, type TestText } from './test-text.ts';
import { isTimeTest, timeMethodTest } from './time-method-test.ts';

type Form = (part: Resolved) => TestText;

/** The test of one operator: its subject first, then its arguments. */
type TestOf = (method: MethodValue, form: Form) => TestText | null;

/** A function of the service that takes the argument and the subject. */
const service =
  (name: string): TestOf =>
  ({ subject, args, at }, form) => {
    const [argument] = args;
    return argument === undefined ? null : call(name, at, form(argument), form(subject));
  };

/** A text test of which the empty argument is true, as the operator has it. */
const unlessEmpty =
  (test: (text: TestText, subject: TestText, at: MethodValue['at']) => TestText): TestOf =>
  ({ subject, args, at }, form) => {
    const [argument] = args;
    if (argument === undefined) return null;
    const value = form(subject);
    const each = itemsOf(argument).map((item): TestText => {
      const isEmpty = item.kind === 'literal' && item.value.kind === 'text' && item.value.value === '';
      if (isEmpty) return piece('TRUE', at);
      const text = form(item);
      const tested = test(text, value, at);
      if (item.kind === 'literal') return tested;
      return call('or', at, call('=', at, call('str-length', at, text), piece('0', at)), tested);
    });
    return oneOf(each, at);
  };

/** The alternatives, of which one must hold; none of an empty list does. */
function oneOf(tests: readonly TestText[], at: MethodValue['at']): TestText {
  const [only, another] = tests;
  if (only === undefined) return piece('FALSE', at);
  return another === undefined ? only : call('or', at, ...tests);
}

/** The items of a list that is written out or a constant of texts; anything else as the only one. */
function itemsOf(argument: Resolved): readonly Resolved[] {
  if (argument.kind === 'list') return argument.items;
  if (argument.kind !== 'constant' || argument.constant.kind !== 'list') return [argument];
  return (argument.constant.texts ?? []).map((text) => textLiteral(text, argument.at));
}

const textLiteral = (value: string, at: MethodValue['at']): Resolved => ({
  kind: 'literal',
  value: { kind: 'text', value, isRaw: false },
  at,
});

/** A service function for one of several arguments. */
const serviceForAny =
  (name: string): TestOf =>
  ({ subject, args, at }, form) => {
    const [argument] = args;
    if (argument === undefined) return null;
    const value = form(subject);
    return oneOf(
      itemsOf(argument).map((item) => call(name, at, form(item), value)),
      at,
    );
  };

/** Patterns that are written out, or those of a constant; of a map, the pattern of the key. */
function matchesTest({ subject, args, at }: MethodValue, form: Form): TestText | null {
  const [argument] = args;
  if (argument === undefined) return null;
  const value = form(subject);
  const matched = (pattern: string): TestText =>
    call('service-matches', at, stringText(pattern, argument.at), value);
  if (argument.kind === 'lookup') {
    const { keys, texts } = argument.constant;
    const key = form(argument.key);
    const each = (texts ?? []).map((pattern, i) =>
      call('and', at, call('eq', at, key, stringText(keys[i] ?? '', argument.at)), matched(pattern)),
    );
    return oneOf(each, at);
  }
  const patterns = itemsOf(argument).map((item) =>
    item.kind === 'literal' && item.value.kind === 'text' ? item.value.value : null,
  );
  if (patterns.includes(null)) return null;
  return oneOf(
    patterns.flatMap((pattern) => (pattern === null ? [] : [matched(pattern)])),
    at,
  );
}

/** True for one of several arguments. */
const anyOf =
  (test: (item: TestText, subject: TestText, at: MethodValue['at']) => TestText): TestOf =>
  ({ subject, args, at }, form) => {
    const [argument] = args;
    if (argument === undefined) return null;
    const value = form(subject);
    if (argument.kind !== 'list') return test(form(argument), value, at);
    return call('or', at, ...argument.items.map((item) => test(form(item), value, at)));
  };

/** True for all of several arguments. */
const eachOf =
  (test: (item: TestText, subject: TestText, at: MethodValue['at']) => TestText): TestOf =>
  ({ subject, args, at }, form) => {
    const [argument] = args;
    if (argument === undefined) return null;
    const value = form(subject);
    if (argument.kind !== 'list') return test(form(argument), value, at);
    return call('and', at, ...argument.items.map((item) => test(form(item), value, at)));
  };

const memberOf = (item: TestText, list: TestText, at: MethodValue['at']): TestText =>
  call('neq', at, call('member$', at, item, list), piece('FALSE', at));

/** The operators that have a form in tests, each with what it builds itself (docs/reference/operators.md, column CLIPS form). */
const TESTS: ReadonlyMap<string, TestOf> = new Map<string, TestOf>([
  [
    'contains',
    unlessEmpty((text, value, at) => call('neq', at, call('str-index', at, text, value), piece('FALSE', at))),
  ],
  [
    'starts_with',
    unlessEmpty((text, value, at) => call('eq', at, call('str-index', at, text, value), piece('1', at))),
  ],
  [
    'ends_with',
    unlessEmpty((text, value, at) => {
      const length = call('str-length', at, value);
      const before = call('-', at, call('str-length', at, text), piece('1', at));
      return call('eq', at, call('sub-string', at, call('-', at, length, before), length, value), text);
    }),
  ],
  ['matches', matchesTest],
  ['equals_ignore_case', service('service-equals-ignore-case?')],
  ['glob', serviceForAny('service-glob?')],
  ['path_within', service('service-path-within?')],
  ['host_within', service('service-host-within?')],
  ['semver_satisfies', service('service-semver-satisfies?')],
  ['path_readable', service('service-path-readable?')],
  ['host_readable', service('service-host-readable?')],
  ['semver_readable', service('service-semver-readable?')],
  ['in_cidr', anyOf((network, value, at) => call('service-in-cidr?', at, network, value))],
  ['ip_readable', eachOf((network, value, at) => call('service-ip-readable?', at, network, value))],
  [
    'has',
    ({ subject, args, at }, form) =>
      args[0] === undefined ? null : memberOf(form(args[0]), form(subject), at),
  ],
  ['has_any', ({ subject, args, at }, form) => hasAny(subject, args[0], at, form)],
  [
    'has_all',
    ({ subject, args, at }, form) =>
      args[0] === undefined ? null : call('subsetp', at, form(args[0]), form(subject)),
  ],
  [
    'only',
    ({ subject, args, at }, form) =>
      args[0] === undefined ? null : call('subsetp', at, form(subject), form(args[0])),
  ],
  ['is_empty', ({ subject, at }, form) => call('=', at, call('length$', at, form(subject)), piece('0', at))],
  [
    'between',
    ({ subject, args, at }, form) => {
      const [low, high] = args;
      if (low === undefined || high === undefined) return null;
      const value = form(subject);
      return call('and', at, call('>=', at, value, form(low)), call('<=', at, value, form(high)));
    },
  ],
]);

/** True if the operator has a form in tests for this subject. */
export const hasMethodTest = (method: MethodValue): boolean =>
  TESTS.has(method.operator.value) || isTimeTest(method);

function hasAny(
  subject: Resolved,
  list: Resolved | undefined,
  at: MethodValue['at'],
  form: Form,
): TestText | null {
  if (list?.kind !== 'list') return null;
  const value = form(subject);
  return call('or', at, ...list.items.map((item) => memberOf(form(item), value, at)), piece('FALSE', at));
}

/** The test of an operator; a placeholder, reported, if it has none for these arguments. */
export function methodTest(method: MethodValue, form: Form, rule: RuleScope): TestText {
  if (isTimeTest(method)) return timeMethodTest(method, form, rule) ?? piece('FALSE', method.at);
  const made = TESTS.get(method.operator.value)?.(method, form) ?? null;
  if (made !== null) return made;
  failRule(rule, 'short-no-test', method.operator.at, { what: `\`${method.operator.value}\`` });
  return piece('FALSE', method.at);
}
