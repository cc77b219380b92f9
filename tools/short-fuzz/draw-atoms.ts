/** Comparisons, drawn. */
import type { Dice } from '../judge/dice.ts';
import type { Condition, Operand, Partial, Sign, TextTest, ValueFunction } from './condition.ts';
import {
  call,
  compare,
  drawArgument,
  drawMade,
  drawText,
  literal,
  marked,
  numberPath,
  path,
  readPath,
  SIGNS,
  slot,
  sum,
  textPath,
  TEXTS,
  type Reach,
} from './draw-operands.ts';

type Draw = (dice: Dice, reach: Reach) => Condition;

/** The comparison of two paths, or with `another` where they are one: a slot compared with itself is an error. */
const apart = (sign: Sign, left: Operand, right: Operand, another: Operand): Condition =>
  compare(sign, left, JSON.stringify(left) === JSON.stringify(right) ? another : right);

const ATOMS: readonly Draw[] = [
  (dice, reach) => {
    const sign = dice.pick(['==', '!='] as const);
    return compare(
      sign,
      marked(dice, textPath(dice, reach), reach, sign === '!='),
      literal(dice.pick(TEXTS)),
    );
  },
  (dice, reach) => {
    const isNegated = dice.percent(40);
    const value = marked(dice, textPath(dice, reach), reach, isNegated);
    return { kind: 'in', value, list: dice.percent(25) ? null : dice.some(TEXTS, 2), isNegated };
  },
  (dice, reach) => {
    const test = dice.pick<TextTest>(['starts_with', 'ends_with', 'contains', 'glob']);
    const by = test === 'glob' ? dice.some(['a*', '*b', 'b'], 2) : drawArgument(dice);
    return { kind: 'text', test, value: marked(dice, textPath(dice, reach), reach), by };
  },
  (dice, reach) => {
    const sign = dice.pick(SIGNS);
    return compare(
      sign,
      marked(dice, numberPath(dice, reach), reach, sign === '!='),
      literal(dice.int(0, 3)),
    );
  },
  (dice, reach) => {
    if (reach.isPure) return apart('<', numberPath(dice, reach), numberPath(dice, reach), literal(1));
    const left: Operand = { kind: 'default', path: numberPath(dice, reach), value: dice.int(0, 3) };
    return compare(
      dice.pick(SIGNS),
      left,
      dice.percent(70) ? literal(dice.int(0, 3)) : path('input', ['k'], 'number'),
    );
  },
  (dice, reach) => {
    if (reach.isPure) return { kind: 'truth', value: path('input', ['b'], 'boolean') };
    return {
      kind: 'has',
      path: dice.pick([
        textPath(dice, reach),
        numberPath(dice, reach),
        path('input', ['o'], 'object'),
        path('input', ['items'], 'items'),
      ]),
    };
  },
  (dice, reach) => compare(dice.pick(SIGNS), sum(dice, numberPath(dice, reach)), numberPath(dice, reach)),
  (dice, reach) =>
    apart(
      dice.pick(['==', '!=']),
      textPath(dice, reach),
      path('input', ['s'], 'text'),
      path('input', ['o', 'u'], 'text'),
    ),
  (dice, reach) => {
    const value = path('input', ['b'], 'boolean');
    if (!reach.isPure && dice.percent(30))
      return { kind: 'truth', value: { kind: 'default', path: value, value: dice.percent(50) } };
    return { kind: 'truth', value: marked(dice, value, reach) };
  },
  (dice) => ({
    kind: 'member',
    value: dice.pick(TEXTS),
    list: dice.pick([path('input', ['l'], 'texts'), path('input', ['o', 'k'], 'texts')]),
    isNegated: dice.percent(40),
  }),
  (dice) => compare(dice.pick(['==', '!=']), path('input', ['v1'], 'any'), path('input', ['v2'], 'any')),
  (dice, reach) => {
    const key: Operand =
      reach.facts.length > 0 && dice.percent(50)
        ? { kind: 'slot', alias: 'a', slot: 'k' }
        : textPath(dice, reach);
    return compare(dice.pick(SIGNS), numberPath(dice, reach), { kind: 'lookup', key });
  },
  (dice, reach) => {
    const right: Operand =
      reach.facts.length > 0 && dice.percent(40)
        ? { kind: 'slot', alias: 'a', slot: 'x' }
        : numberPath(dice, reach);
    const left: Operand = { kind: 'quotient', left: numberPath(dice, reach), right };
    return compare(dice.pick(['>', '<=', '==']), left, literal(dice.int(0, 3)));
  },
  (dice, reach) => {
    const [operator, key] = dice.pick<readonly [Partial, string]>([
      ['path_within', 'f'],
      ['in_cidr', 'ip'],
      ['host_within', 'h'],
      ['semver_satisfies', 'ver'],
    ]);
    return { kind: 'partial', operator, value: marked(dice, path('input', [key], 'text'), reach) };
  },
  (dice, reach) => {
    const value = drawText(dice, reach, 1);
    return dice.percent(50)
      ? compare(dice.pick(['==', '!=']), value, literal(dice.pick(['a', 'b', 'AB', ''])))
      : dice.percent(50)
        ? { kind: 'text', test: dice.pick<TextTest>(['starts_with', 'contains']), value, by: 'a' }
        : { kind: 'in', value, list: dice.some(['A', 'b', ''], 2), isNegated: dice.percent(40) };
  },
  (dice, reach) => {
    const value = call(dice.pick<ValueFunction>(['number', 'quantity']), readPath(dice, reach));
    const right = dice.pick<Operand>([
      literal(dice.int(0, 3)),
      numberPath(dice, reach),
      call('quantity', readPath(dice, reach)),
      { kind: 'quotient', left: value, right: call('number', readPath(dice, reach)) },
    ]);
    return compare(dice.pick(SIGNS), value, right);
  },
  (dice, reach) => {
    const time = call('time', readPath(dice, reach));
    const zoned: Operand = { kind: 'zone', of: readPath(dice, reach) };
    const left = dice.percent(25) ? zoned : time;
    const right = dice.pick<Operand>([
      call('time', literal(dice.pick(['2025-03-09', '1970-01-01T00:10:00Z']))),
      call('time', readPath(dice, reach)),
      { kind: 'now' },
    ]);
    const minutes = dice.pick([10, 24 * 60]);
    const shifted: Operand = { kind: 'shifted', time: left, sign: dice.pick(['+', '-']), minutes };
    const sign = dice.pick(right.kind === 'now' ? (['<', '<=', '>', '>='] as const) : SIGNS);
    return compare(sign, dice.percent(40) ? shifted : left, right);
  },
  (dice, reach) => {
    const time = call('time', readPath(dice, reach));
    const from = dice.pick<Operand>([{ kind: 'now' }, call('time', readPath(dice, reach))]);
    const right: Operand = { kind: 'duration', minutes: dice.pick([5, 60, 24 * 60 * 7]) };
    return compare(dice.pick(SIGNS), { kind: 'difference', left: from, right: time }, right);
  },
  (dice, reach) => {
    const time: Operand = dice.percent(25)
      ? { kind: 'zone', of: readPath(dice, reach) }
      : call('time', readPath(dice, reach));
    if (dice.percent(30)) return { kind: 'weekday', time, days: dice.some(['thu', 'sun', 'mon'], 2) };
    return {
      kind: 'timely',
      operator: dice.pick(['within_last', 'older_than']),
      time,
      minutes: dice.pick([5, 60, 60 * 24 * 7]),
    };
  },
  (dice, reach) => ({
    kind: 'readable',
    name: dice.pick(['number', 'quantity', 'time']),
    of: marked(dice, readPath(dice, reach), reach),
  }),
  (dice, reach) => {
    const made = drawMade(dice, reach);
    if (dice.percent(50)) return compare(dice.pick(['==', '!=']), textPath(dice, reach), made);
    const test = dice.pick<TextTest>(['starts_with', 'ends_with', 'contains']);
    return dice.percent(50)
      ? { kind: 'text', test, value: textPath(dice, reach), by: made }
      : compare(dice.pick(['==', '!=']), made, literal(dice.pick(['a-b', '2b', 'a'])));
  },
  (dice, { items, facts }) => {
    const keys: readonly Operand[] = [
      ...(facts.length > 0 ? [slot('a', 'k'), slot('b', 'k')] : []),
      ...items.map((item) => ({ kind: 'key', item }) as const),
    ];
    if (keys.length === 0) return compare('==', path('input', ['s'], 'text'), literal('a'));
    const key = dice.pick(keys);
    return compare(dice.pick(SIGNS), { kind: 'entry', key, isOptional: false }, literal(dice.int(0, 3)));
  },
  (dice, { unions }) =>
    unions.length === 0
      ? compare('==', path('input', ['s'], 'text'), literal('b'))
      : compare(dice.pick(['==', '!=']), { kind: 'list', item: dice.pick(unions) }, literal('more')),
  (dice, { items, subs }) => {
    const names = [...items, ...subs];
    if (names.length === 0) return compare('==', path('input', ['s'], 'text'), literal('a'));
    const key: Operand = { kind: 'key', item: dice.pick(names) };
    return dice.percent(60)
      ? compare(dice.pick(['==', '!=']), key, literal(dice.pick(['0', '1', 'k0'])))
      : { kind: 'text', test: 'starts_with', value: key, by: dice.pick(['k', '0']) };
  },
];

const FACT_ATOMS: readonly Draw[] = [
  (dice) => compare(dice.pick(['==', '!=']), slot('a', 'k'), literal(dice.pick(TEXTS))),
  (dice) =>
    compare(dice.pick(SIGNS), slot('a', 'x'), dice.percent(50) ? slot('b', 'x') : literal(dice.int(0, 3))),
  (dice) =>
    compare(
      dice.pick(['==', '!=']),
      slot('b', 'k'),
      dice.percent(50) ? slot('a', 'k') : path('input', ['s'], 'text'),
    ),
  (dice) =>
    compare(
      dice.pick(['<=', '!=']),
      slot('a', 'x'),
      dice.percent(50) ? literal(dice.int(0, 3)) : path('input', ['n'], 'number'),
    ),
];

export function drawAtom(dice: Dice, reach: Reach): Condition {
  const facts = reach.facts.length > 0 && dice.percent(45);
  return dice.pick(facts ? FACT_ATOMS : ATOMS)(dice, reach);
}
