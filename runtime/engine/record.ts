import type { ItemData, SlotTypeName } from '../description.ts';
import { about, EvaluationError } from './errors.ts';
import { isMultifield } from '../functions/box.ts';
import { EARLIEST_TIME, LATEST_TIME, timeText } from '../values/time-text.ts';
import {
  FloatValue,
  SymbolValue,
  type FieldValue,
  type Integer,
  type Multifield,
  type Value,
} from '../values/values.ts';

/** Names the rule of a condition in an error that evaluating the condition raised. */
export function inRule(error: unknown, rule: string, position: string): unknown {
  if (error instanceof EvaluationError && error.rule === null) {
    error.rule = rule;
    error.position = position;
  }
  return error;
}

const TYPE_NAMES: Readonly<Record<SlotTypeName, string>> = {
  STRING: 'string',
  SYMBOL: 'symbol',
  INTEGER: 'integer',
  FLOAT: 'float',
  BOOLEAN: 'boolean',
  TIME: 'time',
};

function typeName(value: Value): string {
  if (typeof value === 'string') return 'string';
  if (typeof value === 'number' || typeof value === 'bigint') return 'integer';
  if (value instanceof FloatValue) return 'float';
  if (value instanceof SymbolValue) return 'symbol';
  return Array.isArray(value) ? 'multifield' : 'fact';
}

function wrongSlotType(slot: string, type: SlotTypeName, value: Value): EvaluationError {
  return new EvaluationError(`Slot '${slot}' expects ${TYPE_NAMES[type]}, got ${typeName(value)}`);
}

/** A computed value on its way into a STRING slot; CLIPS would store any type. */
export function slotString(slot: string, value: Value): string {
  if (typeof value !== 'string') throw wrongSlotType(slot, 'STRING', value);
  return value;
}

/** The same for a SYMBOL slot. */
export function slotSymbol(slot: string, value: Value): string {
  if (!(value instanceof SymbolValue)) throw wrongSlotType(slot, 'SYMBOL', value);
  return value.name;
}

/** The same for an INTEGER slot. */
export function slotInteger(slot: string, value: Value): Integer {
  if (typeof value !== 'number' && typeof value !== 'bigint') throw wrongSlotType(slot, 'INTEGER', value);
  return value;
}

/** The same for a FLOAT slot. As in CLIPS, an INTEGER is not widened. */
export function slotFloat(slot: string, value: Value): number {
  if (!(value instanceof FloatValue)) throw wrongSlotType(slot, 'FLOAT', value);
  return value.value;
}

/** The same for a BOOLEAN slot: the symbols TRUE and FALSE. */
export function slotBoolean(slot: string, value: Value): boolean {
  if (value instanceof SymbolValue && (value.name === 'TRUE' || value.name === 'FALSE'))
    return value.name === 'TRUE';
  throw wrongSlotType(slot, 'BOOLEAN', value);
}

/** The same for a TIME slot: an INTEGER of milliseconds in the years that have a text. */
export function slotTime(slot: string, value: Value): number {
  if (typeof value !== 'number' && typeof value !== 'bigint') throw wrongSlotType(slot, 'TIME', value);
  if (value >= EARLIEST_TIME && value <= LATEST_TIME) return Number(value);
  throw new EvaluationError(
    about(String(value), (shown) => `Slot '${slot}' cannot hold ${shown}: no time of the years 1 to 9999`),
  );
}

function slotItem(
  slot: string,
  item: FieldValue,
  type: SlotTypeName,
  allowed: readonly string[] | null,
): void {
  const read = ITEM_CHECKS[type](slot, item);
  if (allowed === null) return;
  const form = type === 'TIME' ? timeText(read as number) : Object.is(read, -0) ? '-0' : String(read);
  if (!allowed.includes(form)) throw notAllowed(slot, form);
}

function notAllowed(slot: string, value: string): EvaluationError {
  return new EvaluationError(
    about(`'${value}'`, (shown) => `Slot '${slot}' value ${shown} not in its allowed values`),
  );
}

const ITEM_CHECKS: Readonly<Record<SlotTypeName, (slot: string, item: FieldValue) => ItemData>> = {
  STRING: slotString,
  SYMBOL: slotSymbol,
  INTEGER: slotInteger,
  FLOAT: (slot, item) => finiteFloat(slot, slotFloat(slot, item)),
  BOOLEAN: slotBoolean,
  TIME: slotTime,
};

/** A computed list on its way into a list slot; one value is a list of one, as in CLIPS. Every item is checked. */
export function slotList(
  slot: string,
  value: Value,
  type: SlotTypeName,
  allowed: readonly string[] | null,
  most: number | null,
): Multifield {
  const list = isMultifield(value) ? value : [value];
  if (most !== null && list.length > most) {
    throw new EvaluationError(`Slot '${slot}' cannot hold ${list.length} items, more than ${most}`);
  }
  list.forEach((item, i) => slotItem(`${slot}[${i}]`, item, type, allowed));
  return list;
}

/** A computed float that a slot can hold: NaN and infinities do not enter working memory. */
export function finiteFloat(slot: string, value: number): number {
  if (!Number.isFinite(value))
    throw new EvaluationError(`Slot '${slot}' cannot hold a number that is not finite`);
  return value;
}

/** A computed value of a slot with allowed values. */
export function allowedValue<T extends ItemData>(slot: string, value: T, allowed: ReadonlySet<T>): T {
  if (!allowed.has(value)) throw notAllowed(slot, String(value));
  return value;
}
