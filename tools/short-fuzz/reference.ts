/**
 * Meaning of a condition of the short form, in three-valued logic: written from the specification, without code of the
 * compiler. `null` is unknown.
 */
import {
  isOperand,
  operandsOf,
  partsOf,
  WORDS,
  type ARGUMENTS,
  type Condition,
  type Operand,
  type PathNodeDraft,
  type Sign,
} from './condition.ts';
import { isUnknownOutside, mentions, rawOf, valueOf, type World } from './reference-values.ts';

export type { World };

type Truth = boolean | null;

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
      return falsehoodOf(condition.part, world);
    case 'has':
      return rawOf(condition.path, world) !== undefined;
    case 'compare':
      return judged([condition.left, condition.right], world, ([left, right]) =>
        compare(condition.sign, left, right),
      );
    case 'in':
      return judged(
        [condition.value],
        world,
        ([value]) => (condition.list ?? WORDS).includes(value as string) !== condition.isNegated,
      );
    case 'member':
      return judged([condition.list], world, ([list]) => {
        const items = (list as readonly unknown[]).filter((item) => item !== null);
        return items.includes(condition.value) !== condition.isNegated;
      });
    case 'truth':
      return judged([condition.value], world, ([value]) => value as boolean);
    case 'text':
      return judged(operandsOf(condition), world, ([value, by]) =>
        textsOf(condition.by, by).some((text) => testText(condition.test, String(value), text)),
      );
    case 'readable':
      return judged([condition.of], world, () => {
        const call: Operand = { kind: 'function', name: condition.name, of: condition.of, more: [] };
        return valueOf(call, world).kind === 'value';
      });
    case 'timely':
      return judged([condition.time], world, ([time]) => {
        const age = world.now - Number(time);
        const span = condition.minutes * 60_000;
        return condition.operator === 'older_than' ? age >= span : age >= 0 && age < span;
      });
    case 'weekday':
      return judged([condition.time], world, ([time]) =>
        condition.days.includes(DAYS[new Date(Number(time)).getUTCDay()] ?? ''),
      );
    case 'defined': {
      const { parameter, argument, body } = condition;
      if (parameter === null || argument === null) return truthOf(body, world);
      const key = world.keys[argument] ?? '';
      return truthOf(body, within(world, parameter, key, world.names[argument], world.lists[argument]));
    }
    case 'partial':
      return judged([condition.value], world, ([value]) => PARTIAL[condition.operator](String(value)));
    case 'exists':
    case 'forall': {
      const items = itemsOf(condition.list, world);
      if (items === null) return null;
      const truths = items.map(({ key, item, list }) =>
        truthOf(condition.part, within(world, condition.name, key, item, list)),
      );
      return condition.kind === 'exists' ? some(truths) : all(truths);
    }
    case 'fold':
      return foldTruth(condition, world);
    case 'facts':
      return some(
        world.facts.map((fact) => truthOf(condition.part, within(world, condition.name, '', fact))),
      );
  }
}

/** The truth of the negation, which goes inwards: the least of nothing is neither above nor at most a number. */
function falsehoodOf(condition: Condition, world: World): Truth {
  const negated = (part: Condition): Condition => ({ kind: 'not', part });
  switch (condition.kind) {
    case 'not':
      return truthOf(condition.part, world);
    case 'and':
    case 'or':
      return truthOf(
        { kind: condition.kind === 'and' ? 'or' : 'and', parts: condition.parts.map(negated) },
        world,
      );
    case 'exists':
    case 'forall': {
      const kind = condition.kind === 'exists' ? 'forall' : 'exists';
      return truthOf({ ...condition, kind, part: negated(condition.part) }, world);
    }
    case 'defined':
      return truthOf({ ...condition, body: negated(condition.body) }, world);
    case 'fold':
      return condition.than.kind === 'path' && condition.than.isOptional
        ? not(truthOf(condition, world))
        : foldTruth({ ...condition, sign: OPPOSITE[condition.sign] }, world);
    default:
      return not(truthOf(condition, world));
  }
}

const OPPOSITE: Readonly<Record<Sign, Sign>> = {
  '==': '!=',
  '!=': '==',
  '<': '>=',
  '<=': '>',
  '>': '<=',
  '>=': '<',
};
const DAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];

export function within(world: World, name: string, key: string, item: unknown, list = ''): World {
  return {
    ...world,
    names: { ...world.names, [name]: item },
    keys: { ...world.keys, [name]: key },
    lists: { ...world.lists, [name]: list },
  };
}

/** The arguments of an operator on texts. */
function textsOf(by: Extract<Condition, { kind: 'text' }>['by'], value: unknown): readonly string[] {
  if (by === null) return WORDS;
  return isOperand(by) ? [String(value)] : [by].flat();
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

function testText(test: string, text: string, by: string): boolean {
  if (test === 'starts_with') return text.startsWith(by);
  if (test === 'glob') return new RegExp(`^${by.replace('*', '[^/]*')}$`).test(text);
  return test === 'ends_with' ? text.endsWith(by) : text.includes(by);
}

/** Only of the values that documents are drawn with (documents.ts). */
const PARTIAL: Readonly<Record<keyof typeof ARGUMENTS, (value: string) => Truth>> = {
  path_within: (value) =>
    !value.startsWith('/') || value.includes('%') ? null : value === '/w' || value.startsWith('/w/'),
  in_cidr: (value) => (/^\d+(?:\.\d+){3}$/.test(value) ? value.startsWith('10.') : null),
  host_within: (value) =>
    value === '' || value.includes(' ') ? null : value === 'a.org' || value.endsWith('.a.org'),
  semver_satisfies: (value) => (/^\d+\.\d+\.\d+$/.test(value) ? value.startsWith('1.') : null),
};

interface Member {
  readonly key: string;
  readonly item: unknown;
  /** Name of the list, of a union. */
  readonly list: string;
}

/** Items of a list or members of a map with their keys; null if it is missing and that is unknown. */
export function itemsOf(list: PathNodeDraft, world: World): readonly Member[] | null {
  const names = list.union ?? [String(list.keys.at(-1))];
  const found = names.flatMap((name) => {
    const raw = rawOf({ ...list, keys: [...list.keys.slice(0, -1), name] }, world);
    return raw === undefined ? [] : [{ name, raw }];
  });
  if (found.length === 0) return list.isOptional || world.isDeclared ? [] : null;
  return found.flatMap(({ name, raw }) =>
    typeof raw === 'object'
      ? Object.entries(raw as object).map(([key, item]) => ({ key, item: item as unknown, list: name }))
      : [],
  );
}

function foldTruth(condition: Extract<Condition, { kind: 'fold' }>, world: World): Truth {
  const { fold, list, name, part, value, sign, than } = condition;
  const other = valueOf(than, world);
  if (other.kind === 'excused') return false;
  const items = itemsOf(list, world);
  if (items === null || other.kind !== 'value') return null;
  // A value of one of the items, or from outside, that cannot be read: the aggregate is not known.
  const atoms = part === null ? [] : atomsIn(part);
  const operands = [...atoms.flatMap(operandsOf), ...(value === null ? [] : [value])];
  const worlds = items.map((one) => within(world, name, one.key, one.item, one.list));
  const isUnknown = worlds.some(
    (one) =>
      atoms.some((atom) => truthOf(atom, one) === null) ||
      operands.some((operand) => valueOf(operand, one).kind === 'unknown'),
  );
  const isOutside = (atom: Condition): boolean => !operandsOf(atom).some((one) => mentions(one, name));
  const isUnread =
    atoms.some((atom) => isOutside(atom) && truthOf(atom, world) === null) ||
    operands.some((operand) => isUnknownOutside(operand, name, world));
  if (isUnknown || isUnread) return null;
  const chosen = worlds.filter((one) => part === null || truthOf(part, one) === true);
  if (value === null) return compare(sign, chosen.length, other.value);
  const values = chosen.flatMap((one) => {
    const taken = valueOf(value, one);
    return taken.kind === 'value' ? [taken.value as number] : [];
  });
  if (fold === 'distinct') return compare(sign, new Set(values).size, other.value);
  if (fold === 'sum')
    return compare(
      sign,
      values.reduce((sum, one) => sum + one, 0),
      other.value,
    );
  // The least of nothing is compared with nothing.
  return values.length === 0 ? false : compare(sign, Math[fold as 'min' | 'max'](...values), other.value);
}

/** The comparisons of a condition of an aggregate. */
const atomsIn = (condition: Condition): readonly Condition[] =>
  condition.kind === 'and' || condition.kind === 'or' || condition.kind === 'not'
    ? partsOf(condition).flatMap(atomsIn)
    : condition.kind === 'defined'
      ? atomsIn(condition.body)
      : [condition];
