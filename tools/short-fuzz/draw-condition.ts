import type { Dice } from '../judge/dice.ts';
import type {
  Condition,
  Operand,
  Partial,
  PathNodeDraft,
  Sign,
  TextTest,
  ValueFunction,
} from './condition.ts';
import { call, marked, numberPath, path, slot, textPath, TEXTS, type Reach } from './draw-path.ts';

const SIGNS: readonly Sign[] = ['==', '!=', '<', '<=', '>', '>='];
const literal = (value: string | number | boolean): Operand => ({ kind: 'literal', value });

type Draw = (dice: Dice, reach: Reach) => Condition;

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
    return { kind: 'in', value, list: dice.some(TEXTS, 2), isNegated };
  },
  (dice, reach) => {
    const test = dice.pick<TextTest>(['starts_with', 'ends_with', 'contains']);
    return { kind: 'text', test, value: marked(dice, textPath(dice, reach), reach), by: drawArgument(dice) };
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
    if (reach.isPure) return compare('<', numberPath(dice, reach), numberPath(dice, reach));
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
  (dice, reach) => compare(dice.pick(['==', '!=']), textPath(dice, reach), path('input', ['s'], 'text')),
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
    const right = dice.percent(50)
      ? call('time', literal('2025-03-09'))
      : call('time', readPath(dice, reach));
    return compare(dice.pick(SIGNS), dice.percent(30) ? { kind: 'later', time } : time, right);
  },
  (dice, { items, subs }) => {
    const names = [...items, ...subs];
    if (names.length === 0) return compare('==', path('input', ['s'], 'text'), literal('a'));
    const key: Operand = { kind: 'key', item: dice.pick(names) };
    return dice.percent(60)
      ? compare(dice.pick(['==', '!=']), key, literal(dice.pick(['0', '1', 'k0'])))
      : { kind: 'text', test: 'starts_with', value: key, by: dice.pick(['k', '0']) };
  },
];

/** The argument of an operator on texts: one of them, or a list. */
const drawArgument = (dice: Dice): string | readonly string[] =>
  dice.percent(30) ? dice.some(TEXTS, 2) : dice.pick(TEXTS);

/** A path whose texts some functions can read. */
const readPath = (dice: Dice, { items }: Reach): PathNodeDraft =>
  items.length > 0 && dice.percent(50)
    ? path(dice.pick(items), ['r'], 'text')
    : path('input', [dice.percent(70) ? 'r' : 's'], 'text');

/** A function whose value is a text, of a path or of another one. */
function drawText(dice: Dice, reach: Reach, depth: number): Operand {
  const name = dice.pick<ValueFunction>(['lower', 'upper', 'trim', 'replace', 'part']);
  const of =
    depth > 0 && dice.percent(40)
      ? drawText(dice, reach, depth - 1)
      : !reach.isPure && dice.percent(20)
        ? ({ kind: 'default', path: textPath(dice, reach), value: 'Ab' } as const)
        : marked(dice, textPath(dice, reach), reach, true);
  if (name === 'replace') return call(name, of, 'a', dice.pick(['', 'bb']));
  return name === 'part' ? call(name, of, dice.pick(['b', 'a']), dice.int(-2, 2)) : call(name, of);
}

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

const compare = (sign: Sign, left: Operand, right: Operand): Condition => ({
  kind: 'compare',
  sign,
  left,
  right,
});
const sum = (dice: Dice, left: Operand): Operand => ({ kind: 'sum', left, right: literal(dice.int(0, 1)) });

function drawAtom(dice: Dice, reach: Reach): Condition {
  const facts = reach.facts.length > 0 && dice.percent(45);
  return dice.pick(facts ? FACT_ATOMS : ATOMS)(dice, reach);
}

const fresh = ({ names }: Reach, letter: string): string => `${letter}${names.count++}`;

export function drawCondition(dice: Dice, depth: number, reach: Reach): Condition {
  const chance = dice.int(0, 99);
  const inner = (): Condition => drawCondition(dice, depth - 1, reach);
  if (depth <= 0 || chance < 35) return drawAtom(dice, reach);
  if (chance < 55) return { kind: 'and', parts: [inner(), inner()] };
  if (chance < 75) return { kind: 'or', parts: [inner(), inner()] };
  if (chance < 83) return { kind: 'not', part: inner() };
  if (reach.items.length > 0 && dice.percent(50)) return drawSubs(dice, depth, reach);
  if (chance < 93 || reach.items.length > 0) return drawItems(dice, depth, reach);
  if (reach.facts.length > 0) return drawFacts(dice, reach);
  return drawCount(dice, reach);
}

function drawItems(dice: Dice, depth: number, reach: Reach): Condition {
  const name = fresh(reach, 'i');
  const list = path('input', ['items'], 'items');
  const kind = dice.pick(['exists', 'forall'] as const);
  const part = drawCondition(dice, depth - 1, { ...reach, items: [...reach.items, name], facts: [] });
  return { kind, name, list: kind === 'exists' ? marked(dice, list, reach) : list, part };
}

function drawSubs(dice: Dice, depth: number, reach: Reach): Condition {
  const name = fresh(reach, 's');
  const list = path(dice.pick(reach.items), ['subs'], 'items');
  const part = drawCondition(dice, depth - 1, { ...reach, subs: [...reach.subs, name], facts: [] });
  return { kind: dice.pick(['exists', 'forall']), name, list: marked(dice, list, reach), part };
}

function drawFacts(dice: Dice, reach: Reach): Condition {
  const name = fresh(reach, 'f');
  const first = compare(
    dice.pick(['<', '==', '>']),
    slot(name, 'x'),
    dice.percent(50) ? slot('b', 'x') : literal(dice.int(0, 2)),
  );
  const second = compare(dice.pick(['==', '!=']), slot(name, 'k'), literal(dice.pick(TEXTS)));
  return { kind: 'facts', name, part: { kind: 'and', parts: [first, second] } };
}

function drawCount(dice: Dice, reach: Reach): Condition {
  const name = fresh(reach, 'c');
  const item = dice.percent(20)
    ? path('input', ['m', path(name, ['t'], 'text')], 'number')
    : marked(dice, path(name, ['p'], 'number'), reach);
  const right = dice.percent(70) ? literal(dice.int(0, 2)) : path('input', ['o', 'm'], 'number');
  return {
    kind: 'count',
    name,
    list: marked(dice, path('input', ['items'], 'items'), reach),
    part: compare(dice.pick(['>', '<=']), item, right),
    sign: dice.pick(['>', '<=', '==']),
    than: dice.percent(60) ? literal(dice.int(0, 2)) : marked(dice, path('input', ['n'], 'number'), reach),
  };
}
