/** Times and durations in tests of the long form, where both are numbers of milliseconds. */
import { binary, primary, quoted, type Fragment, type Level } from './fragment.ts';
import { refuse } from './raise-names.ts';
import type { Form } from './read-form.ts';
import type { RaiseScope } from './raise-scope.ts';

type Raise = (scope: RaiseScope, form: Form) => Fragment;

const UNITS = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['m', 60_000],
  ['s', 1_000],
] as const;

/** `36h`; null if the text is not a whole number of seconds. */
export function durationText(milliseconds: string): string | null {
  const length = /^\d+$/.test(milliseconds) ? Number(milliseconds) : NaN;
  const [unit, size] = UNITS.find(([, each]) => length % each === 0 && length >= each) ?? ['s', 1_000];
  return length % size === 0 ? `${length / size}${unit}` : null;
}

/** True for a time or a duration; null for any other value. */
export function sortOf(scope: RaiseScope, form: Form): 'time' | 'duration' | null {
  if (typeof form === 'string')
    return scope.variables.get(form.replace(/^\$?\?/, ''))?.isTime === true ? 'time' : null;
  const [head, left, right] = form;
  if (head === 'now' || head === 'time') return 'time';
  if (left === undefined || right === undefined) return null;
  const [first, second] = [sortOf(scope, left), sortOf(scope, right)];
  if (head === '-') return first === 'time' && second === 'time' ? 'duration' : first;
  if (head === '+') return first === 'time' || second === 'time' ? 'time' : (first ?? second);
  return head === '*' ? (first ?? second) : null;
}

/** A comparison, sum or difference of which one side is a time or a duration: numbers beside it are durations. */
export function timePair(
  scope: RaiseScope,
  sign: string,
  level: Level,
  [left, right]: readonly [Form, Form],
  raise: Raise,
): Fragment {
  const side = (form: Form, other: Form): Fragment => {
    if (typeof form !== 'string' || !/^\d+$/.test(form)) return raise(scope, form);
    const isDuration = sign === '+' || sign === '-' || sortOf(scope, other) === 'duration';
    const text = isDuration ? durationText(form) : sign === '*' ? form : null;
    return text === null ? refuse(scope) : primary(text);
  };
  return binary(side(left, right), sign, side(right, left), level);
}

const TEXTS: ReadonlyMap<string, string> = new Map([
  ['service-weekday-in?', 'weekday_in'],
  ['service-time-of-day-between?', 'time_of_day_between'],
]);

/**
 * An operator on a time, such as `time(x).within_last(1h)`; null for any other test. What a comparison says as well is one of
 * these operators if it is negated: comparisons are turned.
 */
export function timeTest(scope: RaiseScope, form: Form, isNegated: boolean, raise: Raise): Fragment | null {
  if (typeof form === 'string') return null;
  const [head, first, second] = form;
  if (head === 'now' && first === undefined) return primary('now');
  if (typeof head !== 'string' || first === undefined || second === undefined) return null;
  const method = (subject: Form, operator: string, args: readonly Fragment[]): Fragment => {
    const { text, names } = raise(scope, subject);
    return primary(
      `${text.includes(' ') && !/^\w+\(/.test(text) ? `(${text})` : text}.${operator}(${args.map((arg) => arg.text).join(', ')})`,
      [...names, ...args.flatMap((arg) => arg.names)],
    );
  };
  const texts = TEXTS.get(head);
  if (texts !== undefined && typeof first === 'string') {
    const words = first.slice(1, -1).split(' ').map(quoted);
    const zone = words.at(-1) ?? '';
    const args = texts === 'weekday_in' ? [`[${words.slice(0, -1).join(', ')}]`, zone] : words;
    return method(
      second,
      texts,
      args.map((arg) => primary(arg)),
    );
  }
  if (head === 'and') {
    const age = ageOf(second, '<');
    const isSame = age !== null && JSON.stringify(first) === JSON.stringify(['<=', age.time, ['now']]);
    return isSame && form.length === 3 ? method(age.time, 'within_last', [primary(age.duration)]) : null;
  }
  if (!isNegated) return null;
  const age = ageOf(form, '>=');
  if (age !== null) return method(age.time, 'older_than', [primary(age.duration)]);
  if ((head !== '<' && head !== '>') || sortOf(scope, first) !== 'time' || sortOf(scope, second) !== 'time')
    return null;
  return method(first, head === '<' ? 'before' : 'after', [raise(scope, second)]);
}

/** `(>= (- (now) time) duration)` */
function ageOf(form: Form, sign: string): { readonly time: Form; readonly duration: string } | null {
  if (typeof form === 'string' || form[0] !== sign || form.length !== 3) return null;
  const [, difference = '', limit = ''] = form;
  if (typeof difference === 'string' || typeof limit !== 'string') return null;
  const [minus, now, time] = difference;
  if (minus !== '-' || JSON.stringify(now) !== '["now"]' || time === undefined) return null;
  const duration = durationText(limit);
  return duration === null ? null : { time, duration };
}
