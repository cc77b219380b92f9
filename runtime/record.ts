import { EvaluationError } from './errors.ts';
import { FloatValue, SymbolValue, type Integer, type Value } from './values.ts';

/** Metadata of a rule from its pairs. Keys come from the ruleset: entries never reach the prototype. */
export function metadataOf(pairs: readonly (readonly [string, string])[]): Readonly<Record<string, string>> {
  return Object.freeze(Object.fromEntries(pairs));
}

/** Names the rule of a condition in an error that evaluating the condition raised. */
export function inRule(error: unknown, rule: string, position: string): unknown {
  if (error instanceof EvaluationError && error.rule === null) {
    error.rule = rule;
    error.position = position;
  }
  return error;
}

const TYPE_NAMES = { STRING: 'string', SYMBOL: 'symbol', INTEGER: 'integer', FLOAT: 'float' } as const;

function typeName(value: Value): string {
  if (typeof value === 'string') return 'string';
  if (typeof value === 'number' || typeof value === 'bigint') return 'integer';
  if (value instanceof FloatValue) return 'float';
  if (value instanceof SymbolValue) return 'symbol';
  return Array.isArray(value) ? 'multifield' : 'fact';
}

function wrongSlotType(slot: string, type: keyof typeof TYPE_NAMES, value: Value): EvaluationError {
  return new EvaluationError(`Slot '${slot}' expects ${TYPE_NAMES[type]}, got ${typeName(value)}`);
}

/** A computed value on its way into a STRING slot; the engine itself enforces the type (service.md, 1). */
export function slotString(slot: string, value: Value): string {
  if (typeof value !== 'string') throw wrongSlotType(slot, 'STRING', value);
  return value;
}

/** Likewise into a SYMBOL slot. */
export function slotSymbol(slot: string, value: Value): string {
  if (!(value instanceof SymbolValue)) throw wrongSlotType(slot, 'SYMBOL', value);
  return value.name;
}

/** Likewise into an INTEGER slot. */
export function slotInteger(slot: string, value: Value): Integer {
  if (typeof value !== 'number' && typeof value !== 'bigint') throw wrongSlotType(slot, 'INTEGER', value);
  return value;
}

/** Likewise into a FLOAT slot. An INTEGER is not widened: CLIPS does not either. */
export function slotFloat(slot: string, value: Value): number {
  if (!(value instanceof FloatValue)) throw wrongSlotType(slot, 'FLOAT', value);
  return value.value;
}

/** A computed float that a slot can hold: NaN and infinities do not enter working memory. */
export function finiteFloat(slot: string, value: number): number {
  if (!Number.isFinite(value))
    throw new EvaluationError(`Slot '${slot}' can not hold a number that is not finite`);
  return value;
}

/** A computed value of a slot with allowed values. */
export function allowedValue<T extends string | number | bigint>(
  slot: string,
  value: T,
  allowed: ReadonlySet<T>,
): T {
  if (!allowed.has(value))
    throw new EvaluationError(`Slot '${slot}' value '${value}' not in its allowed values`);
  return value;
}
