import type { Slot } from '../../compiler/ruleset.ts';
import { timeText } from '../../runtime/values/time-text.ts';
import type { FactInput } from '../../runtime/facts/read-facts.ts';
import type { Cell, FactTerm } from './formula/formula.ts';
import type { Model } from './solve/solve.ts';
import type { Value } from './values/value-set.ts';

/** A value as a request gives it. */
function writeValue({ type }: Pick<Slot, 'type'>, value: Value): unknown {
  if (type === 'BOOLEAN') return value === 'TRUE';
  return type === 'TIME' ? timeText(Number(value)) : value;
}

/** The cells of facts that a request has to give. */
export function cellsOf(facts: readonly FactTerm[]): readonly Cell[] {
  return facts.flatMap(({ template, cellOf, cells, items }) => [
    ...template.slots.filter(({ required }) => required).map(({ name }) => cellOf(name)),
    ...cells.values(),
    ...[...items.values()].flat(),
  ]);
}

/** The facts of a model, each once. */
export function factsOfModel(facts: readonly FactTerm[], model: Model): readonly FactInput[] {
  const written = new Map<string, FactInput>();
  for (const { template, cells, items, present } of facts) {
    if (present !== null && !model.holds(present)) continue;
    const data: Record<string, unknown> = {};
    for (const [name, cell] of cells) {
      const value = model.valueOf(cell);
      if (value !== null) data[name] = writeValue(cell.slot, value);
      else if (cell.slot.required) data[name] = [];
    }
    for (const [name, cellsOfItems] of items)
      data[name] = cellsOfItems.map((cell) => writeValue(cell.slot, model.valueOf(cell) ?? ''));
    const fact = { template: template.name, data };
    written.set(JSON.stringify(fact), fact);
  }
  return [...written.values()];
}
