/** The slots of an element whose values are checked as they are read, and the fact that is made of them. */
import type { InputFacts, InputSlot } from '../../../input-facts.ts';
import { entryOf, required } from '../../../required.ts';
import type { Template } from '../../../ruleset.ts';
import { code, joined, lines, literal, types, type Code } from '../code/code.ts';
import type { Context } from '../context.ts';
import { isRequired, valueOf } from '../facts/emit-reader.ts';
import type { Place } from './place.ts';
import { strictValue } from './strict-value.ts';

export interface StrictSlot {
  readonly slot: InputSlot;
  /** A name if the slot skips values of another type, else an expression. */
  readonly value: Code;
}

/** The values of the slots; what must be done before goes into the place. */
export function strictData(
  context: Context,
  template: Template,
  { slots }: InputFacts,
  here: Place,
  written: (slot: InputSlot) => Code,
): readonly StrictSlot[] {
  return slots.map((slot) => {
    const raw = written(slot);
    const value = slot.path.root === '#' ? code`String(${raw})` : strictValue(context, template, slot, raw);
    if (!slot.skips) return { slot, value };
    const name = context.names.fresh([slot.slot, 'checked'], 'camel');
    here.statements.push(code`const ${name} = ${value};`);
    return { slot, value: name };
  });
}

/**
 * True if every slot of the template is filled and none that is required can be missing: the fact is made without an
 * object of its data, whose names and values would be checked again.
 */
export function isDirect(template: Template, { slots }: InputFacts): boolean {
  return template.slots.every((slot) => {
    const filled = slots.find((one) => one.slot === slot.name);
    if (filled === undefined) return false;
    const { root, outer, segments } = filled.path;
    const isPresent = root === '#' || (root === '@' && outer === 0 && segments.length === 0);
    return !isRequired(slot) || isPresent;
  });
}

/** Makes the fact and brings it in, or collects it. */
export function directTake(
  context: Context,
  template: Template,
  element: number,
  data: readonly StrictSlot[],
): Code {
  const names = entryOf(context.templates, template.name);
  const named = template.slots.map((slot) => {
    const { value } = required(
      data.find((one) => one.slot.slot === slot.name),
      'the slot',
    );
    return { slot, value, name: context.names.fresh([slot.name, 'given'], 'camel') };
  });
  const values = named.map(({ slot, name }) => valueOf(context, names, slot, name));
  const fact = context.names.fresh([template.name, 'fact'], 'camel');
  return code`{
${lines([
  ...named.map(({ name, value }) => code`const ${name}${types`: unknown`} = ${value};`),
  code`to.admit(${literal(element)});`,
  code`const ${fact} = new ${names.type}(${joined(values, ', ')});`,
  code`if (to.matcher === null) to.facts.push(${fact});`,
  code`else ${names.assert}(to.matcher${types` as RulesetMatcher`}, ${fact});`,
])}
}`;
}
