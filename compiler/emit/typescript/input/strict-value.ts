import type { InputSlot } from '../../../input-facts.ts';
import type { Template } from '../../../ruleset.ts';
import { code, literal, type Code } from '../code/code.ts';
import type { Context } from '../context.ts';

/** A value that is checked as it is read: it has the type of its slot, or becomes a text or a kind. */
export function strictValue(
  context: Context,
  template: Template,
  { slot, as, skips }: InputSlot,
  value: Code,
): Code {
  const declared = template.slots.find(({ name }) => name === slot);
  if (declared === undefined) return value;
  const name = literal(slot);
  if (as === 'kind') return code`${context.value('kindIn')}(${value})`;
  if (as === 'text' && !skips) return code`${context.value('textIn')}(${value})`;
  if (as === 'text')
    return declared.list
      ? code`${context.value('anyListIn')}(${value}, ${name})`
      : code`${context.value('anyIn')}(${value})`;
  const read = context.value(declared.list ? 'listIn' : 'valueIn');
  const checked = code`${read}(${value}, ${literal(declared.type)}, ${name})`;
  if (skips) return checked;
  return code`${context.value('demandIn')}(${checked}, ${name}, ${literal(declared.type.toLowerCase())})`;
}
