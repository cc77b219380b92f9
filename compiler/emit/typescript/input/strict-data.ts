/** The slots of an element whose values are checked as they are read, and the fact that is made of them. */
import type { InputFacts, InputSlot } from '../../../input-facts.ts';
import { isSingular } from '../../../language/input/input-path.ts';
import { entryOf, required } from '../../../required.ts';
import type { Template } from '../../../ruleset.ts';
import { code, joined, lines, literal, types, type Code } from '../code/code.ts';
import type { Context } from '../context.ts';
import { isRequired, valueOf } from '../facts/emit-reader.ts';
import type { Place } from './place.ts';
import { strictValue } from './strict-value.ts';

interface StrictSlot {
  readonly slot: InputSlot;
  /** A name if the slot skips values of another type, else an expression. */
  readonly value: Code;
}

/** The values of the slots; what must be done before goes into the place. */
export function strictData(
  context: Context,
  template: Template,
  facts: InputFacts,
  here: Place,
  written: (slot: InputSlot) => Code,
): readonly StrictSlot[] {
  return facts.slots.map((slot) => {
    const text = textAt(template, facts, slot) ? here.item : null;
    if (text !== null) {
      const value = context.names.fresh([slot.slot, 'text'], 'camel');
      // Most values are texts, which `typeof` recognizes without a call.
      here.statements.push(
        code`const ${value} = typeof ${text} === 'string' ? ${text} : ${context.value('MISMATCH')};`,
      );
      return { slot, value };
    }
    const raw = written(slot);
    const value = slot.path.root === '#' ? code`String(${raw})` : strictValue(context, template, slot, raw);
    if (!slot.skips) return { slot, value };
    const name = context.names.fresh([slot.slot, 'checked'], 'camel');
    here.statements.push(code`const ${name} = ${value};`);
    return { slot, value: name };
  });
}

/** True for the value of a path that leads to something: it cannot be missing. */
function isPresent({ each }: InputFacts, { path }: InputSlot): boolean {
  const last = each.at(-1)?.segments.at(-1);
  const isOwn = path.root === '@' && path.outer === 0 && path.segments.length === 0;
  return isOwn && last !== undefined && isSingular(last);
}

/** True if the slot takes the text at its path, and no fact is made of anything else. */
function textAt(template: Template, facts: InputFacts, slot: InputSlot): boolean {
  const declared = template.slots.find(({ name }) => name === slot.slot);
  const isText = declared?.type === 'STRING' || declared?.type === 'SYMBOL';
  return isText && !declared.list && slot.as === 'value' && slot.skips && isPresent(facts, slot);
}

/**
 * True if every slot of the template is filled and none that is required can be missing: the fact is made without an
 * object of its data, whose names and values would be checked again.
 */
export function isDirect(template: Template, facts: InputFacts): boolean {
  return template.slots.every((slot) => {
    const filled = facts.slots.find((one) => one.slot === slot.name);
    if (filled === undefined) return false;
    return !isRequired(slot) || filled.path.root === '#' || isPresent(facts, filled);
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
