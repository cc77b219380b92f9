import type { SlotInfo } from '../../runtime/contract.ts';

/** A slot as listings show it, in snake case; what only lists have is there for lists only. */
export function slotDescription({
  list,
  maxItems,
  allowedValues,
  ...slot
}: SlotInfo): Record<string, unknown> {
  return {
    ...slot,
    ...(list ? { list, max_items: maxItems } : {}),
    allowed_values: allowedValues,
  };
}
