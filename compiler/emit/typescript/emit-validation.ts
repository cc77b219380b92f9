/** The validation chain of a template as straight-line code. */
import type { Literal, Slot } from '../../ruleset.ts';
import { code, joined, lines, literal, types, type Code } from '../../write/code.ts';
import { slotTypeCode, type Context, type TemplateNames } from './context.ts';

/** More allowed values than this are looked up in a set, fewer compared one by one. */
const COMPARED_VALUES = 8;

/** The value of a slot that an assert leaves out: declared, else derived from the constraints as CLIPS does. */
export function defaultOf(slot: Slot): Literal {
  if (slot.default !== null) return slot.default;
  const [first] = slot.allowed ?? [];
  switch (slot.type) {
    case 'STRING':
      return { type: 'STRING', value: first ?? '' };
    case 'SYMBOL':
      return { type: 'SYMBOL', value: first ?? 'nil' };
    case 'INTEGER':
      return { type: 'INTEGER', value: first === undefined ? 0 : integerOf(first) };
    case 'FLOAT':
      return { type: 'FLOAT', value: Number(first ?? 0) };
  }
}

function integerOf(text: string): number | bigint {
  const small = Number(text);
  return Number.isSafeInteger(small) ? small : BigInt(text);
}

/** Allowed values of a slot in the representation of its type. */
export function allowedLiterals(slot: Slot): readonly Code[] | null {
  if (slot.allowed === null) return null;
  return slot.allowed.map((text) => {
    if (slot.type === 'INTEGER') return literal(integerOf(text));
    return literal(slot.type === 'FLOAT' ? Number(text) : text);
  });
}

/** The set of a slot's allowed values as a module constant, or null. */
export function allowedSet(context: Context, names: TemplateNames, slot: Slot): Code | null {
  const values = allowedLiterals(slot);
  if (values === null) return null;
  const type = slotTypeCode(context, slot.type);
  return context.constant(
    `${names.template.name}-${slot.name}-values`,
    code`new Set${types`<${type}>`}([${joined(values, ', ')}])`,
  );
}

function refusal(context: Context, names: TemplateNames, slot: Slot, value: Code): Code {
  const values = allowedLiterals(slot);
  if (values === null) return code``;
  const test =
    values.length <= COMPARED_VALUES
      ? joined(
          values.map((allowed) => code`${value} !== ${allowed}`),
          ' && ',
        )
      : code`!${allowedSet(context, names, slot)}.has(${value})`;
  const list = context.constant(
    `${names.template.name}-${slot.name}-allowed`,
    code`[${joined(
      slot.allowed!.map((text) => literal(text)),
      ', ',
    )}]`,
  );
  return code`if (${test}) throw ${context.value('notAllowed')}(${literal(slot.name)}, ${value}, ${list});`;
}

/** The checked value of one slot: the common case inline, everything else (coercion, refusal) in the runtime. */
function checked(context: Context, slot: Slot, raw: Code): Code {
  const name = literal(slot.name);
  switch (slot.type) {
    case 'STRING':
      return code`typeof ${raw} === 'string' ? ${raw} : ${context.value('readString')}(${name}, ${raw})`;
    case 'SYMBOL':
      return code`typeof ${raw} === 'string' ? ${raw} : ${context.value('readSymbol')}(${name}, ${raw})`;
    case 'INTEGER': // adding 0 turns -0 into 0
      return code`Number.isSafeInteger(${raw}) ? (${raw}${types` as number`}) + 0 : ${context.value('readInteger')}(${name}, ${raw})`;
    case 'FLOAT':
      return code`Number.isFinite(${raw}) ? (${raw}${types` as number`}) : ${context.value('readFloat')}(${name}, ${raw})`;
  }
}

/**
 * What the data has for a slot. Read by name and not while the names are enumerated: V8 makes of it one load a slot (a
 * fact is read in 41 instead of 57 ns). Of the names that every object inherits only its own count.
 */
function given({ name }: Slot): Code {
  const value = code`data[${literal(name)}]`;
  return name in Object.prototype
    ? code`Object.hasOwn(data, ${literal(name)}) ? ${value} : undefined`
    : value;
}

/** The body of the function that reads a fact: its validation chain (service.md, 2). */
export function readBody(context: Context, names: TemplateNames): Code {
  const { template } = names;
  // Locals are named at module level: a slot's own name could hide a function that the body calls.
  const raw = new Map(
    template.slots.map((slot) => [slot, context.names.fresh([slot.name, 'input'], 'camel')]),
  );
  const local = (slot: Slot): Code => raw.get(slot)!;
  const value = new Map(
    template.slots.map((slot) => [slot, context.names.fresh([slot.name, 'value'], 'camel')]),
  );
  const slotList = context.constant(
    `${template.name}-slots`,
    code`[${joined(
      template.slots.map((slot) => literal(slot.name)),
      ', ',
    )}]`,
  );
  const required = template.slots.filter((slot) => slot.required && slot.default === null);
  const missing = required.map((slot) => code`${local(slot)} === undefined`);
  const missingNames = required.map(
    (slot) => code`${local(slot)} === undefined ? ${literal(slot.name)} : ''`,
  );
  const known = template.slots.map((slot) => code`case ${literal(slot.name)}:`);
  const unknown = code`throw ${context.value('unknownSlots')}(${literal(template.name)}, ${slotList}, data);`;
  return lines([
    template.slots.length === 0
      ? code`for (const slot in data) if (slot !== '') ${unknown}`
      : code`for (const slot in data) {
switch (slot) {
${lines(known)}
break;
default:
${unknown}
}
}`,
    ...template.slots.flatMap((slot) =>
      slot.default === null && slot.required
        ? [code`const ${local(slot)} = ${given(slot)};`]
        : [
            code`let ${local(slot)} = ${given(slot)};`,
            code`if (${local(slot)} === undefined) ${local(slot)} = ${literal(defaultOf(slot).value)};`,
          ],
    ),
    ...(required.length === 0
      ? []
      : [
          code`if (${joined(missing, ' || ')}) {
throw ${context.value('missingSlots')}(${literal(template.name)}, [${joined(missingNames, ', ')}]);
}`,
        ]),
    ...template.slots.flatMap((slot) => [
      code`const ${value.get(slot)!} = ${checked(context, slot, local(slot))};`,
      ...(slot.allowed === null ? [] : [refusal(context, names, slot, value.get(slot)!)]),
    ]),
    code`return new ${names.type}(${joined(
      template.slots.map((slot) => value.get(slot)!),
      ', ',
    )});`,
  ]);
}
