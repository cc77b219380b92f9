import type { Report } from '../../diagnostics/report.ts';
import type { CallExpression, Expression } from '../../language/expression/expression.ts';
import type { CallMeaning } from '../../language/expression/parser.ts';
import type { Literal } from '../../values.ts';
import { isZone } from '../../../runtime/values/local-time.ts';
import { VALUE_FUNCTIONS } from '../../language/functions/value.ts';
import { numberOfText, quantityOfText } from '../../../runtime/values/quantity.ts';
import { timeOfDateText } from '../../../runtime/values/day-start.ts';
import { partAt } from '../../../runtime/values/text-part.ts';
import { clockTime } from '../../language/operators/time-now.ts';
import type { Checked } from '../checked.ts';

/** Functions that cannot read every text, with how they read one and what they expect. */
const READERS: ReadonlyMap<string, readonly [read: (text: string) => number | null, expected: string]> =
  new Map([
    ['number', [numberOfText, 'a number, such as `-2.5`']],
    ['quantity', [quantityOfText, 'a quantity, such as `500m` or `1Gi`']],
    [
      'time',
      [(text: string) => timeOfDateText(text, 'UTC'), 'an RFC 3339 time or a date, such as `2026-05-31`'],
    ],
  ]);

/** `(lower ?x)` and its like in expressions. A ruleset that has a function of this name keeps it. */
export function valueCalls({ syntax }: Checked, report: Report, onClock: () => void): CallMeaning {
  const taken = new Set(syntax.functions.map(({ name }) => name.value));
  return (call) => {
    if (taken.has(call.name)) return call;
    if (call.name === 'now' && call.args.length === 0) return readClock(call.at, onClock);
    return meaningOf(call, report);
  };
}

function readClock(at: CallExpression['at'], onClock: () => void): Expression {
  onClock();
  return clockTime(at);
}

function meaningOf(call: CallExpression, report: Report): Expression | null {
  const name = VALUE_FUNCTIONS.get(call.name);
  if (name === undefined) return call;
  const [first, second, third] = call.args.map(literalOf);
  const text = first?.type === 'STRING' ? first.value : null;
  if (text !== null && call.name === 'part' && second?.type === 'STRING' && third?.type === 'INTEGER') {
    if (partAt(text, second.value, Number(third.value)) === undefined) {
      report.add('clips-unreadable', call.at, { text, expected: 'a text that has this part' });
      return null;
    }
  }
  const reader = READERS.get(call.name);
  if (reader === undefined || text === null)
    return call.name.startsWith('time') ? timeCall(call, name, report) : { ...call, name };
  const [read, expected] = reader;
  const value = read(text);
  if (value === null) {
    report.add('clips-unreadable', call.args[0]?.at ?? call.at, { text, expected });
    return null;
  }
  if (call.args.length > 1)
    return call.name.startsWith('time') ? timeCall(call, name, report) : { ...call, name };
  const type = call.name === 'time' ? 'INTEGER' : 'FLOAT';
  return { kind: 'literal', value: { type, value }, at: call.at };
}

const literalOf = (argument: Expression): Literal | null =>
  argument.kind === 'literal' ? argument.value : null;

/** `(time ?x "Europe/Berlin")`: CLIPS has no time zones, so the host reads dates of any other zone than UTC. */
function timeCall(call: CallExpression, name: string, report: Report): Expression | null {
  const [value, zone, more] = call.args;
  if (value === undefined || zone === undefined || more !== undefined) return { ...call, name };
  const text = literalOf(zone);
  if (text?.type !== 'STRING' || !isZone(text.value)) {
    report.add('clips-zone', zone.at);
    return null;
  }
  return text.value === 'UTC'
    ? { ...call, name, args: [value] }
    : { ...call, name: name.replace('value-', 'value-zone-') };
}
