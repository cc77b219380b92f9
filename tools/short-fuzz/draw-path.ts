/** Drawn operands: paths, entries of a map, slots, calls. */
import type { Dice } from '../judge/dice.ts';
import type { Operand, PathNodeDraft, ValueFunction, ValueType } from './condition.ts';

/** Names that a condition can use at its place. */
export interface Reach {
  /** Items of `input.items`. */
  readonly items: readonly string[];
  /** Items of `subs` of an item. */
  readonly subs: readonly string[];
  /** Facts of the rule; empty for a rule of a document alone. */
  readonly facts: readonly string[];
  /** Without `has`, `?`, `??`, which ask for absence. */
  readonly isPure: boolean;
  /** Number of names so far. */
  readonly names: { count: number };
}

export const TEXTS = ['a', 'b', 'ab'];

export const path = (root: string, keys: PathNodeDraft['keys'], type: ValueType): PathNodeDraft => ({
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

/** `input.m[key]` */
function entryPath(dice: Dice, reach: Reach): PathNodeDraft {
  const key = (): Operand => {
    const names = [...reach.items, ...reach.subs];
    if (reach.facts.length > 0 && dice.percent(40)) return slot('a', 'k');
    if (names.length > 0 && dice.percent(20)) return { kind: 'key', item: dice.pick(names) };
    if (!reach.isPure && dice.percent(15))
      return { kind: 'default', path: textPath(dice, reach), value: dice.pick(TEXTS) };
    return textPath(dice, reach);
  };
  const plain = key();
  const chance = dice.int(0, 99);
  if (plain.kind === 'default' || chance < 60) return path('input', ['m', plain], 'number');
  if (chance < 80) return path('input', ['m', { kind: 'word', key: plain }], 'number');
  return path('input', ['m', call(dice.pick(['upper', 'trim']), plain)], 'number');
}

export function numberPath(dice: Dice, reach: Reach): PathNodeDraft {
  const { items, subs } = reach;
  if (dice.percent(15)) return entryPath(dice, reach);
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

export const call = (name: ValueFunction, of: Operand, ...more: readonly (string | number)[]): Operand => ({
  kind: 'function',
  name,
  of,
  more,
});

export const slot = (alias: string, name: string): Operand => ({ kind: 'slot', alias, slot: name });
