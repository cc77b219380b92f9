/** The validation chain of a template as straight-line code. */
import type { Slot } from '../../../ruleset.ts';
import type { SlotType } from '../../../values.ts';
import { code, identifier, joined, lines, literal, types, type Code } from '../code/code.ts';
import { slotTypeCode, type Context, type RuntimeValue, type TemplateNames } from '../context.ts';
import type { FunctionDeclaration } from '../code/declaration.ts';
import { allowedForms, allowedLiterals, allowedSet, defaultCode } from './slot-code.ts';
import { entryOf } from '../../../required.ts';
import { COMPARED_VALUES } from '../../../thresholds.ts';

const READERS: Readonly<Record<SlotType, RuntimeValue>> = {
  STRING: 'readString',
  SYMBOL: 'readSymbol',
  INTEGER: 'readInteger',
  FLOAT: 'readFloat',
  BOOLEAN: 'readBoolean',
  TIME: 'readTime',
};

/**
 * Names of what the data holds for the slots. INVARIANT: no other generated name has a dollar sign, so that a slot's own
 * name hides no function that the body calls.
 */
const given = (names: TemplateNames, slot: Slot): Code => {
  return identifier('$' + entryOf(names.slots, slot.name).text);
};

/**
 * The slots' values in the data. Read by name and not while the names are enumerated: V8 compiles it to one load per slot.
 * Names that every object inherits count only as own properties.
 */
function reads(names: TemplateNames): Code[] {
  const { slots } = names.template;
  const isInherited = ({ name }: Slot): boolean => name in Object.prototype;
  const plain = slots.filter((slot) => !isInherited(slot));
  const pairs = plain.map((slot) => code`${literal(slot.name)}: ${given(names, slot)}`);
  return [
    ...(plain.length === 0 ? [] : [code`const { ${joined(pairs, ', ')} } = data;`]),
    ...slots.filter(isInherited).map((slot) => {
      const name = literal(slot.name);
      return code`const ${given(names, slot)} = Object.hasOwn(data, ${name}) ? data[${name}] : undefined;`;
    }),
  ];
}

export const isRequired = (slot: Slot): boolean => slot.required && slot.default === null;

/** Test for a value of the slot's own type, and the value then; null to call the runtime immediately. */
function fastPath({ type }: Slot, raw: Code): readonly [test: Code, value: Code] | null {
  switch (type) {
    case 'STRING':
    case 'SYMBOL':
      return [code`typeof ${raw} === 'string'`, raw];
    case 'INTEGER': // adding 0 turns -0 into 0
      return [code`Number.isSafeInteger(${raw})`, code`(${raw}${types` as number`}) + 0`];
    case 'FLOAT':
      return [code`Number.isFinite(${raw})`, code`(${raw}${types` as number`})`];
    case 'BOOLEAN':
      return [code`typeof ${raw} === 'boolean'`, raw];
    case 'TIME':
      return null;
  }
}

/** That the value as it came is one of the allowed ones. */
function isAmong(context: Context, names: TemplateNames, slot: Slot, raw: Code): Code {
  const values = allowedLiterals(slot)!;
  if (values.length > COMPARED_VALUES) {
    return code`${allowedSet(context, names, slot)}.has(${raw}${types` as never`})`;
  }
  return joined(
    values.map((value) => code`${raw} === ${value}`),
    ' || ',
  );
}

/** The value of one slot: the default when it is left out, else what it checks to. */
export function valueOf(context: Context, names: TemplateNames, slot: Slot, raw: Code): Code {
  const value = checked(context, names, slot, raw);
  if (isRequired(slot)) return value;
  return code`${raw} === undefined ? ${defaultCode(context, slot)} : ${value}`;
}

/** The checked value of one slot: the common case inline, everything else (coercion, refusal) in the runtime. */
function checked(context: Context, names: TemplateNames, slot: Slot, raw: Code): Code {
  const name = literal(slot.name);
  const forms = slot.allowed === null ? null : allowedForms(context, slot);
  if (slot.list) {
    const limits = code`${literal(slot.type)}, ${forms ?? literal(null)}, ${literal(slot.maxItems)}`;
    return code`${context.value('readList')}(${name}, ${raw}, ${limits})`;
  }
  const slow = code`${context.value(READERS[slot.type])}(${name}, ${raw})`;
  const fast = fastPath(slot, raw);
  if (forms !== null) {
    const allow = context.value(slot.type === 'TIME' ? 'allowedTime' : 'allowedItem');
    const among = code`${allow}(${name}, ${slow}, ${forms})`;
    // Zero is the only FLOAT that equals another one, which may be disallowed.
    if (fast === null || slot.type === 'FLOAT') return among;
    return code`${isAmong(context, names, slot, raw)} ? ${fast[1]}${slot.type === 'INTEGER' ? null : types` as ${slotTypeCode(context, slot)}`} : ${among}`;
  }
  return fast === null ? slow : code`${fast[0]} ? ${fast[1]} : ${slow}`;
}

function checkNames(context: Context, { template, operations }: TemplateNames): Code {
  const others = template.slots.map(({ name }) => code`slot !== ${literal(name)}`);
  const isOther = others.length === 0 ? code`slot !== ''` : joined(others, ' && ');
  return code`for (const slot in data) if (${isOther}) throw ${context.value('unknownSlots')}(${operations}.info, data);`;
}

/** The function that makes a fact of data from outside. */
export function emitReader(context: Context, names: TemplateNames): FunctionDeclaration {
  const { slots } = names.template;
  const required = slots.filter(isRequired).map((slot) => code`${given(names, slot)} === undefined`);
  const { operations } = names;
  const values = slots.map((slot) => valueOf(context, names, slot, given(names, slot)));
  const made =
    values.length === 0
      ? code`return new ${names.type}();`
      : code`return new ${names.type}(\n${joined(values, ',\n')},\n);`;
  return {
    kind: 'function',
    name: names.read,
    parameters: [{ name: code`data`, type: code`Readonly<Record<string, unknown>>` }],
    returns: names.type,
    body: lines([
      checkNames(context, names),
      ...reads(names),
      ...(required.length === 0
        ? []
        : [
            code`if (${joined(required, ' || ')}) throw ${context.value('missingSlots')}(${operations}.info, data);`,
          ]),
      made,
    ]),
    comment: null,
  };
}
