/** Conditions, drawn: comparisons, and groups of them. */
import type { Dice } from '../judge/dice.ts';
import type { Condition, Fold, Operand, PathNodeDraft } from './condition.ts';
import { drawAtom } from './draw-atoms.ts';
import {
  call,
  compare,
  drawText,
  literal,
  marked,
  numberPath,
  path,
  readPath,
  slot,
  textPath,
  TEXTS,
  type Reach,
} from './draw-operands.ts';

const fresh = ({ names }: Reach, letter: string): string => `${letter}${names.count++}`;

export function drawCondition(dice: Dice, depth: number, reach: Reach): Condition {
  const chance = dice.int(0, 99);
  const inner = (): Condition => drawCondition(dice, depth - 1, reach);
  if (depth <= 0 || chance < 35) return drawAtom(dice, reach);
  if (chance < 55) return { kind: 'and', parts: [inner(), inner()] };
  if (chance < 75) return { kind: 'or', parts: [inner(), inner()] };
  if (chance < 81) return { kind: 'not', part: inner() };
  if (chance < 84) return drawDefined(dice, depth, reach);
  if (reach.items.length > 0 && dice.percent(50)) return drawSubs(dice, depth, reach);
  if (chance < 93 || reach.items.length > 0) return drawItems(dice, depth, reach);
  if (reach.facts.length > 0) return drawFacts(dice, reach);
  return drawFold(dice, reach);
}

function drawItems(dice: Dice, depth: number, reach: Reach): Condition {
  const name = fresh(reach, 'i');
  const list = drawList(dice, reach);
  const kind = dice.pick(['exists', 'forall'] as const);
  const unions = list.union === undefined ? reach.unions : [...reach.unions, name];
  const part = drawCondition(dice, depth - 1, { ...reach, items: [...reach.items, name], unions, facts: [] });
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

/** The list of items, or a union with another list. */
function drawList(dice: Dice, { isPure }: Reach): PathNodeDraft {
  const list = path('input', ['items'], 'items');
  return !isPure && dice.percent(30) ? { ...list, union: ['items', 'more'] } : list;
}

/** A definition that this condition alone uses, with an item or without one. */
function drawDefined(dice: Dice, depth: number, reach: Reach): Condition {
  const name = fresh(reach, 'd');
  const argument = reach.items.length > 0 && dice.percent(60) ? dice.pick(reach.items) : null;
  const parameter = argument === null ? null : fresh(reach, 'x');
  const items = parameter === null ? [] : [parameter];
  const unions = argument !== null && reach.unions.includes(argument) ? items : [];
  const body = drawCondition(dice, Math.min(depth - 1, 1), { ...reach, items, unions, subs: [], facts: [] });
  return { kind: 'defined', name, parameter, argument, body };
}

const FOLDS: readonly Fold[] = ['count', 'count', 'sum', 'min', 'max', 'distinct'];

function drawFold(dice: Dice, reach: Reach): Condition {
  const name = fresh(reach, 'c');
  const fold = dice.pick(FOLDS);
  const list = marked(dice, drawList(dice, reach), reach);
  const isUnion = list.union !== undefined;
  // Aggregates hold no groups, which tests for absence need.
  const inner: Reach = { ...reach, items: [name], unions: isUnion ? [name] : [], facts: [], isPure: true };
  const chosen = dice.percent(50) ? drawChosen(dice, inner, name, reach) : null;
  const value = fold === 'count' ? null : drawTaken(dice, inner, fold);
  const part = fold === 'count' && chosen === null ? drawChosen(dice, inner, name, reach) : chosen;
  const number: Operand = literal(dice.int(0, 2));
  const minutes = dice.pick([1, 60]);
  const than: Operand =
    value?.kind === 'difference'
      ? { kind: 'duration', minutes }
      : fold === 'count' && dice.percent(40)
        ? marked(dice, path('input', ['n'], 'number'), reach)
        : number;
  const sign = dice.pick(['>', '<=', '=='] as const);
  // A count, which is whole, equals no path of other numbers.
  return {
    kind: 'fold',
    fold,
    name,
    list,
    part,
    value,
    sign: than.kind === 'path' && sign === '==' ? '>' : sign,
    than,
  };
}

function drawChosen(dice: Dice, inner: Reach, name: string, reach: Reach): Condition {
  if (dice.percent(25)) {
    const item = marked(dice, path(name, ['p'], 'number'), reach);
    return compare(dice.pick(['>', '<=']), item, literal(dice.int(0, 2)));
  }
  if (dice.percent(70)) return drawAtom(dice, inner);
  const parts = [drawAtom(dice, inner), drawAtom(dice, inner)];
  return { kind: dice.pick(['and', 'or']), parts };
}

/** The value that an aggregate takes of each item. */
function drawTaken(dice: Dice, inner: Reach, fold: Fold): Operand {
  if (fold === 'distinct') return dice.percent(50) ? drawText(dice, inner, 1) : textPath(dice, inner);
  return dice.pick<Operand>([
    numberPath(dice, inner),
    call('number', readPath(dice, inner)),
    call('quantity', readPath(dice, inner)),
    { kind: 'quotient', left: numberPath(dice, inner), right: numberPath(dice, inner) },
    { kind: 'sum', left: numberPath(dice, inner), right: call('number', readPath(dice, inner)) },
    { kind: 'lookup', key: textPath(dice, inner) },
    {
      kind: 'difference',
      left: call('time', readPath(dice, inner)),
      right: call('time', readPath(dice, inner)),
    },
  ]);
}
