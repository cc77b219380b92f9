/** Operands of comparisons, drawn. */
import type { Dice } from '../judge/dice.ts';
import type { Condition, Operand, PathNodeDraft, Sign, ValueFunction, ValueType } from './condition.ts';

/** Names that a condition can use at its place. */
export interface Reach {
  /** Items of `input.items`. */
  readonly items: readonly string[];
  /** Items of `subs` of an item. */
  readonly subs: readonly string[];
  /** Items of unions, among `items`. */
  readonly unions: readonly string[];
  /** Facts of the rule; empty for a rule of a document alone. */
  readonly facts: readonly string[];
  /** Without `has`, `?`, `??`, which ask for absence. */
  readonly isPure: boolean;
  /** Number of names so far. */
  readonly names: { count: number };
}

export const TEXTS = ['a', 'b', 'ab'];
export const SIGNS: readonly Sign[] = ['==', '!=', '<', '<=', '>', '>='];
export const literal = (value: string | number | boolean): Operand => ({ kind: 'literal', value });

export const path = (root: string, keys: readonly string[], type: ValueType): PathNodeDraft => ({
  kind: 'path',
  root,
  keys,
  type,
  isOptional: false,
});

export function textPath(dice: Dice, { items, subs }: Reach): PathNodeDraft {
  const roots = [
    ...items.map((name) => path(name, ['t'], 'text')),
    ...subs.map((name) => path(name, ['w'], 'text')),
  ];
  if (roots.length > 0 && dice.percent(70)) return dice.pick(roots);
  return dice.pick([path('input', ['s'], 'text'), path('input', ['o', 'u'], 'text')]);
}

export function numberPath(dice: Dice, { items, subs }: Reach): PathNodeDraft {
  const roots = [
    ...items.map((name) => path(name, ['p'], 'number')),
    ...subs.map((name) => path(name, ['q'], 'number')),
  ];
  if (roots.length > 0 && dice.percent(70)) return dice.pick(roots);
  return dice.pick([path('input', ['n'], 'number'), path('input', ['o', 'm'], 'number')]);
}

/** With `?` at times, where the comparison is not negated by its operator. */
export function marked(dice: Dice, draft: PathNodeDraft, reach: Reach, isNegated = false): PathNodeDraft {
  return { ...draft, isOptional: !reach.isPure && !isNegated && dice.percent(25) };
}

/** The argument of an operator on texts: one of them, or a list. */
export const drawArgument = (dice: Dice): string | readonly string[] | null =>
  dice.percent(20) ? null : dice.percent(30) ? dice.some(TEXTS, 2) : dice.pick(TEXTS);

/** A text with values in it. */
export const drawMade = (dice: Dice, reach: Reach): Operand => ({
  kind: 'made',
  parts: dice.percent(50)
    ? [textPath(dice, reach), '-', textPath(dice, reach)]
    : dice.percent(50)
      ? [numberPath(dice, reach), 'b']
      : [textPath(dice, reach)],
});

/** A path whose texts some functions can read. */
export const readPath = (dice: Dice, { items }: Reach): PathNodeDraft =>
  items.length > 0 && dice.percent(50)
    ? path(dice.pick(items), ['r'], 'text')
    : path('input', [dice.percent(70) ? 'r' : 's'], 'text');

export const call = (name: ValueFunction, of: Operand, ...more: readonly (string | number)[]): Operand => ({
  kind: 'function',
  name,
  of,
  more,
});

/** A function whose value is a text, of a path or of another one. */
export function drawText(dice: Dice, reach: Reach, depth: number): Operand {
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

export const slot = (alias: string, name: string): Operand => ({ kind: 'slot', alias, slot: name });
export const compare = (sign: Sign, left: Operand, right: Operand): Condition => ({
  kind: 'compare',
  sign,
  left,
  right,
});
export const sum = (dice: Dice, left: Operand): Operand => ({
  kind: 'sum',
  left,
  right: literal(dice.int(0, 1)),
});
