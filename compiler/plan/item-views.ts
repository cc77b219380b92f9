/** Entry that represents a fact in matches of one item of a list. */
import { itemSlot, itemTemplate, positionSlot } from '../order/list-items.ts';
import type { AlphaNode } from '../order/network.ts';
import type { Slot, Template } from '../ruleset.ts';
import type { ItemView } from './match-plan.ts';

function viewOf(base: Template, slot: Slot): ItemView {
  const one = { list: false, maxItems: null, default: null, required: true };
  const item: Slot = { ...slot, ...one, name: itemSlot(slot.name) };
  const position: Slot = { ...item, name: positionSlot(slot.name), type: 'INTEGER', allowed: null };
  const name = itemTemplate(base.name, slot.name);
  return {
    template: { ...base, name, slots: [...base.slots, item, position] },
    of: base.name,
    slot: slot.name,
  };
}

/** In the order of the nodes: what a view is made of comes before it. */
export function planViews(nodes: readonly AlphaNode[], templates: readonly Template[]): readonly ItemView[] {
  const known = new Map(templates.map((template) => [template.name, template]));
  return nodes.flatMap(({ template, step }) => {
    const base = known.get(template);
    const slot = step.kind === 'each' ? base?.slots.find(({ name }) => name === step.slot) : undefined;
    if (base === undefined || slot === undefined || known.has(itemTemplate(template, slot.name))) return [];
    const view = viewOf(base, slot);
    known.set(view.template.name, view.template);
    return [view];
  });
}
