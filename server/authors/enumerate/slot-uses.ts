import type {
  TypedCall,
  TypedExpression,
  TypedFunction,
} from '../../../compiler/language/expression/typed-expression.ts';
import { partsOf, variablesOf } from '../../../compiler/language/expression/variables.ts';
import { patternsOf } from '../../../compiler/left-side.ts';
import { askedExpressions } from '../../../compiler/plan/conditions.ts';
import type { Field, Literal, Rule, Ruleset } from '../../../compiler/ruleset.ts';
import { writtenExpressions } from '../analyze/effects.ts';
import { changeableFunctions } from '../analyze/formula/changeable.ts';
import { isVolatile } from '../analyze/formula/read-expression.ts';

/** What rules ask of a slot. */
export interface SlotUse {
  /** What it is compared with: each one is a class of values, and so is what lies between two. */
  readonly constants: readonly Literal[];
  /** Something else is asked of it: classes of its values are not known, unless the slot lists its values. */
  readonly isOpen: boolean;
}

/** The uses of slots that rules read, by `template.slot`. */
export type SlotUses = ReadonlyMap<string, SlotUse>;

interface Use {
  readonly constants: Literal[];
  isOpen: boolean;
}

interface Reader {
  readonly useOf: (key: string) => Use;
  /** What a slot of facts that rules assert is filled from. */
  readonly fill: (key: string, from: string) => void;
  readonly openAll: () => void;
  readonly changeable: ReadonlySet<number>;
  /** A function of the ruleset by its id. */
  readonly functionOf: (id: number) => TypedFunction | undefined;
  /** Whether a body was read with these slots for its parameters; it is from now on. */
  readonly isRead: (key: string) => boolean;
  readonly typeOf: (key: string) => string | undefined;
}

/** The slots that variables stand for. */
type Bound = ReadonlyMap<string, readonly string[]>;

/** Functions that compare a value with others, and nothing else. */
const COMPARISONS: ReadonlySet<string> = new Set(['eq', 'neq', '=', '<>', '!=', '<', '<=', '>', '>=']);

/** Reads what the rules of some versions of a ruleset ask of slots. */
export function readSlotUses(versions: readonly Ruleset[]): SlotUses {
  const uses = new Map<string, Use>();
  const filled: (readonly [to: string, from: string])[] = [];
  const all = new Map<string, string>(
    versions.flatMap(({ templates }) =>
      templates.flatMap(({ name, slots }) =>
        slots.map((slot) => [`${name}.${slot.name}`, slot.type] as const),
      ),
    ),
  );
  const useOf = (key: string): Use => {
    const use = uses.get(key) ?? { constants: [], isOpen: false };
    uses.set(key, use);
    return use;
  };
  const openAll = (): void => {
    for (const key of all.keys()) useOf(key).isOpen = true;
  };
  for (const version of versions) {
    const functions = new Map(version.typedFunctions.map((one) => [one.version.id, one]));
    const read = new Set<string>();
    const reader: Reader = {
      ...{ useOf, openAll, changeable: changeableFunctions(version) },
      fill: (key, from) => filled.push([key, from]),
      functionOf: (id) => functions.get(id),
      isRead: (key) => read.has(key) || !read.add(key).has(key),
      typeOf: (key) => all.get(key),
    };
    // What a stage computes is of facts that are there together.
    if (version.stages.length > 0 || version.temporal.length > 0) openAll();
    for (const rule of version.rules) readRule(rule, reader);
  }
  passOn(uses, filled, useOf);
  return uses;
}

/** What is asked of a slot is asked of what fills it. */
function passOn(
  uses: ReadonlyMap<string, Use>,
  filled: readonly (readonly [to: string, from: string])[],
  useOf: (key: string) => Use,
): void {
  for (let isDone = false; !isDone;) {
    isDone = true;
    for (const [to, from] of filled) {
      const asked = uses.get(to);
      if (asked === undefined) continue;
      const isKnown = uses.has(from);
      const use = useOf(from);
      const more = asked.constants.filter((one) => !use.constants.includes(one));
      if (isKnown && more.length === 0 && use.isOpen === (use.isOpen || asked.isOpen)) continue;
      use.constants.push(...more);
      use.isOpen ||= asked.isOpen;
      isDone = false;
    }
  }
}

function readRule(rule: Rule, reader: Reader): void {
  const patterns = patternsOf(rule.when);
  const bound = new Map<string, string[]>();
  for (const { template, fields } of patterns)
    for (const field of fields) {
      const key = `${template}.${field.slot}`;
      if (field.list || field.each !== undefined) reader.useOf(key).isOpen = true;
      for (const one of field.constraints)
        if (one.kind === 'literal') reader.useOf(key).constants.push(one.value);
      readVariables(key, field, bound);
    }
  // A variable that stands in two places joins them.
  for (const keys of bound.values()) if (keys.length > 1) open(keys, reader);
  for (const { expression } of askedExpressions({ rules: [rule] })) readCondition(expression, bound, reader);
  for (const expression of writtenExpressions(rule)) readWritten(expression, bound, reader);
  for (const effect of rule.then.effects)
    if (effect.kind !== 'retract')
      for (const { slot, value } of effect.slots)
        readFilled(`${effect.template}.${slot}`, value, bound, reader);
}

function readVariables(key: string, { constraints }: Field, bound: Map<string, string[]>): void {
  for (const one of constraints)
    if (one.kind === 'variable') bound.set(one.name, [...(bound.get(one.name) ?? []), key]);
}

function open(keys: readonly string[], { useOf }: Reader): void {
  for (const key of keys) useOf(key).isOpen = true;
}

/** Reads an expression whose value may depend on what is compared, and on nothing else of a slot. */
function readCondition(expression: TypedExpression, bound: Bound, reader: Reader): void {
  const { kind } = expression;
  if (kind === 'literal') return;
  if (kind === 'if' || kind === 'return')
    for (const part of partsOf(expression)) readCondition(part, bound, reader);
  else if (kind !== 'call' || isVolatile(expression, reader.changeable)) openRead(expression, bound, reader);
  else if (expression.target.kind === 'function') readCall(expression, bound, reader);
  else if (!readBody(expression, bound, reader)) openRead(expression, bound, reader);
}

function readCall(call: TypedCall, bound: Bound, reader: Reader): void {
  const literals = call.args.flatMap((one) => (one.kind === 'literal' ? [one.value] : []));
  const names = new Set(call.args.flatMap((one) => (one.kind === 'variable' ? [one.name] : [])));
  const isPlain = call.args.every(({ kind }) => kind === 'literal' || kind === 'variable');
  const [name = ''] = names;
  if (COMPARISONS.has(call.name) && isPlain && names.size === 1)
    for (const key of bound.get(name) ?? []) reader.useOf(key).constants.push(...literals);
  else for (const one of call.args) readCondition(one, bound, reader);
}

/** A function of the ruleset, that of the rows of a decision table for instance. Answers false when it is not understood. */
function readBody({ target, args }: TypedCall, bound: Bound, reader: Reader): boolean {
  const called = target.kind === 'deffunction' ? reader.functionOf(target.version.id) : undefined;
  if (called === undefined || called.wildcard !== null || called.locals.size > 0) return false;
  const inner = new Map<string, readonly string[]>();
  for (const [i, parameter] of called.parameters.entries()) {
    const value = args[i];
    if (value === undefined) return false;
    if (value.kind === 'variable') inner.set(parameter, bound.get(value.name) ?? []);
    else readCondition(value, bound, reader);
  }
  if (!reader.isRead(`${called.version.id} ${JSON.stringify([...inner])}`))
    for (const one of called.body) readCondition(one, inner, reader);
  return true;
}

function openRead(expression: TypedExpression, bound: Bound, reader: Reader): void {
  if (isVolatile(expression, reader.changeable)) reader.openAll();
  for (const name of variablesOf(expression)) open(bound.get(name) ?? [], reader);
}

/** A value that is only handed on decides nothing. */
function readWritten(expression: TypedExpression, bound: Bound, reader: Reader): void {
  if (expression.kind !== 'variable' && expression.kind !== 'literal') openRead(expression, bound, reader);
}

function readFilled(key: string, value: TypedExpression, bound: Bound, reader: Reader): void {
  if (value.kind !== 'variable') return;
  for (const from of bound.get(value.name) ?? []) {
    if (reader.typeOf(from) === reader.typeOf(key)) reader.fill(key, from);
    else reader.useOf(from).isOpen = true;
  }
}
