/** Entry that represents a fact in matches of one item of a list (runtime/matching/list-item.ts). */
import type { SlotType } from '../../../values.ts';
import { code, types, type Code } from '../code/code.ts';
import { slotOf, type Context } from '../context.ts';

/** An item of a list as a slot of its type would hold it. */
function plainItem(context: Context, type: SlotType, item: Code): Code {
  switch (type) {
    case 'SYMBOL':
      return code`${context.value('symbolItem')}(${item})`;
    case 'FLOAT':
      return code`${context.value('floatItem')}(${item})`;
    case 'BOOLEAN':
      return code`${context.value('booleanItem')}(${item})`;
    case 'STRING':
      return code`${item}${types` as string`}`;
    case 'TIME':
      return code`${item}${types` as number`}`;
    case 'INTEGER':
      return code`${item}${types` as ${context.type('Integer')}`}`;
  }
}

/** The fact `f` with the item at the place `i` of a list. */
export function itemAt(context: Context, template: string, name: string): Code {
  const { slot, name: property } = slotOf(context, template, name);
  const item = plainItem(context, slot.type, code`f.${property}[i]${types`!`}`);
  return code`new ${context.value('ListItem')}(f, ${item}, i)`;
}

/** The fact `f` with each item of a list, the last one first. */
export function itemsOf(context: Context, template: string, name: string): Code {
  const { name: property } = slotOf(context, template, name);
  return code`f.${property}.map((_, i) => ${itemAt(context, template, name)}).reverse()`;
}
