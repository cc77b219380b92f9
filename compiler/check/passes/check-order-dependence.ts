import type { Report } from '../../diagnostics/report.ts';
import type { Expression } from '../../language/expression/expression.ts';
import { relationOf } from '../../relation.ts';
import type { Literal } from '../../values.ts';
import type { ConditionElement, Pattern, Rule, SlotValue } from '../../untyped.ts';
import { literalForm } from '../scope/literals.ts';
import type { Pass } from '../checked.ts';

/** The value that a pattern wants in a slot, where it is one constant; by slot. */
function wantedValues(pattern: Pattern): ReadonlyMap<string, string> {
  const wanted = new Map<string, string>();
  for (const { slot, constraints } of pattern.fields) {
    for (const constraint of constraints) {
      const value = constantOf(constraint);
      if (value !== null) wanted.set(slot, literalForm(value));
    }
  }
  return wanted;
}

/** A literal, or `(eq ?x literal)`, the form of a literal among other constraints. */
function constantOf(constraint: Pattern['fields'][number]['constraints'][number]): Literal | null {
  if (constraint.kind === 'literal') return constraint.negated ? null : constraint.value;
  if (constraint.kind !== 'predicate') return null;
  const { expression } = constraint;
  if (expression.kind !== 'call' || expression.name !== 'eq' || expression.args.length !== 2) return null;
  return expression.args.map(literalOf).find((value) => value !== null) ?? null;
}

function literalOf(expression: Expression): Literal | null {
  return expression.kind === 'literal' ? expression.value : null;
}

function positivePatterns(rule: Rule): readonly Pattern[] {
  return rule.when.filter((element) => element.kind === 'pattern');
}

/** True if no fact matches both patterns. */
function exclude(one: Pattern, other: Pattern): boolean {
  // All rows of a relation exist from the start.
  if (one.template !== other.template || relationOf(one.template) !== null) return false;
  const wanted = wantedValues(one);
  return [...wantedValues(other)].some(([slot, value]) => wanted.has(slot) && wanted.get(slot) !== value);
}

/** The constant that a rule compares a call with, as table rows do to select themselves; by call. */
function chosenValues(rule: Rule): ReadonlyMap<string, string> {
  const chosen = new Map<string, string>();
  for (const element of rule.when) {
    if (element.kind !== 'test' || element.expression.kind !== 'call') continue;
    const [asked, wanted] = element.expression.args;
    const value = wanted && literalOf(wanted);
    if (element.expression.name !== 'eq' || asked?.kind !== 'call' || !value) continue;
    const variables = asked.args.map((arg) => (arg.kind === 'variable' ? arg.name : null));
    if (!variables.includes(null)) chosen.set([asked.name, ...variables].join(' '), literalForm(value));
  }
  return chosen;
}

function chooseApart(one: Rule, other: Rule): boolean {
  const chosen = chosenValues(one);
  return [...chosenValues(other)].some(([call, value]) => chosen.has(call) && chosen.get(call) !== value);
}

/** Rules that differ in a constant of one slot, or of one call, are meant for different requests. */
function areCases(one: Rule, other: Rule): boolean {
  if (chooseApart(one, other)) return true;
  return positivePatterns(one).some((pattern) =>
    positivePatterns(other).some((against) => exclude(pattern, against)),
  );
}

/** Patterns under `not`, at any depth. */
function negatedPatterns(element: ConditionElement, negated = false): readonly Pattern[] {
  switch (element.kind) {
    case 'pattern':
      return negated ? [element] : [];
    case 'test':
      return [];
    case 'not':
      return negatedPatterns(element.element, true);
    default:
      return element.elements.flatMap((inner) => negatedPatterns(inner, negated));
  }
}

/** The constants that slots of an asserted fact are given. */
function givenValues(slots: readonly SlotValue[]): ReadonlyMap<string, string> {
  return new Map(
    slots.flatMap(({ slot, value }): [string, string][] => {
      const given = literalOf(value);
      return given === null ? [] : [[slot, literalForm(given)]];
    }),
  );
}

/** True if an asserted fact can match a pattern, judged by constants. */
function canFit(given: ReadonlyMap<string, string>, wanted: ReadonlyMap<string, string>): boolean {
  for (const [slot, value] of wanted) if (given.has(slot) && given.get(slot) !== value) return false;
  return true;
}

const key = (module: string, name: string | number): string => `${module} ${name}`;

/** A rule with the constants in a fact that it asserts. */
interface Assertion {
  readonly rule: Rule;
  readonly given: ReadonlyMap<string, string>;
}

/** Rules of a module that assert facts of one template. */
type Asserting = ReadonlyMap<string, readonly Assertion[]>;

function assertingRules(rules: readonly Rule[]): Asserting {
  const all = rules.flatMap((rule) =>
    rule.then.effects.flatMap((effect) => (effect.kind === 'assert' ? [{ rule, effect }] : [])),
  );
  const byTemplate = new Map<string, Assertion[]>();
  for (const { rule, effect } of all) {
    const at = key(rule.module, effect.template);
    const list = byTemplate.get(at) ?? [];
    byTemplate.set(at, list);
    list.push({ rule, given: givenValues(effect.slots) });
  }
  return byTemplate;
}

/** A rule of the module that asserts what the pattern negates, and does not surely fire before. */
function assertingRule(rule: Rule, pattern: Pattern, asserting: Asserting): Rule | undefined {
  const wanted = wantedValues(pattern);
  return asserting
    .get(key(rule.module, pattern.template))
    ?.find(
      ({ rule: other, given }) => other !== rule && other.salience <= rule.salience && canFit(given, wanted),
    )?.rule;
}

function reportNegations(rules: readonly Rule[], report: Report): void {
  const asserting = assertingRules(rules);
  for (const rule of rules) {
    for (const pattern of rule.when.flatMap((element) => negatedPatterns(element))) {
      const other = assertingRule(rule, pattern, asserting);
      if (other === undefined) continue;
      report.add('negation-in-same-module', pattern.at, { template: pattern.template, other: other.name });
    }
  }
}

/** A rule is compared with this many rules before it: thousands that differ in a constant must not take a minute. */
const COMPARED = 50;

function reportDecisions(rules: readonly Rule[], decide: string, report: Report): void {
  const groups = new Map<string, Rule[]>();
  for (const rule of rules) {
    if (rule.then.action === null) continue;
    const at = key(rule.module, rule.salience);
    const before = groups.get(at) ?? [];
    groups.set(at, before);
    const other = before
      .slice(-COMPARED)
      .find((earlier) => earlier.then.action !== rule.then.action && !areCases(earlier, rule));
    if (other !== undefined) {
      report.add('order-dependent-decision', rule.at, { name: rule.name, other: other.name, decide });
    }
    before.push(rule);
  }
}

/** Warns where an answer depends on the order in which rules of one module fire. */
export const checkOrderDependence: Pass = (checked, report) => {
  const { rules, decide } = checked;
  if (decide === 'first' || decide === 'last') reportDecisions(rules, decide, report);
  reportNegations(rules, report);
  return checked;
};
