/** Values of operands, written from the specification, without code of the compiler. */
import {
  innerOperands,
  type Operand,
  type PathNodeDraft,
  type ValueFunction,
  type ValueType,
} from './condition.ts';

export interface World {
  readonly input: unknown;
  /** Facts of the template `a`. */
  readonly facts: readonly Readonly<Record<string, unknown>>[];
  /** Items and facts, by name. */
  readonly names: Readonly<Record<string, unknown>>;
  /** Keys of items. */
  readonly keys: Readonly<Record<string, string>>;
  /** Paths with their default, as `input.n`. */
  readonly defaults: Readonly<Record<string, string | number | boolean>>;
  /** Names of the lists that items of unions are of. */
  readonly lists: Readonly<Record<string, string>>;
  /** The clock, in milliseconds. */
  readonly now: number;
  /** Lists that are empty if they are missing. */
  readonly isDeclared: boolean;
}

const LIMITS: Readonly<Record<string, number>> = { a: 1, b: 2 };

/** The value of an operand, or why it has none. */
type Found =
  | { readonly kind: 'value'; readonly value: unknown }
  /** Missing, and written with `?`. */
  | { readonly kind: 'excused' }
  | { readonly kind: 'unknown' };

const MINUTE = 60_000;
const UNKNOWN: Found = { kind: 'unknown' };
const found = (value: unknown): Found => ({ kind: 'value', value });

/** Only of the values that documents are drawn with. */
const FUNCTIONS: Readonly<
  Record<ValueFunction, (text: string, more: readonly (string | number)[]) => string | number | null>
> = {
  lower: (text) => text.toLowerCase(),
  upper: (text) => text.toUpperCase(),
  trim: (text) => text.trim(),
  replace: (text, [sought, by]) => text.replaceAll(String(sought), String(by)),
  part: (text, [separator, index]) => text.split(String(separator)).at(Number(index)) ?? null,
  number: (text) => (/^\d+(\.\d+)?$/.test(text) ? Number(text) : null),
  quantity: (text) => QUANTITIES.get(text) ?? null,
  time: (text) => {
    const time = /^\d{4}-/.test(text) ? Date.parse(text) : NaN;
    return Number.isNaN(time) ? null : time;
  },
};

const QUANTITIES: ReadonlyMap<string, number> = new Map([
  ['2', 2],
  ['0', 0],
  ['1.0', 1],
  ['2Ki', 2048],
  ['1000m', 1],
]);

/** Dates of the documents in Berlin, whose clocks were an hour before UTC on them; other texts are read as by `time`. */
function inBerlin(text: string): number | null {
  const time = FUNCTIONS.time(text, []);
  return typeof time === 'number' && text.length === 10 ? time - 3_600_000 : (time as number | null);
}

function computed(operand: Extract<Operand, { kind: 'function' | 'zone' }>, world: World): Found {
  const of = valueOf(operand.of, world);
  if (of.kind !== 'value') return of;
  if (operand.kind === 'zone') {
    const time = inBerlin(String(of.value));
    return time === null ? UNKNOWN : found(time);
  }
  const value = FUNCTIONS[operand.name](String(of.value), operand.more);
  return value === null ? UNKNOWN : found(value);
}

export function valueOf(operand: Operand, world: World): Found {
  switch (operand.kind) {
    case 'literal':
      return found(operand.value);
    case 'key':
      return found(world.keys[operand.item]);
    case 'slot':
      return found((world.names[operand.alias] as Readonly<Record<string, unknown>>)[operand.slot]);
    case 'default': {
      const value = valueOf({ ...operand.path, isOptional: true }, world);
      return value.kind === 'excused' ? found(operand.value) : value;
    }
    case 'lookup': {
      const key = valueOf(operand.key, world);
      if (key.kind !== 'value') return key;
      const value = LIMITS[String(key.value)];
      return value === undefined ? UNKNOWN : found(value);
    }
    case 'function':
    case 'zone':
      return computed(operand, world);
    case 'shifted':
    case 'duration':
    case 'now':
    case 'difference':
      return timeOf(operand, world);
    case 'named':
      return valueOf(operand.of, world);
    case 'list':
      return found(world.lists[operand.item]);
    case 'made': {
      const parts = operand.parts.map((part) => (typeof part === 'string' ? part : rawOf(part, world)));
      // Any single value has a text.
      return parts.every(isSingle) ? found(parts.map(String).join('')) : UNKNOWN;
    }
    case 'entry':
      return entryOf(operand, world);
    case 'sum':
    case 'quotient':
      return numberOf(operand, world);
    case 'path':
      return atPath(operand, world);
  }
}

function isOfType(value: unknown, type: ValueType): boolean {
  switch (type) {
    case 'text':
      return typeof value === 'string';
    case 'number':
      return typeof value === 'number';
    case 'boolean':
      return typeof value === 'boolean';
    case 'texts':
      return Array.isArray(value) && value.every((item) => item === null || typeof item === 'string');
    case 'any':
      return typeof value !== 'object';
    default:
      return true;
  }
}

/** Value of the path, or its default; undefined if it is missing or null. */
export function rawOf({ root, keys }: PathNodeDraft, { input, names, defaults }: World): unknown {
  let value: unknown = root === 'input' ? input : names[root];
  for (const key of keys) {
    if (typeof key === 'number')
      value = Array.isArray(value) ? (value as readonly unknown[]).at(key) : undefined;
    else value = isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
  }
  if (value !== undefined && value !== null) return value;
  return root === 'input' ? defaults[`input.${keys.join('.')}`] : undefined;
}

const isSingle = (value: unknown): boolean => value !== undefined && typeof value !== 'object';

function atPath(operand: PathNodeDraft, world: World): Found {
  const raw = rawOf(operand, world);
  if (raw === undefined) {
    if (operand.type === 'texts' && world.isDeclared) return found([]);
    return operand.isOptional ? { kind: 'excused' } : UNKNOWN;
  }
  return isOfType(raw, operand.type) ? found(raw) : UNKNOWN;
}

function numberOf(
  operand: Extract<Operand, { kind: 'sum' | 'quotient' | 'difference' }>,
  world: World,
): Found {
  const [left, right] = [valueOf(operand.left, world), valueOf(operand.right, world)];
  if (left.kind === 'excused' || right.kind === 'excused') return { kind: 'excused' };
  if (left.kind !== 'value' || right.kind !== 'value') return UNKNOWN;
  const [l, r] = [left.value as number, right.value as number];
  if (operand.kind === 'sum') return found(l + r);
  if (operand.kind === 'difference') return found(l - r);
  return r === 0 ? UNKNOWN : found(l / r);
}

function timeOf(
  operand: Extract<Operand, { kind: 'shifted' | 'duration' | 'now' | 'difference' }>,
  world: World,
): Found {
  switch (operand.kind) {
    case 'shifted': {
      const time = valueOf(operand.time, world);
      const shift = (operand.sign === '+' ? 1 : -1) * operand.minutes * MINUTE;
      return time.kind === 'value' ? found(Number(time.value) + shift) : time;
    }
    case 'duration':
      return found(operand.minutes * MINUTE);
    case 'now':
      return found(world.now);
    case 'difference':
      return numberOf(operand, world);
  }
}

function entryOf({ key, isOptional }: Extract<Operand, { kind: 'entry' }>, world: World): Found {
  const name = valueOf(key, world);
  if (name.kind !== 'value') return name;
  const map: PathNodeDraft = { kind: 'path', root: 'input', keys: ['m'], type: 'object', isOptional: false };
  const entries = rawOf(map, world);
  const keys = String(name.value);
  const value = isObject(entries) && Object.hasOwn(entries, keys) ? (entries[keys] ?? undefined) : undefined;
  if (value === undefined) return isOptional ? { kind: 'excused' } : UNKNOWN;
  return isOfType(value, 'number') ? found(value) : UNKNOWN;
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The parts of an operand that do not mention a name, and divisors that do not: the whole is unknown if one of them is. */
export function isUnknownOutside(operand: Operand, name: string, world: World): boolean {
  if (!mentions(operand, name)) return valueOf(operand, world).kind === 'unknown';
  if (operand.kind === 'quotient' && !mentions(operand.right, name)) {
    const divisor = valueOf(operand.right, world);
    if (divisor.kind === 'value' && divisor.value === 0) return true;
  }
  // Any single value has a text, whatever type other uses of its path have.
  const isUnknown =
    operand.kind === 'made'
      ? (part: Operand): boolean => !isSingle(rawOf(part as PathNodeDraft, world)) && !mentions(part, name)
      : (part: Operand): boolean => isUnknownOutside(part, name, world);
  return innerOperands(operand).some(isUnknown);
}

export function mentions(operand: Operand, name: string): boolean {
  if (operand.kind === 'path') return operand.root === name;
  if (operand.kind === 'key' || operand.kind === 'list') return operand.item === name;
  return innerOperands(operand).some((inner) => mentions(inner, name));
}
