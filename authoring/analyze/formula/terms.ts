import type { Slot, Template } from '../../../compiler/ruleset.ts';
import type { Cell, FactTerm, Formula } from './formula.ts';

/** Makes the facts and atoms of an analysis, each with an id of its own. */
export interface Terms {
  readonly fact: (template: Template) => FactTerm;
  /** A fact that may be there or not. */
  readonly possibleFact: (template: Template) => FactTerm;
  /** An atom that is like no other. */
  readonly unlike: (why: string) => Formula;
}

export function createTerms(): Terms {
  let next = 0;
  const unlike = (why: string): Formula => ({ kind: 'asked', key: `${why}#${next++}`, negated: false });
  const make = (template: Template, present: Formula | null): FactTerm => {
    const slots = new Map(template.slots.map((slot) => [slot.name, slot]));
    const cells = new Map<string, Cell>();
    const items = new Map<string, readonly Cell[]>();
    const slotOf = (name: string): Slot => {
      const slot = slots.get(name);
      if (slot === undefined) throw new TypeError(`no slot ${template.name}.${name}`);
      return slot;
    };
    return {
      template,
      cells,
      items,
      present,
      cellOf(name) {
        const known = cells.get(name);
        if (known !== undefined) return known;
        const cell = { id: next++, slot: slotOf(name) };
        cells.set(name, cell);
        return cell;
      },
      itemOf(name) {
        const item = { id: next++, slot: { ...slotOf(name), list: false } };
        items.set(name, [...(items.get(name) ?? []), item]);
        return item;
      },
    };
  };
  return {
    fact: (template) => make(template, null),
    possibleFact: (template) => make(template, unlike('present')),
    unlike,
  };
}
