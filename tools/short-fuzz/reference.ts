/**
 * Meaning of a condition of the short form, in three-valued logic: written from the specification, without code of the
 * compiler. `null` is unknown.
 */
import { type Condition, type Operand, type PathNodeDraft, type Sign, type ValueType } from './condition.ts';
import { FUNCTIONS, LIMITS, PARTIAL, testText, WORDS } from './reference-values.ts';

type Truth = boolean | null;

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
  /** Lists that are empty if they are missing. */
  readonly isDeclared: boolean;
}

/** The value of an operand, or why it has none. */
type Found =
  | { readonly kind: 'value'; readonly value: unknown }
  /** Missing, and written with `?`. */
  | { readonly kind: 'excused' }
  | { readonly kind: 'unknown' };

const UNKNOWN: Found = { kind: 'unknown' };
const found = (value: unknown): Found => ({ kind: 'value', value });

const not = (truth: Truth): Truth => (truth === null ? null : !truth);
const all = (truths: readonly Truth[]): Truth =>
  truths.includes(false) ? false : truths.includes(null) ? null : true;
const some = (truths: readonly Truth[]): Truth =>
  truths.includes(true) ? true : truths.includes(null) ? null : false;

export function truthOf(condition: Condition, world: World): Truth {
  switch (condition.kind) {
    case 'and':
      return all(condition.parts.map((part) => truthOf(part, world)));
    case 'or':
      return some(condition.parts.map((part) => truthOf(part, world)));
    case 'not':
      return not(truthOf(condition.part, world));
    case 'has': {
      const key = unknownKey(condition.path, world);
      if (key !== null) return key.kind === 'excused' ? false : null;
      return rawOf(condition.path, world) !== undefined;
    }
    case 'compare':
      return judged([condition.left, condition.right], world, ([left, right]) =>
        compare(condition.sign, left, right),
      );
    case 'in':
      return judged(
        [condition.value],
        world,
        ([value]) => condition.list.includes(value as string) !== condition.isNegated,
      );
    case 'member':
      return judged([condition.list], world, ([list]) => {
        const items = (list as readonly unknown[]).filter((item) => item !== null);
        return items.includes(condition.value) !== condition.isNegated;
      });
    case 'truth':
      return judged([condition.value], world, ([value]) => value as boolean);
    case 'text':
      return judged([condition.value], world, ([value]) =>
        [condition.by].flat().some((by) => testText(condition.test, String(value), by)),
      );
    case 'partial':
      return judged([condition.value], world, ([value]) => PARTIAL[condition.operator](String(value)));
    case 'exists':
    case 'forall': {
      const items = itemsOf(condition.list, world);
      if (items === null) return null;
      const truths = items.map(([key, item]) =>
        truthOf(condition.part, within(world, condition.name, key, item)),
      );
      return condition.kind === 'exists' ? some(truths) : all(truths);
    }
    case 'count':
      return countTruth(condition, world);
    case 'facts':
      return some(
        world.facts.map((fact) => truthOf(condition.part, within(world, condition.name, '', fact))),
      );
  }
}

export function within(world: World, name: string, key: string, item: unknown): World {
  return { ...world, names: { ...world.names, [name]: item }, keys: { ...world.keys, [name]: key } };
}

/** A comparison: false if a path with `?` is missing, unknown if an operand has no value. */
function judged(
  operands: readonly Operand[],
  world: World,
  judge: (values: readonly unknown[]) => Truth,
): Truth {
  const values = operands.map((operand) => valueOf(operand, world));
  if (values.some(({ kind }) => kind === 'excused')) return false;
  const known = values.flatMap((one) => (one.kind === 'value' ? [one.value] : []));
  return known.length < values.length ? null : judge(known);
}

function compare(sign: Sign, left: unknown, right: unknown): Truth {
  const kinds = [left, right].map((value) => (typeof value === 'number' ? 'number' : typeof value));
  if (kinds[0] !== kinds[1]) return null;
  const [l, r] = [left as number, right as number];
  switch (sign) {
    case '==':
      return l === r;
    case '!=':
      return l !== r;
    case '<':
      return l < r;
    case '<=':
      return l <= r;
    case '>':
      return l > r;
    case '>=':
      return l >= r;
  }
}

function computed(operand: Extract<Operand, { kind: 'function' | 'later' }>, world: World): Found {
  const of = valueOf(operand.kind === 'later' ? operand.time : operand.of, world);
  if (of.kind !== 'value') return of;
  if (operand.kind === 'later') return found(Number(of.value) + 86_400_000);
  const value = FUNCTIONS[operand.name](String(of.value), operand.more);
  return value === null ? UNKNOWN : found(value);
}

function valueIn(map: Readonly<Record<string, unknown>>, key: Operand, world: World): Found {
  const name = valueOf(key, world);
  if (name.kind !== 'value') return name;
  const value = map[String(name.value)];
  return value === undefined ? UNKNOWN : found(value);
}

function valueOf(operand: Operand, world: World): Found {
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
    case 'lookup':
      return valueIn(LIMITS, operand.key, world);
    case 'word':
      return valueIn(WORDS, operand.key, world);
    case 'function':
    case 'later':
      return computed(operand, world);
    case 'sum':
    case 'quotient': {
      const [left, right] = [valueOf(operand.left, world), valueOf(operand.right, world)];
      if (left.kind === 'excused' || right.kind === 'excused') return { kind: 'excused' };
      if (left.kind !== 'value' || right.kind !== 'value') return UNKNOWN;
      const [l, r] = [left.value as number, right.value as number];
      if (operand.kind === 'sum') return found(l + r);
      return r === 0 ? UNKNOWN : found(l / r);
    }
    case 'path': {
      const key = unknownKey(operand, world);
      if (key !== null) return key;
      const raw = rawOf(operand, world);
      if (raw === undefined) {
        if (operand.type === 'texts' && world.isDeclared) return found([]);
        return operand.isOptional ? { kind: 'excused' } : UNKNOWN;
      }
      return isOfType(raw, operand.type) ? found(raw) : UNKNOWN;
    }
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

/** The first key that has no value, in a path whose keys are not written out. */
function unknownKey({ keys }: PathNodeDraft, world: World): Found | null {
  const values = keys.flatMap((key) => (typeof key === 'object' ? [valueOf(key, world)] : []));
  return values.find(({ kind }) => kind !== 'value') ?? null;
}

/** Value of the path, or its default; undefined if it is missing or null. */
function rawOf({ root, keys }: PathNodeDraft, world: World): unknown {
  const { input, names, defaults } = world;
  let value: unknown = root === 'input' ? input : names[root];
  for (const key of keys) {
    if (typeof key === 'object') {
      const of = valueOf(key, world);
      const name = of.kind === 'value' ? String(of.value) : '';
      value =
        typeof value === 'object' && value !== null && Object.hasOwn(value, name)
          ? (value as Readonly<Record<string, unknown>>)[name]
          : undefined;
    } else if (typeof key === 'number')
      value = Array.isArray(value) ? (value as readonly unknown[]).at(key) : undefined;
    else value = isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
  }
  if (value !== undefined && value !== null) return value;
  return root === 'input' ? defaults[`input.${keys.join('.')}`] : undefined;
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Items of a list or members of a map with their keys; null if it is missing and that is unknown. */
export function itemsOf(list: PathNodeDraft, world: World): readonly (readonly [string, unknown])[] | null {
  const raw = rawOf(list, world);
  if (raw === undefined) return list.isOptional || world.isDeclared ? [] : null;
  return typeof raw === 'object' ? Object.entries(raw as object) : [];
}

function countTruth(condition: Extract<Condition, { kind: 'count' }>, world: World): Truth {
  const { list, name, part, sign, than } = condition;
  const other = valueOf(than, world);
  if (other.kind === 'excused') return false;
  const items = itemsOf(list, world);
  if (items === null || other.kind !== 'value') return null;
  const truths = items.map(([key, item]) => truthOf(part, within(world, name, key, item)));
  // A path of one of the items, or from outside, that has no value: the number is not known.
  const paths = pathsIn(part);
  const isUnknown = items.some(([key, item]) =>
    paths.some((path) => valueOf(path, within(world, name, key, item)).kind === 'unknown'),
  );
  const outer = paths.filter((path) => path.root !== name && !keysName(path, name));
  if (isUnknown || outer.some((path) => valueOf(path, world).kind === 'unknown')) return null;
  return compare(sign, truths.filter((truth) => truth === true).length, other.value);
}

/** True if a key of the path is one of the item. */
const keysName = ({ keys }: PathNodeDraft, name: string): boolean =>
  keys.some((key) => typeof key === 'object' && JSON.stringify(key).includes(`"${name}"`));

/** Paths that comparisons of a condition of an aggregate name. */
function pathsIn(condition: Condition): readonly PathNodeDraft[] {
  switch (condition.kind) {
    case 'compare':
      return [condition.left, condition.right].flatMap((side) => (side.kind === 'path' ? [side] : []));
    case 'and':
    case 'or':
      return condition.parts.flatMap(pathsIn);
    default:
      return [];
  }
}
