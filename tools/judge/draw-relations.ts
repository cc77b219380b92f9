import type { Dice } from './dice.ts';
import type { Domains } from './draw-values.ts';
import type { Feature } from './features.ts';
import type { RelationDraft, SlotDraft } from './program.ts';
import { SLOT_TYPES } from './draw-values.ts';

/** More rows than one construct holds. */
const MANY = 105;

function drawColumn(dice: Dice, name: string, features: ReadonlySet<Feature>): SlotDraft {
  const plain = features.has('booleans') && dice.percent(20) ? 'BOOLEAN' : dice.pick(SLOT_TYPES);
  const type = features.has('times') && dice.percent(20) ? 'TIME' : plain;
  return { name, type, allowed: null, default: null };
}

/** Small relations over the values of the facts, so that they join; some rows are duplicates. */
export function drawRelations(
  dice: Dice,
  domains: Domains,
  features: ReadonlySet<Feature>,
): readonly RelationDraft[] {
  if (!features.has('relations')) return [];
  return dice.times(dice.int(1, 2), (index) => {
    const slots = dice.times(dice.int(1, 3), (column) => drawColumn(dice, 'xyz'.charAt(column), features));
    const row = () => slots.map(({ type }) => dice.pick(domains[type]));
    const count = dice.percent(3) ? MANY : dice.int(0, 5);
    const rows = dice.times(count, (number) => {
      const cells = row();
      return count === MANY && slots[0]?.type === 'INTEGER' ? cells.with(0, number) : cells;
    });
    return { name: `K${index}`, slots, rows };
  });
}
