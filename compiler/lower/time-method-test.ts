/** Operators on times that are computed, such as `time(x).within_last(1h)`: as tests, which the operators of slots are not. */
import { readDayRange, readWeekdays } from '../../runtime/values/local-time.ts';
import type { MethodValue, Resolved } from './resolved.ts';
import { failRule, type RuleScope } from './scope.ts';
import { call, stringText, type TestText } from './test-text.ts';

type Form = (part: Resolved) => TestText;

interface TimeTest {
  readonly arguments: number;
  /** Description of the arguments, for the message. */
  readonly expected: string;
  /** Null if the arguments are wrong. */
  readonly test: (method: MethodValue, form: Form) => TestText | null;
}

const DURATION = 'a duration of `1s` or more, written out, such as `36h`';
const ZONE = 'and a time zone, written out';

const TESTS: ReadonlyMap<string, TimeTest> = new Map<string, TimeTest>([
  ['before', { arguments: 1, expected: 'a time', test: compared('<') }],
  ['after', { arguments: 1, expected: 'a time', test: compared('>') }],
  [
    'within_last',
    {
      arguments: 1,
      expected: DURATION,
      test({ subject, args: [duration], at }, form) {
        if (duration === undefined || !isDuration(duration)) return null;
        const [time, now] = [form(subject), call('now', at)];
        const isRecent = call('<', at, call('-', at, now, time), form(duration));
        return call('and', at, call('<=', at, time, now), isRecent);
      },
    },
  ],
  [
    'older_than',
    {
      arguments: 1,
      expected: DURATION,
      test({ subject, args: [duration], at }, form) {
        if (duration === undefined || !isDuration(duration)) return null;
        return call('>=', at, call('-', at, call('now', at), form(subject)), form(duration));
      },
    },
  ],
  [
    'time_of_day_between',
    {
      arguments: 3,
      expected: `two different times of day, such as \`"17:30"\`, ${ZONE}`,
      test({ subject, args, at }, form) {
        const words = args.flatMap(textsOf);
        const range = words.some(hasBlank) ? null : readDayRange(words.join(' '));
        if (range === null || range.start === range.end) return null;
        return call('service-time-of-day-between?', at, stringText(words.join(' '), at), form(subject));
      },
    },
  ],
  [
    'weekday_in',
    {
      arguments: 2,
      expected: `a list of days, such as \`["mon", "tue"]\`, ${ZONE}`,
      test({ subject, args, at }, form) {
        const words = args.flatMap(textsOf);
        const isList = args[0]?.kind === 'list' && args[0].items.length > 0;
        if (!isList || words.some(hasBlank) || readWeekdays(words.join(' ')) === null) return null;
        return call('service-weekday-in?', at, stringText(words.join(' '), at), form(subject));
      },
    },
  ],
]);

function compared(sign: string): TimeTest['test'] {
  return ({ subject, args: [other], at }, form) =>
    other === undefined ? null : call(sign, at, form(subject), form(other));
}

const isDuration = (argument: Resolved): boolean =>
  argument.kind === 'literal' && argument.value.kind === 'duration' && !/^0+\D/.test(argument.value.text);

/** The texts that an argument writes out. */
function textsOf(argument: Resolved): readonly string[] {
  if (argument.kind === 'list') return argument.items.flatMap(textsOf);
  return argument.kind === 'literal' && argument.value.kind === 'text' ? [argument.value.value] : [''];
}

const hasBlank = (text: string): boolean => text === '' || text.includes(' ');

/** True for an operator on a time that is computed, which has no slot. */
export const isTimeTest = ({ subject, operator }: MethodValue): boolean =>
  (subject.kind === 'call' || subject.kind === 'arithmetic') && TESTS.has(operator.value);

/** The test; null, reported, if the arguments are wrong. INVARIANT: `isTimeTest`. */
export function timeMethodTest(method: MethodValue, form: Form, rule: RuleScope): TestText | null {
  const { operator, args, at } = method;
  const known = TESTS.get(operator.value);
  if (known === undefined) return null;
  const { arguments: count, expected, test } = known;
  if (args.length !== count) {
    const parameters = { operator: operator.value, expected: count, found: args.length };
    return failRule(rule, 'argument-count', at, parameters);
  }
  const made = test(method, form);
  return made ?? failRule(rule, 'argument-kind', args[0]?.at ?? at, { operator: operator.value, expected });
}
