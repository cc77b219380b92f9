import type {
  TypedCall,
  TypedExpression,
  TypedFunction,
} from '../../compiler/language/expression/typed-expression.ts';
import { partsOf, variablesOf } from '../../compiler/language/expression/variables.ts';
import { patternsOf } from '../../compiler/left-side.ts';
import { askedExpressions } from '../../compiler/plan/conditions.ts';
import { relationOf } from '../../compiler/relation.ts';
import type { Field, Rule, Ruleset } from '../../compiler/ruleset.ts';
import type { Literal } from '../../compiler/values.ts';
import { writtenExpressions } from './written-expressions.ts';
import { valueText } from './expression-key.ts';
import { changeableFunctions } from './changeable.ts';
import { isVolatile } from './changeable.ts';

/** Constants that rules compare a slot with. */
export interface ComparedSlot {
  /** Literals of rules and tables, and values of relations: each one is a class of values, and so is what lies between two. */
  readonly constants: readonly Literal[];
  /** Slots of facts that some rule compares it with, as `template.slot`. */
  readonly joined: ReadonlySet<string>;
  /** Other tests use it: its value classes are unknown, unless the slot lists its values. */
  readonly isOpen: boolean;
}

/** The constants that rulesets compare the slots of facts with: what every search for facts draws from. */
export interface ComparedSlots {
  /** By `template.slot`: the slots that rules read. */
  readonly slots: ReadonlyMap<string, ComparedSlot>;
  /** Constants that may be compared with any slot: those of functions and of tests. */
  readonly loose: readonly Literal[];
}

/** Sources of constants. */
type Comparing = Pick<
  Ruleset,
  'templates' | 'rules' | 'relations' | 'typedFunctions' | 'stages' | 'temporal'
>;

interface Use {
  readonly constants: Map<string, Literal>;
  readonly joined: Set<string>;
  isOpen: boolean;
}

interface Reader {
  readonly useOf: (key: string) => Use;
  /** Sources of a slot in facts that rules assert. */
  readonly fill: (key: string, from: string) => void;
  readonly openAll: () => void;
  readonly changeable: ReadonlySet<number>;
  /** A function of the ruleset by its id. */
  readonly functionOf: (id: number) => TypedFunction | undefined;
  /** True if a body was already read with these slots for its parameters; marks it as read. */
  readonly isRead: (key: string) => boolean;
  readonly typeOf: (key: string) => string | undefined;
  /** The values of a column of a relation. */
  readonly valuesOf: (key: string) => readonly Literal[];
}

/** The slots that variables refer to. */
type Bound = ReadonlyMap<string, readonly string[]>;

/** Functions that compare a value with others, and nothing else. */
const COMPARISONS: ReadonlySet<string> = new Set(['eq', 'neq', '=', '<>', '!=', '<', '<=', '>', '>=']);

/** Functions whose parts are compared each for itself. */
const LOGIC: ReadonlySet<string> = new Set(['and', 'or', 'not']);

/** Reads what some rulesets compare slots with: one, or two versions of it. */
export function readComparedSlots(rulesets: readonly Comparing[]): ComparedSlots {
  const uses = new Map<string, Use>();
  const filled: (readonly [to: string, from: string])[] = [];
  const types = new Map<string, string>(
    rulesets.flatMap(({ templates }) =>
      templates.flatMap(({ name, slots }) =>
        slots.map((slot) => [`${name}.${slot.name}`, slot.type] as const),
      ),
    ),
  );
  const useOf = (key: string): Use => {
    const use = uses.get(key) ?? { constants: new Map(), joined: new Set(), isOpen: false };
    uses.set(key, use);
    return use;
  };
  const openAll = (): void => {
    for (const key of types.keys()) useOf(key).isOpen = true;
  };
  for (const ruleset of rulesets) {
    const functions = new Map(ruleset.typedFunctions.map((one) => [one.version.id, one]));
    const columns = columnsOf(ruleset);
    const read = new Set<string>();
    const reader: Reader = {
      ...{ useOf, openAll, changeable: changeableFunctions(ruleset) },
      fill: (key, from) => filled.push([key, from]),
      functionOf: (id) => functions.get(id),
      isRead: (key) => read.has(key) || !read.add(key).has(key),
      typeOf: (key) => types.get(key),
      valuesOf: (key) => columns.get(key) ?? [],
    };
    // A stage computes over facts that exist together.
    if (ruleset.stages.length > 0 || ruleset.temporal.length > 0) openAll();
    for (const rule of ruleset.rules) readRule(rule, reader);
  }
  passOn(uses, filled, useOf);
  const slots = new Map(
    [...uses].map(([key, use]) => [key, { ...use, constants: [...use.constants.values()] }] as const),
  );
  return { slots, loose: rulesets.flatMap(looseOf) };
}

function columnsOf({ relations }: Comparing): ReadonlyMap<string, readonly Literal[]> {
  return new Map(
    relations.flatMap(({ template, rows }) =>
      template.slots.map((slot, i) => {
        const values = [...new Set(rows.flatMap((row) => row[i] ?? []))];
        const literals = values.map((value) => ({ type: slot.type, value }) as Literal);
        return [`${template.name}.${slot.name}`, literals] as const;
      }),
    ),
  );
}

function looseOf({ rules, typedFunctions }: Comparing): readonly Literal[] {
  const tests = rules.flatMap(({ when }) =>
    when.flatMap((element) => (element.kind === 'test' ? literalsOf(element.expression) : [])),
  );
  return [...tests, ...typedFunctions.flatMap(({ body }) => body.flatMap(literalsOf))];
}

/** The constants of an expression, but for regular expressions. */
function literalsOf(expression: TypedExpression): readonly Literal[] {
  if (expression.kind === 'literal') return [expression.value];
  // A regular expression is not a value that a slot would have.
  if (expression.kind === 'call' && expression.target.kind === 'matches') return [];
  return partsOf(expression).flatMap(literalsOf);
}

function add(use: Use, literals: Iterable<Literal>): void {
  for (const one of literals) use.constants.set(`${one.type} ${valueText(one.value)}`, one);
}

/** Tests of a slot also apply to its sources. */
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
      const before = use.constants.size + use.joined.size;
      add(use, asked.constants.values());
      for (const other of asked.joined) use.joined.add(other);
      const isSame =
        before === use.constants.size + use.joined.size && use.isOpen === (use.isOpen || asked.isOpen);
      if (isKnown && isSame) continue;
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
      add(
        reader.useOf(key),
        field.constraints.flatMap((one) => (one.kind === 'literal' ? [one.value] : [])),
      );
      readVariables(key, field, bound);
    }
  // A variable in two places joins them.
  for (const keys of bound.values()) if (keys.length > 1) join(keys, reader);
  for (const { expression } of askedExpressions({ rules: [rule] })) readCondition(expression, bound, reader);
  for (const expression of writtenExpressions(rule)) readWritten(expression, bound, reader);
  for (const effect of rule.then.effects)
    if (effect.kind !== 'retract')
      for (const { slot, value } of effect.slots)
        readFilled(`${effect.template}.${slot}`, value, bound, reader);
}

/** Compares slots with each other: the rows of a relation are constants for the slots of facts. */
function join(keys: readonly string[], reader: Reader): void {
  const ofFacts = [...new Set(keys.filter((key) => !isColumn(key)))];
  const values = keys.filter(isColumn).flatMap(reader.valuesOf);
  for (const key of ofFacts) add(reader.useOf(key), values);
  if (keys.filter((key) => !isColumn(key)).length < 2) return;
  open(ofFacts, reader);
  for (const one of ofFacts)
    for (const other of ofFacts) if (one !== other) reader.useOf(one).joined.add(other);
}

function isColumn(key: string): boolean {
  return relationOf(key) !== null;
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
  const names = [...new Set(call.args.flatMap((one) => (one.kind === 'variable' ? [one.name] : [])))];
  const isPlain = call.args.every(({ kind }) => kind === 'literal' || kind === 'variable');
  const keys = names.map((name) => bound.get(name) ?? []);
  // A parameter or variable that refers to no slot is not understood.
  const areKnown = keys.length > 0 && (names.length === 1 || keys.every(({ length }) => length > 0));
  const ofFacts = keys.filter((some) => !some.every(isColumn));
  if (!COMPARISONS.has(call.name) || !isPlain || !areKnown || ofFacts.length > 1) {
    // The number of a row is compared with no slot.
    const isOfRow = call.args.some((one) => one.kind === 'call' && one.target.kind === 'deffunction');
    if (!isOfRow) readOpenly(call, bound, reader);
    for (const one of call.args) readCondition(one, bound, reader);
    return;
  }
  const values = keys.filter((some) => some.every(isColumn)).flatMap((some) => some.flatMap(reader.valuesOf));
  for (const key of ofFacts.flat()) add(reader.useOf(key), [...literals, ...values]);
}

/** Constants and slots in one expression may be compared with each other. */
function readOpenly(expression: TypedExpression, bound: Bound, reader: Reader): void {
  const literals = literalsOf(expression);
  const keys = [...new Set([...variablesOf(expression)].flatMap((name) => bound.get(name) ?? []))];
  const values = keys.filter(isColumn).flatMap(reader.valuesOf);
  const isLogic = expression.kind === 'call' && LOGIC.has(expression.name);
  if (isLogic) return;
  const ofFacts = keys.filter((key) => !isColumn(key));
  for (const key of ofFacts) {
    add(reader.useOf(key), [...literals, ...values]);
    for (const other of ofFacts) if (other !== key) reader.useOf(key).joined.add(other);
  }
}

/** A function of the ruleset, that of the rows of a decision table for instance. Returns false if it is not understood. */
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
  readOpenly(expression, bound, reader);
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
