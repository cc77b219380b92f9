import type { TypedExpression } from '../../../../compiler/language/expression/typed-expression.ts';
import { partsOf, variablesOf } from '../../../../compiler/language/expression/variables.ts';
import { patternsOf } from '../../../../compiler/left-side.ts';
import type { Field, Literal, Pattern, Rule, Ruleset, Slot } from '../../../../compiler/ruleset.ts';
import { EARLIEST_TIME, LATEST_TIME, timeText } from '../../../../runtime/time-text.ts';
import { slotBinding } from '../write-values.ts';

/** What rules compare slots with. */
export interface SlotConstants {
  /** Values that could matter to a slot, as a request would give them. */
  readonly valuesOf: (template: string, slot: Slot) => readonly unknown[];
  /** Slots that some rule compares a slot with, as `template.slot`. */
  readonly joinedWith: (template: string, slot: string) => ReadonlySet<string>;
}

const ANOTHER_TEXT = 'another';

/** The constants of an expression, but for regular expressions. */
export function literalsOf(expression: TypedExpression): readonly Literal[] {
  if (expression.kind === 'literal') return [expression.value];
  // A regular expression is no value that a slot would have.
  if (expression.kind === 'call' && expression.target.kind === 'matches') return [];
  return partsOf(expression).flatMap(literalsOf);
}

function fieldLiterals({ constraints }: Field): readonly Literal[] {
  return constraints.flatMap((one) => {
    if (one.kind === 'literal') return [one.value];
    return one.kind === 'predicate' ? literalsOf(one.expression) : [];
  });
}

/** Reads the constants and joins of all rules. */
export function readSlotConstants({ rules }: Pick<Ruleset, 'rules'>): SlotConstants {
  const literals = new Map<string, Literal[]>();
  const joins = new Map<string, Set<string>>();
  for (const rule of rules) {
    const patterns = patternsOf(rule.when);
    for (const pattern of patterns) {
      for (const field of pattern.fields) {
        const key = `${pattern.template}.${field.slot}`;
        literals.set(key, [...(literals.get(key) ?? []), ...fieldLiterals(field)]);
        for (const other of comparedWith(patterns, field)) if (other !== key) join(joins, key, other);
      }
    }
    readTests(rule, patterns, literals);
  }
  return {
    valuesOf: (template, slot) => candidates(slot, literals.get(`${template}.${slot.name}`) ?? []),
    joinedWith: (template, slot) => joins.get(`${template}.${slot}`) ?? new Set(),
  };
}

function join(joins: Map<string, Set<string>>, a: string, b: string): void {
  joins.set(a, (joins.get(a) ?? new Set()).add(b));
  joins.set(b, (joins.get(b) ?? new Set()).add(a));
}

/** The slots that the variables of a field are bound to elsewhere. */
function comparedWith(patterns: readonly Pattern[], { constraints }: Field): readonly string[] {
  const names = constraints.flatMap((one) => {
    if (one.kind === 'variable') return [one.name];
    return one.kind === 'predicate' ? [...variablesOf(one.expression)] : [];
  });
  return names.flatMap((name) => boundIn(patterns, name));
}

function boundIn(patterns: readonly Pattern[], name: string): readonly string[] {
  return patterns.flatMap((pattern) => {
    const slot = slotBinding(pattern, name);
    return slot === null ? [] : [`${pattern.template}.${slot}`];
  });
}

/** Constants of test elements count for every slot that the test reads. */
function readTests(rule: Rule, patterns: readonly Pattern[], literals: Map<string, Literal[]>): void {
  for (const element of rule.when) {
    if (element.kind !== 'test') continue;
    const found = literalsOf(element.expression);
    for (const name of variablesOf(element.expression))
      for (const key of boundIn(patterns, name)) literals.set(key, [...(literals.get(key) ?? []), ...found]);
  }
}

function candidates({ type, list, allowed }: Slot, literals: readonly Literal[]): readonly unknown[] {
  const items = singles(type, allowed, literals);
  return list ? [[], ...items.map((item) => [item])] : items;
}

/** Times that are constants, which conditions hold in milliseconds, and those just beside them. */
function times(literals: readonly Literal[]): readonly string[] {
  const found = literals.flatMap(({ value }) => (typeof value === 'number' ? [value] : []));
  const near = found.flatMap((time) => [time, time + 1, time - 1]);
  return [...new Set(near)].filter((time) => time >= EARLIEST_TIME && time <= LATEST_TIME).map(timeText);
}

function singles(
  type: Slot['type'],
  allowed: readonly string[] | null,
  literals: readonly Literal[],
): readonly unknown[] {
  const isNumber = type === 'INTEGER' || type === 'FLOAT';
  if (type === 'BOOLEAN') return [true, false];
  if (allowed !== null) return isNumber ? allowed.map(Number) : allowed;
  if (type === 'TIME') return times(literals);
  const values = new Set<unknown>();
  for (const { value } of literals) {
    if (isNumber && typeof value === 'number' && (type === 'FLOAT' || Number.isInteger(value)))
      for (const near of [value, value + 1, value - 1]) values.add(near);
    if (!isNumber && typeof value === 'string') values.add(value);
  }
  if (isNumber && values.size === 0) values.add(0);
  if (!isNumber) values.add(ANOTHER_TEXT);
  return [...values];
}
