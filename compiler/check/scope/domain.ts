import type { OrderRelation, Restriction } from '../../language/operators/operator.ts';
import type { Slot } from '../../ruleset.ts';
import type { SlotType } from '../../values.ts';
import { setOf } from './allowed-values.ts';
import { literalForm } from './literals.ts';

type Bound = { readonly value: number | bigint; readonly inclusive: boolean } | null;

/**
 * The values that a slot or variable can still have. CLIPS refuses a rule whose constraints leave none (RULECSTR1), so
 * the checker must see it first; it also sees what CLIPS does not, such as two order tests that exclude each other.
 */
export interface Domain {
  readonly type: SlotType;
  /** String forms; null: any value of the type. */
  readonly values: readonly string[] | null;
  /** Values that `excludedFrom` lists. */
  readonly excluded: Excluded | null;
  readonly low: Bound;
  readonly high: Bound;
}

/** Values that are taken away after others: a condition adds its own, and the domains before it keep theirs. */
interface Excluded {
  readonly forms: readonly string[];
  readonly before: Excluded | null;
}

/** The string forms of the values that a domain excludes, in the order in which they were. */
export function excludedFrom({ excluded }: Pick<Domain, 'excluded'>): readonly string[] {
  const steps: (readonly string[])[] = [];
  for (let step = excluded; step !== null; step = step.before) steps.push(step.forms);
  return steps.reverse().flat();
}

export function slotDomain(slot: Slot): Domain {
  // Lists of disjoint values are equal when both are empty.
  return { type: slot.type, values: slot.list ? null : slot.allowed, excluded: null, low: null, high: null };
}

/** True if a value, in its string form, is in a domain. */
export function contains(domain: Domain, form: string): boolean {
  if (domain.values !== null && !setOf(domain.values).has(form)) return false;
  for (let step = domain.excluded; step !== null; step = step.before) {
    if (step.forms.includes(form)) return false;
  }
  return isInRange(form, domain);
}

/** Returns the part of `domain` that a restriction leaves. */
export function restrict(domain: Domain, restriction: Restriction): Domain {
  switch (restriction.kind) {
    case 'one-of':
      return keepValues(domain, restriction.values.map(literalForm));
    case 'none-of':
      return { ...domain, excluded: { forms: restriction.values.map(literalForm), before: domain.excluded } };
    case 'order': {
      const bound = boundOf(domain.type, restriction.relation, restriction.value);
      const isLow = restriction.relation === '>' || restriction.relation === '>=';
      return isLow
        ? { ...domain, low: tighter(domain.low, bound, 1) }
        : { ...domain, high: tighter(domain.high, bound, -1) };
    }
  }
}

/** The values in both. */
export function intersect(a: Domain, b: Domain): Domain {
  const both = b.values === null ? a : keepValues(a, b.values);
  return {
    ...both,
    excluded: b.excluded === null ? a.excluded : { forms: excludedFrom(b), before: a.excluded },
    low: tighter(a.low, b.low, 1),
    high: tighter(a.high, b.high, -1),
  };
}

/** The values in either, or more where that cannot be said. */
export function unite(a: Domain, b: Domain): Domain {
  return { type: a.type, values: uniteValues(a.values, b.values), excluded: null, low: null, high: null };
}

function uniteValues(a: Domain['values'], b: Domain['values']): Domain['values'] {
  if (a === null || b === null || a === b) return a && b;
  return [...new Set([...a, ...b])];
}

export function isEmpty(domain: Domain): boolean {
  const { values, low, high } = domain;
  if (values !== null) {
    const excluded = new Set(excludedFrom(domain));
    return !values.some((form) => !excluded.has(form) && isInRange(form, domain));
  }
  if (low === null || high === null) return false;
  return low.value > high.value || (isSame(low.value, high.value) && !(low.inclusive && high.inclusive));
}

/** Equality of numbers of either kind, exact where `Number()` would round. */
function isSame(a: number | bigint, b: number | bigint): boolean {
  return a <= b && a >= b;
}

function keepValues(domain: Domain, forms: readonly string[]): Domain {
  const { values } = domain;
  if (values === null || values === forms) return { ...domain, values: forms };
  const kept = setOf(forms);
  const left = values.filter((form) => kept.has(form));
  // A list that stays as it was stays the same: what is united with itself is not gone through.
  return { ...domain, values: left.length === values.length ? values : left };
}

function isInRange(form: string, { type, low, high }: Domain): boolean {
  if (type !== 'INTEGER' && type !== 'FLOAT') return true;
  const value = type === 'INTEGER' ? BigInt(form) : Number(form);
  return !(
    (low && (value < low.value || (!low.inclusive && isSame(value, low.value)))) ||
    (high && (value > high.value || (!high.inclusive && isSame(value, high.value))))
  );
}

/** A bound of an INTEGER is the next integer inside it, so that `> 2` and `< 3` are seen to leave nothing. */
function boundOf(type: SlotType, relation: OrderRelation, value: number | bigint): Bound {
  const inclusive = relation === '>=' || relation === '<=';
  if (type !== 'INTEGER') return { value, inclusive };
  const isLow = relation === '>' || relation === '>=';
  const whole = typeof value === 'bigint' ? value : BigInt(isLow ? Math.ceil(value) : Math.floor(value));
  const excludesItself = !inclusive && isSame(whole, value);
  return { value: excludesItself ? whole + (isLow ? 1n : -1n) : whole, inclusive: true };
}

/** The stronger of two bounds; `direction` 1 for lower bounds, -1 for upper ones. */
function tighter(a: Bound, b: Bound, direction: 1 | -1): Bound {
  if (a === null || b === null) return a ?? b;
  if (isSame(a.value, b.value)) return a.inclusive ? b : a;
  return a.value > b.value === (direction === 1) ? a : b;
}
