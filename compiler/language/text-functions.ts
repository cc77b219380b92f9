/** Deffunctions that write values as text where `str-cat` would write them otherwise or refuses them. */
import { EARLIEST_TIME } from '../../runtime/values/time-text.ts';
import type { Span } from '../diagnostics/position.ts';
import type { Slot } from '../ruleset.ts';
import type { Expression } from './expression/expression.ts';
import { buildAt } from './operators/build-expression.ts';
import type { InternalFunction } from './operators/internal-function.ts';

const MS_OF_DAY = 86_400_000;
/** From the first of March of the year 0, where the calendar's arithmetic begins, to the first day of the year 1. */
const DAYS_BEFORE_YEAR_1 = 306;
/** Days of 400, 100, 4 years and one. */
const DAYS = { era: 146_097, century: 36_524, leapCycle: 1_460, year: 365 } as const;

/** `(boolean-text ?value)`: `str-cat` would write TRUE. */
function booleanText(at: Span): InternalFunction {
  const { variable, string } = buildAt(at);
  const choice: Expression = {
    kind: 'if',
    test: variable('value'),
    then: [string('true')],
    else: [string('false')],
    at,
  };
  return {
    key: 'boolean-text',
    wanted: 'boolean-text',
    define: (name) => ({ name, parameters: ['value'], wildcard: null, body: [choice], at }),
  };
}

/** `(digits-text ?number ?count)`: the last digits of a whole number, with zeros in front. */
function digitsText(at: Span): InternalFunction {
  const { call, variable, string, integer } = buildAt(at);
  const length = call('str-length', variable('text'));
  const from = call('+', call('-', length, variable('count')), integer(1));
  return {
    key: 'digits-text',
    wanted: 'digits-text',
    define: (name) => ({
      name,
      parameters: ['number', 'count'],
      wildcard: null,
      body: [
        { kind: 'bind', name: 'text', values: [call('str-cat', string('000'), variable('number'))], at },
        call('sub-string', from, length, variable('text')),
      ],
      at,
    }),
  };
}

/**
 * `(time-text ?time)`: RFC 3339 in UTC, with milliseconds when they are not zero. Years are counted from March, so that
 * the leap day is a year's last.
 */
function timeText(at: Span): InternalFunction {
  const { call, variable, string, integer } = buildAt(at);
  const div = (value: Expression, by: number): Expression => call('div', value, integer(by));
  const mod = (value: Expression, by: number): Expression => call('mod', value, integer(by));
  const bind = (name: string, value: Expression): Expression => ({ kind: 'bind', name, values: [value], at });
  const [since, day, year, month] = ['since', 'day', 'year', 'month'].map(variable) as [
    Expression,
    Expression,
    Expression,
    Expression,
  ];
  return {
    key: 'time-text',
    wanted: 'time-text',
    define: (name, nameOf) => {
      const digits = nameOf(digitsText(at));
      const padded = (value: Expression, count: number): Expression => call(digits, value, integer(count));
      const ofEra = call(
        'div',
        call(
          '-',
          call('+', call('-', day, div(day, DAYS.leapCycle)), div(day, DAYS.century)),
          div(day, DAYS.era - 1),
        ),
        integer(DAYS.year),
      );
      const daysBefore = call(
        '+',
        call('*', integer(DAYS.year), year),
        call('-', div(year, 4), div(year, 100)),
      );
      const monthsBefore = div(call('+', call('*', integer(153), month), integer(2)), 5);
      const isEarly: Expression = call('>=', month, integer(10));
      const milliseconds: Expression = {
        kind: 'if',
        test: call('=', mod(since, 1000), integer(0)),
        then: [string('')],
        else: [call('str-cat', string('.'), padded(mod(since, 1000), 3))],
        at,
      };
      const afterNewYear = (then: Expression, otherwise: Expression): Expression => ({
        kind: 'if',
        test: isEarly,
        then: [then],
        else: [otherwise],
        at,
      });
      return {
        name,
        parameters: ['time'],
        wildcard: null,
        body: [
          bind('since', call('-', variable('time'), integer(EARLIEST_TIME))),
          bind('day', call('+', div(since, MS_OF_DAY), integer(DAYS_BEFORE_YEAR_1))),
          bind('era', div(day, DAYS.era)),
          bind('day', mod(day, DAYS.era)),
          bind('year', ofEra),
          bind('day', call('-', day, daysBefore)),
          bind('month', div(call('+', call('*', integer(5), day), integer(2)), 153)),
          bind('day', call('+', call('-', day, monthsBefore), integer(1))),
          bind('year', call('+', year, call('*', integer(400), variable('era')))),
          call(
            'str-cat',
            padded(afterNewYear(call('+', year, integer(1)), year), 4),
            string('-'),
            padded(afterNewYear(call('-', month, integer(9)), call('+', month, integer(3))), 2),
            string('-'),
            padded(day, 2),
            string('T'),
            padded(div(mod(since, MS_OF_DAY), 3_600_000), 2),
            string(':'),
            padded(div(mod(since, 3_600_000), 60_000), 2),
            string(':'),
            padded(div(mod(since, 60_000), 1000), 2),
            milliseconds,
            string('Z'),
          ),
        ],
        at,
      };
    },
  };
}

/** Writer of one value of a type; null if `str-cat` writes it correctly. */
function itemText(type: Slot['type'], at: Span): InternalFunction | null {
  if (type === 'BOOLEAN') return booleanText(at);
  return type === 'TIME' ? timeText(at) : null;
}

/** A function of a list that goes through its items; `first` is what it begins with, `next` what an item makes of it. */
function fold(
  wanted: string,
  item: InternalFunction | null,
  at: Span,
  first: Expression,
  next: (made: Expression, item: Expression) => Expression,
): InternalFunction {
  const { call, variable } = buildAt(at);
  return {
    key: wanted,
    wanted,
    define: (name, nameOf) => {
      const value = item === null ? variable('item') : call(nameOf(item), variable('item'));
      const step: Expression = { kind: 'bind', name: 'made', values: [next(variable('made'), value)], at };
      return {
        name,
        parameters: ['list'],
        wildcard: null,
        body: [
          { kind: 'bind', name: 'made', values: [first], at },
          { kind: 'foreach', form: 'progn$', variable: 'item', list: variable('list'), body: [step], at },
          variable('made'),
        ],
        at,
      };
    },
  };
}

/** `(list-text ?list)`: its items joined by a comma and a space. */
function listText(type: Slot['type'], at: Span): InternalFunction {
  const { call, variable, string, integer } = buildAt(at);
  const item = itemText(type, at);
  const comma: Expression = {
    kind: 'if',
    test: call('>', variable('item-index'), integer(1)),
    then: [string(', ')],
    else: [string('')],
    at,
  };
  const name = item === null ? 'list-text' : `${item.wanted.replace(/-text$/, '')}-list-text`;
  return fold(name, item, at, string(''), (made, value) => call('str-cat', made, comma, value));
}

/** The function that writes what a slot holds as text; null: `str-cat` writes it as it should be. */
export function textFunction({ type, list }: Pick<Slot, 'type' | 'list'>, at: Span): InternalFunction | null {
  return list ? listText(type, at) : itemText(type, at);
}

/** The function that writes the items of a list of times, which stay a list. */
export function timeTexts(at: Span): InternalFunction {
  const { call } = buildAt(at);
  return fold('time-texts', timeText(at), at, call('create$'), (made, value) => call('create$', made, value));
}
