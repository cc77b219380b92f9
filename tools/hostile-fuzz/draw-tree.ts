import type { Dice } from '../judge/dice.ts';
import { hostilePiece, woundText } from './draw-text.ts';

type Tree = null | boolean | number | string | Tree[] | { [key: string]: Tree };

/** A place in a tree: the collection and the key or index in it. */
interface Place {
  readonly holder: Tree[] | Record<string, Tree>;
  readonly key: string;
}

/** A copy of the tree with some places changed; most stay rulesets that get past the reader. */
export function woundTree(dice: Dice, tree: unknown): unknown {
  const copy = structuredClone(tree) as Tree;
  for (let i = dice.int(1, dice.percent(50) ? 1 : 4); i > 0; i--) {
    const places = placesIn(copy);
    if (places.length > 0) woundPlace(dice, dice.pick(places), places);
  }
  return copy;
}

function placesIn(tree: Tree): readonly Place[] {
  if (tree === null || typeof tree !== 'object') return [];
  const holder = tree as Place['holder'];
  return Object.keys(holder).flatMap((key) => [{ holder, key }, ...placesIn(valueAt({ holder, key }))]);
}

function valueAt({ holder, key }: Place): Tree {
  return (holder as Record<string, Tree>)[key] ?? null;
}

function setAt({ holder, key }: Place, value: Tree): void {
  Object.defineProperty(holder, key, { value, writable: true, enumerable: true, configurable: true });
}

function woundPlace(dice: Dice, place: Place, places: readonly Place[]): void {
  const value = valueAt(place);
  switch (dice.int(0, 7)) {
    case 0:
      if (Array.isArray(place.holder)) place.holder.splice(Number(place.key), 1);
      else delete place.holder[place.key];
      return;
    case 1:
      return setAt(place, hostilePiece(dice));
    case 2:
      return setAt(place, dice.pick([null, true, -1, 0, 1e308, 2 ** 53, '', [], {}, [[]], 'x'.repeat(3000)]));
    case 3:
      return setAt(place, structuredClone(valueAt(dice.pick(places))));
    case 4:
      if (Array.isArray(place.holder))
        place.holder.push(...dice.times(dice.int(1, 30), () => structuredClone(value)));
      else place.holder[hostilePiece(dice)] = structuredClone(value);
      return;
    case 5:
      return setAt(place, dice.percent(50) ? [structuredClone(value)] : { not: [structuredClone(value)] });
    default:
      return setAt(place, typeof value === 'string' ? woundText(dice, value) : hostilePiece(dice));
  }
}
