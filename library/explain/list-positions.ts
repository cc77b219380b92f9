import type { Field, Pattern } from '../../compiler/ruleset.ts';
import { ListItem, plainItem } from '../../runtime/matching/list-item.ts';
import type { Fact, Multifield } from '../../runtime/values/values.ts';
import type { ExplainableRuleset } from './explainable-ruleset.ts';

/** The positions at which a match has a fact, by the fields of items; none for most patterns. */
export type Positions = ReadonlyMap<Field, number>;

export const NO_POSITIONS: Positions = new Map();

function listOf(explainable: ExplainableRuleset, fact: Fact, { slot }: Field): Multifield {
  return explainable.valueOf(fact, slot) as Multifield;
}

/** Every choice of one position in each list whose items a pattern takes one by one, in the order of the lists. */
export function positionsOf(
  explainable: ExplainableRuleset,
  { fields }: Pattern,
  fact: Fact,
): readonly Positions[] {
  return fields.reduce<readonly Positions[]>(
    (chosen, field) => {
      if (field.each === undefined) return chosen;
      const items = listOf(explainable, fact, field);
      return chosen.flatMap((before) => items.map((_, place) => new Map(before).set(field, place)));
    },
    [NO_POSITIONS],
  );
}

/** Subject of a pattern's field: the whole slot, or the item at the position; undefined if none exists. */
export function fieldValue(
  explainable: ExplainableRuleset,
  fact: Fact,
  field: Field,
  positions: Positions,
): unknown {
  if (field.each === undefined) return explainable.valueOf(fact, field.slot);
  const place = positions.get(field);
  const item = place === undefined ? undefined : listOf(explainable, fact, field)[place];
  return item === undefined ? undefined : plainItem(explainable.slotOf(fact.template, field.slot).type, item);
}

/** Returns the item in the form of results; the whole list without a position. */
export function writtenValue(
  written: Readonly<Record<string, unknown>>,
  field: Field,
  positions: Positions,
): unknown {
  const value = written[field.slot];
  const place = positions.get(field);
  return place === undefined ? value : (value as readonly unknown[])[place];
}

/** The positions at which a match of the engine has a fact. */
export function positionsIn({ fields }: Pattern, matched: Fact): Positions {
  const positions = new Map<Field, number>();
  let rest = matched;
  for (const field of fields.filter(({ each }) => each !== undefined).reverse()) {
    if (!(rest instanceof ListItem)) break;
    positions.set(field, rest.position);
    rest = rest.of as Fact;
  }
  return positions;
}
