import type { ItemData, SlotTypeName } from '../description.ts';
import { timeText } from '../values/time-text.ts';
import { FloatValue, SymbolValue, type FieldValue, type Integer, type Multifield } from '../values/values.ts';

function itemData(item: FieldValue, type: SlotTypeName): ItemData {
  if (item instanceof SymbolValue) return type === 'BOOLEAN' ? item.name === 'TRUE' : item.name;
  if (item instanceof FloatValue) return item.value;
  return type === 'TIME' ? timeText(item as Integer) : (item as string | Integer);
}

/** A list of a slot as it leaves the engine. */
export function listData(list: Multifield, type: SlotTypeName): readonly ItemData[] {
  return list.map((item) => itemData(item, type));
}
