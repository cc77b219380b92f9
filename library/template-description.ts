import type { SlotInfo, TemplateInfo } from '../runtime/description.ts';

/** A slot as listings show it, in snake case; list properties are present for lists only. */
function slotDescription({ list, maxItems, allowedValues, ...slot }: SlotInfo): Record<string, unknown> {
  return {
    ...slot,
    ...(list ? { list, max_items: maxItems } : {}),
    allowed_values: allowedValues,
  };
}

/** A template as listings show it. */
export function templateDescription({ slots, atMost, ...template }: TemplateInfo): Record<string, unknown> {
  return {
    ...template,
    ...(atMost === undefined ? {} : { at_most: atMost }),
    slots: slots.map(slotDescription),
  };
}
