/**
 * Where values of sensitive slots can get to. Whatever is computed from one counts as its value: what is masked
 * without need is a record that says less, what is not masked is a secret that is out.
 */
import type { TypedExpression, TypedFunction } from '../language/expression/typed-expression.ts';
import { variablesOf } from '../language/expression/variables.ts';
import { patternsOf } from '../left-side.ts';
import type { Obligation, Pattern, PropertyExpression, ReasonPart, Rule, Template } from '../ruleset.ts';
import type { TemporalFunction } from '../temporal-meaning.ts';
import type { SensitiveConsequence, Sensitivity } from '../sensitivity.ts';

type Slots = Map<string, Set<string>>;
/** By the number of their version. */
type Bodies = ReadonlyMap<number, TypedFunction>;

/** `null` if no slot is sensitive. */
export function followSensitive(
  templates: readonly Template[],
  rules: readonly Rule[],
  functions: readonly TypedFunction[],
): Sensitivity | null {
  const slots: Slots = new Map();
  for (const template of templates) {
    for (const slot of template.slots) if (slot.sensitive === true) add(slots, template.name, slot.name);
  }
  if (slots.size === 0) return null;
  const bodies = new Map(functions.map((each) => [each.version.id, each]));
  const readers = readersOf(rules, bodies);
  // A slot that a rule fills may be read by a rule that was looked at: that one's turn comes again.
  const waiting = new Set(rules);
  for (const rule of waiting) {
    waiting.delete(rule);
    for (const template of fill(rule, slots, bodies)) {
      for (const reader of readers.get(template) ?? []) waiting.add(reader);
    }
  }
  const found = rules.flatMap((rule) => {
    const what = consequenceOf(rule, tests(rule, slots, bodies));
    return what === null ? [] : [[`${rule.module}::${rule.name}`, what] as const];
  });
  return {
    slots: new Map([...slots].map(([template, names]) => [template, [...names]])),
    rules: new Map(found),
  };
}

function add(slots: Slots, template: string, slot: string): boolean {
  const names = slots.get(template) ?? new Set();
  slots.set(template, names);
  return names.size < names.add(slot).size;
}

/** Adds the slots that a rule fills with sensitive values; returns the templates of new ones. */
function fill(rule: Rule, slots: Slots, bodies: Bodies): ReadonlySet<string> {
  const { expression } = tests(rule, slots, bodies);
  const filled = new Set<string>();
  for (const { template, slot, value } of filledBy(rule)) {
    if (expression(value) && add(slots, template, slot)) filled.add(template);
  }
  return filled;
}

interface Filled {
  readonly template: string;
  readonly slot: string;
  readonly value: TypedExpression;
}

/** Slots that a rule fills. */
function filledBy({ then }: Rule): readonly Filled[] {
  return then.effects.flatMap((effect) =>
    effect.kind === 'retract'
      ? []
      : effect.slots.map(({ slot, value }) => ({ template: effect.template, slot, value })),
  );
}

/** By template, the rules whose effects may hold values of its facts. */
function readersOf(rules: readonly Rule[], bodies: Bodies): ReadonlyMap<string, ReadonlySet<Rule>> {
  const readers = new Map<string, Set<Rule>>();
  for (const rule of rules) {
    const read = (template: string): void => {
      const known = readers.get(template) ?? new Set();
      readers.set(template, known.add(rule));
    };
    for (const { template } of patternsOf(rule.when)) read(template);
    const takes = (temporal: TemporalFunction): boolean => {
      for (const { template } of takenBy(temporal)) read(template);
      return false;
    };
    for (const { value } of filledBy(rule)) holds(value, () => false, { takes, bodies, seen: new Set() });
  }
  return readers;
}

interface Tests {
  readonly variable: (name: string) => boolean;
  readonly expression: (expression: TypedExpression) => boolean;
}

/** Finds the variables and expressions of a rule that hold sensitive values. */
function tests(rule: Rule, slots: Slots, bodies: Bodies): Tests {
  const variables = new Set<string>();
  for (const pattern of patternsOf(rule.when)) collect(pattern, slots, variables);
  const variable = (name: string): boolean => variables.has(name);
  const takes = (temporal: TemporalFunction): boolean =>
    takenBy(temporal).some(({ template, slot }) => slots.get(template)?.has(slot) === true);
  return {
    variable,
    expression: (expression) => holds(expression, variable, { takes, bodies, seen: new Set() }),
  };
}

/** The variables that are bound where a sensitive slot is matched. */
function collect({ template, fields }: Pattern, slots: Slots, variables: Set<string>): void {
  for (const { slot, constraints } of fields) {
    if (slots.get(template)?.has(slot) !== true) continue;
    for (const constraint of constraints) {
      if (constraint.kind === 'variable' && !constraint.negated) variables.add(constraint.name);
    }
  }
}

/** The ruleset so far, and the functions already visited. */
interface Known {
  /** True if this reads sensitive values of facts. */
  readonly takes: (temporal: TemporalFunction) => boolean;
  readonly bodies: Bodies;
  readonly seen: Set<number>;
}

interface TakenSlot {
  readonly template: string;
  readonly slot: string;
}

/** The number of facts reveals nothing of a slot; the values that an aggregate reads do. */
function takenBy({ meaning }: TemporalFunction): readonly TakenSlot[] {
  if (meaning.kind !== 'aggregate') return [];
  const { of, patterns } = meaning.aggregate;
  if (of === null) return [];
  if (of.kind === 'slot') {
    const template = patterns[of.pattern]?.template;
    return template === undefined ? [] : [{ template, slot: of.slot }];
  }
  const names = variablesOf(of.expression);
  return patterns.flatMap(({ template, variables }) =>
    variables.flatMap(({ name, slot }) => (names.has(name) ? [{ template, slot }] : [])),
  );
}

/** Looks through all parts. A query of facts can read any slot, and so can a function that makes one. */
function holds(part: unknown, variable: (name: string) => boolean, known: Known): boolean {
  if (typeof part !== 'object' || part === null) return false;
  const inParts = (parts: readonly unknown[]): boolean => parts.some((each) => holds(each, variable, known));
  if (Array.isArray(part)) return inParts(part);
  const expression = part as Partial<TypedExpression>;
  switch (expression.kind) {
    case 'variable':
      return expression.name !== undefined && variable(expression.name);
    case 'fact-query':
    case 'fact-slot':
      return true;
    case 'call': {
      if (inParts(expression.args ?? [])) return true;
      const { target } = expression;
      if (target?.kind === 'temporal') return known.takes(target.temporal);
      const { bodies, seen } = known;
      if (target?.kind !== 'deffunction' || seen.has(target.version.id)) return false;
      seen.add(target.version.id);
      // Its parameters are the arguments, which were looked at.
      return holds(bodies.get(target.version.id)?.body ?? [], () => false, known);
    }
    case 'literal':
      return false;
    default: {
      const { at: _at, valueType: _type, ...parts } = expression as Record<string, unknown>;
      return inParts(Object.values(parts));
    }
  }
}

function consequenceOf({ then }: Rule, { variable, expression }: Tests): SensitiveConsequence | null {
  const isIn = (parts: readonly ReasonPart[]): boolean =>
    parts.some(
      (part) =>
        (part.kind === 'variable' && variable(part.name)) ||
        (part.kind === 'computed' && expression(part.expression)),
    );
  const propertyHolds = (value: PropertyExpression): boolean =>
    value.kind === 'items' ? value.items.some(expression) : expression(value.value);
  const propertiesOf = ({ type, properties }: Obligation): [string, string[]][] => {
    const names = properties.flatMap(({ name, value }) => (propertyHolds(value) ? [name] : []));
    return names.length === 0 ? [] : [[type, names]];
  };
  const reason = isIn(then.reason);
  const metadata = then.metadata.flatMap(([key, parts]) => (isIn(parts) ? [key] : []));
  const obligations = then.obligations.flatMap(propertiesOf);
  return reason || metadata.length > 0 || obligations.length > 0 ? { reason, metadata, obligations } : null;
}
