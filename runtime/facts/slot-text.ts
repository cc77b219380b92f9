/** Values of slots as text for people: what `{…}` in a reason or in metadata becomes. */
import { timeText } from '../values/time-text.ts';
import type { SlotTypeName } from '../description.ts';
import { FloatValue, SymbolValue, type FieldValue, type Integer, type Multifield } from '../values/values.ts';
import { floatText } from '../values/float.ts';
import { joinBounded } from '../functions/text-limit.ts';

/** A BOOLEAN: `true` or `false`. */
export function booleanText(value: boolean): string {
  return value ? 'true' : 'false';
}

/** One item of a list; numbers as CLIPS `str-cat` writes them. */
function itemText(item: FieldValue, type: SlotTypeName): string {
  if (type === 'TIME') return timeText(item as Integer);
  if (item instanceof SymbolValue) return type === 'BOOLEAN' ? booleanText(item.name === 'TRUE') : item.name;
  return item instanceof FloatValue ? floatText(item.value) : String(item as string | Integer);
}

/** The items of a list joined by `, `. */
export function listText(list: Multifield, type: SlotTypeName): string {
  return joinBounded(
    list.map((item) => itemText(item, type)),
    ', ',
  );
}
