import { durationMs } from '../../../runtime/values/duration.ts';
import { isZone, minuteOfDay, WEEKDAY_NAMES } from '../../../runtime/values/local-time.ts';
import { closestName } from '../../diagnostics/suggest.ts';
import type { Operand, ParameterKind } from '../../language/operators/operator.ts';
import type { Literal } from '../../values.ts';
import type { ArgumentSyntax } from '../../syntax.ts';
import type { RuleContext } from '../scope/rule-context.ts';

/** The operator that an argument is written for. */
interface Place {
  readonly operator: { readonly name: string };
  readonly context: RuleContext;
}

type TimeKind = Extract<ParameterKind, 'time-of-day' | 'zone' | 'weekdays' | 'duration'>;

const NO_DURATION = /^\s*0+(?:\.0*)?\s*(?:ms|s|m|h|d)?\s*$/;

/** Description of a kind in words. */
const EXPECTED: Readonly<Record<TimeKind, string>> = {
  'time-of-day': 'a literal time of day, such as `"17:30"`',
  zone: 'a literal time zone, such as `"Europe/Berlin"`',
  weekdays: 'literal days of the week, such as `[mon, tue]`',
  duration: 'a literal duration, such as `90s`, `15m`, `36h` or `7d`',
};

const READERS: Readonly<Record<Exclude<TimeKind, 'weekdays'>, (text: string) => Literal | null>> = {
  'time-of-day': (text) => (minuteOfDay(text) === null ? null : { type: 'STRING', value: text }),
  zone: (text) => (isZone(text) ? { type: 'STRING', value: text } : null),
  duration(text) {
    const value = durationMs(text);
    return value === null ? null : { type: 'INTEGER', value };
  },
};

export function isTimeKind(kind: ParameterKind): kind is TimeKind {
  return kind in EXPECTED;
}

/** An argument that says something of times; null (reported) when it does not. */
export function checkTimeArgument(kind: TimeKind, argument: ArgumentSyntax, place: Place): Operand | null {
  if (kind === 'weekdays') return checkWeekdays(argument, place);
  const { at } = argument;
  const isText = argument.kind === 'bare' || argument.kind === 'quoted';
  const value = isText ? READERS[kind](argument.text) : null;
  if (value === null && isText && kind === 'duration' && NO_DURATION.test(argument.text)) {
    const { report } = place.context;
    report.add('window-not-positive', at, { text: argument.text }, null);
    return null;
  }
  return value === null ? refuse(kind, argument, place) : { kind: 'literal', value, at };
}

const WORDED = /^\s*(\d+)\s*(s|secs?|seconds?|m|mins?|minutes?|h|hrs?|hours?|d|days?|w|weeks?)\s*$/;

/** Returns the duration that a text such as `7 days` means; `null` if it is unclear, as months are. */
function meantDuration(text: string): string | null {
  const [, count = '', unit = ''] = WORDED.exec(text) ?? [];
  const meant = unit.startsWith('w') ? `${7 * Number(count)}d` : `${count}${unit.charAt(0)}`;
  return meant !== text && durationMs(meant) !== null ? meant : null;
}

function refuse(kind: TimeKind, argument: ArgumentSyntax, { operator, context }: Place): null {
  const { at } = argument;
  const meant = kind === 'duration' && argument.kind === 'bare' ? meantDuration(argument.text) : null;
  context.report.add('argument-kind', at, { operator: operator.name, expected: EXPECTED[kind] }, meant);
  return null;
}

function checkWeekdays(argument: ArgumentSyntax, place: Place): Operand | null {
  if (argument.kind !== 'list') return refuse('weekdays', argument, place);
  const { items, at } = argument;
  if (items.length === 0) {
    place.context.report.add('never-holds', at, { why: 'the list is empty' });
    return null;
  }
  const days = items.map((item) => checkWeekday(item, place));
  if (days.includes(null)) return null;
  return { kind: 'list', items: days.flatMap((day) => day ?? []), at };
}

function checkWeekday(item: ArgumentSyntax, place: Place) {
  const { at } = item;
  if (item.kind !== 'bare' && item.kind !== 'quoted') return refuse('weekdays', item, place);
  if (WEEKDAY_NAMES.includes(item.text)) {
    return { kind: 'literal', value: { type: 'SYMBOL', value: item.text }, at } as const;
  }
  const parameters = {
    operator: place.operator.name,
    text: item.text,
    problem: 'expected a day of the week',
  };
  place.context.report.add('bad-argument', at, parameters, closestName(item.text, WEEKDAY_NAMES));
  return null;
}
