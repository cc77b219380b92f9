/** Type-dependent parts of a slot's generated code. */
import { defaultOf, literalOfForm } from '../../../language/slot-types.ts';
import type { Slot } from '../../../ruleset.ts';
import type { ListLiteral, Literal, SlotType } from '../../../values.ts';
import { timeText } from '../../../../runtime/values/time-text.ts';
import { elementAt, entryOf } from '../../../required.ts';
import { code, joined, literal, nothing, types, type Code } from '../code/code.ts';
import { slotTypeCode, type Context, type RuntimeValue, type TemplateNames } from '../context.ts';

/** Cheaper comparisons first: numbers, then symbols, which are mostly one object each, then strings, then lists. */
const COST: Readonly<Record<SlotType, number>> = {
  INTEGER: 0,
  BOOLEAN: 0,
  TIME: 0,
  FLOAT: 1,
  SYMBOL: 2,
  STRING: 3,
};

export function cheapestFirst(slots: readonly Slot[]): readonly Slot[] {
  const cost = (slot: Slot): number => (slot.list ? Infinity : COST[slot.type]);
  return slots.toSorted((a, b) => Math.sign(cost(a) - cost(b)) || 0);
}

/** That two values of a slot are the same, as CLIPS `eq`. */
export function sameSlot(context: Context, slot: Slot, a: Code, b: Code): Code {
  if (slot.list) return code`${context.value('sameMultifield')}(${a}, ${b})`;
  if (slot.type === 'FLOAT') return code`${context.value('sameFloat')}(${a}, ${b})`;
  return code`${a} === ${b}`;
}

const MIX: Readonly<Record<SlotType, RuntimeValue>> = {
  INTEGER: 'mixInteger',
  TIME: 'mixInteger',
  FLOAT: 'mixFloat',
  STRING: 'mixText',
  SYMBOL: 'mixText',
  BOOLEAN: 'mixBoolean',
};

export function mixSlot(context: Context, slot: Slot, hash: Code, value: Code): Code {
  return code`${context.value(slot.list ? 'mixList' : MIX[slot.type])}(${hash}, ${value})`;
}

const list = (values: readonly Code[]): Code => code`[${joined(values, ', ')}]`;

/** A constant in the form in which multifields hold it. */
function boxedLiteral(context: Context, value: Literal): Code {
  switch (value.type) {
    case 'SYMBOL':
      return code`new ${context.value('SymbolValue')}(${literal(value.value)})`;
    case 'FLOAT':
      return code`new ${context.value('FloatValue')}(${literal(value.value)})`;
    case 'BOOLEAN':
      return context.value(value.value ? 'TRUE' : 'FALSE');
    default:
      return literal(value.value);
  }
}

/** A constant value of a slot; equal lists are one. */
function constantCode(context: Context, value: Literal | ListLiteral): Code {
  if (value.type !== 'LIST') return literal(value.value);
  const items = value.items.map((item) => boxedLiteral(context, item));
  return context.constant('list', code`${list(items)}${types` as ${context.type('Multifield')}`}`);
}

export function defaultCode(context: Context, slot: Slot): Code {
  return constantCode(context, defaultOf(slot));
}

/** The default of a slot as facts leave the engine. */
export function defaultData(slot: Slot): Code {
  const value = defaultOf(slot);
  return value.type === 'LIST' ? list(value.items.map(dataLiteral)) : dataLiteral(value);
}

const dataLiteral = ({ type, value }: Literal): Code => literal(type === 'TIME' ? timeText(value) : value);

/** True if facts hold the slot's values in a form that differs from results. */
function isConverted({ list: isList, type }: Slot): boolean {
  return isList || type === 'TIME';
}

/** Properties of a template's operations: the values of its slots, and where these leave the engine in another form. */
export function valuesCode(
  context: Context,
  { template, slots }: Pick<TemplateNames, 'template' | 'slots'>,
): Code {
  const held = template.slots.map((slot) => code`f.${entryOf(slots, slot.name)}`);
  const values = code`values: (${held.length === 0 ? code`_f` : code`f`}) => [${joined(held, ', ')}],`;
  if (!template.slots.some(isConverted)) return values;
  const data = template.slots.map((slot, i) => {
    const value = elementAt(held, i);
    if (slot.list) return code`${context.value('listData')}(${value}, ${literal(slot.type)})`;
    return slot.type === 'TIME' ? code`${context.value('timeText')}(${value})` : value;
  });
  return code`${values}\ndata: (f) => [${joined(data, ', ')}],`;
}

/** Normal forms that filters compare, for slots with several spellings; nothing if there are none. */
export function wantedCode(context: Context, slots: readonly Slot[]): Code {
  const normalizers = slots.filter(isConverted).map((slot) => {
    const read = slot.list
      ? code`${context.value('listNormalizer')}(${literal(slot.type)})`
      : context.value('timeNormalizer');
    return code`[${literal(slot.name)}, ${read}]`;
  });
  return normalizers.length === 0
    ? nothing
    : code`\nfilterNormalizers: new Map([${joined(normalizers, ', ')}]),`;
}

/** The string forms of a slot's allowed values as a module constant. INVARIANT: it has some. */
export function allowedForms(context: Context, slot: Slot): Code {
  return context.constant(`${slot.name}-allowed`, list(slot.allowed!.map((form) => literal(form))));
}

/** Allowed values of a slot in the representation of its type; null: any. */
export function allowedLiterals(slot: Slot): readonly Code[] | null {
  return slot.allowed && slot.allowed.map((form) => literal(literalOfForm(slot.type, form).value));
}

/** The set of a slot's allowed values (of a list: of its items) as a module constant, or null. */
export function allowedSet(context: Context, names: TemplateNames, slot: Slot): Code | null {
  const values = allowedLiterals(slot);
  if (values === null) return null;
  const type = slotTypeCode(context, { type: slot.type, list: false });
  return context.constant(
    `${names.template.name}-${slot.name}-values`,
    code`new Set${types`<${type}>`}(${list(values)})`,
  );
}
