import type { Dice } from './dice.ts';
import { drawAggregate } from './draw-aggregate.ts';
import { drawPattern } from './draw-pattern.ts';
import type { Bound, World } from './draw-scope.ts';
import type { WhenDraft } from './program.ts';

/** A conditional element beyond a single pattern, or null when the features allow none. */
export function drawGroup(
  dice: Dice,
  world: World,
  bound: readonly Bound[],
  index: string,
  depth = 0,
): WhenDraft | null {
  const { features } = world;
  // A temporal condition makes a group of its pattern.
  const inner = features.has('groups') ? world : { ...world, counted: [] };
  const local = (suffix: string) => drawPattern(dice, inner, bound, { index: index + suffix, local: true });
  const element = (suffix: string): WhenDraft => {
    const nested =
      depth < 2 && dice.percent(30) ? drawGroup(dice, world, bound, index + suffix, depth + 1) : null;
    const counts = dice.percent(15) ? drawAggregate(dice, inner, bound, index + suffix) : null;
    return nested ?? counts ?? local(suffix);
  };
  const forms: (() => WhenDraft)[] = [];
  if (features.has('negation')) {
    forms.push(
      () => ({ not: [local('n')] }),
      () => ({ not: [local('n')] }),
      () => ({ exists: [local('e')] }),
    );
    if (depth === 0) forms.push(() => ({ any: [[local('x')], [local('y')]] }));
  }
  if (features.has('groups')) {
    forms.push(
      () => ({ not: [element('a'), element('b')] }),
      () => ({ exists: [element('a'), element('b')] }),
      () => ({ not: [element('a')] }),
      () => ({ forall: { each: local('f'), must: [element('m')] } }),
      () => ({ any: [[element('x'), element('y')], [element('z')]] }),
    );
  }
  return forms.length > 0 ? dice.pick(forms)() : null;
}
