import type { Join, Network } from '../order/network.ts';
import type { Shape } from './memory-plan.ts';
import type { Kinds } from './retractable.ts';
import { elementAt } from '../required.ts';

/** By join: which facts the matches that leave it hold. */
export function planShapes({ joins }: Network, { kindOf }: Kinds): readonly Shape[] {
  const shapes: Shape[] = [];
  const before = (previous: Join | null): readonly number[] =>
    previous === null ? [] : elementAt(shapes, previous.id).chain;
  for (const { id, previous, shape, terminal } of joins) {
    const kind = elementAt(kindOf, id);
    const skipped = terminal !== null || kind === 'late-negation' || kind === 'exists';
    const chain = skipped ? before(previous) : [...before(previous), shape.length - 1];
    shapes.push({ templates: shape, chain });
  }
  return shapes;
}
