import type { Aggregate } from '../aggregate.ts';
import type { Expression } from '../language/expression/expression.ts';
import type { ExpressionTyper } from '../language/expression/function-versions.ts';
import { FACT, type StaticType } from '../language/static-type.ts';
import type { TypedExpression } from '../language/expression/typed-expression.ts';
import { fieldStaticType, findSlot, slotStaticType } from '../language/expression/typing.ts';
import type * as ruleset from '../ruleset.ts';
import type { Template } from '../ruleset.ts';
import type { ConditionElement, Effect, Pattern, PropertyExpression, ReasonPart, Rule } from '../untyped.ts';

/** Types of the variables that are bound at one place of a rule. */
type Variables = ReadonlyMap<string, StaticType>;

interface Typer extends Pick<ExpressionTyper, 'type'> {
  readonly templates: ReadonlyMap<string, Template>;
}

/** A left side, and what it binds. */
interface TypedWhen {
  readonly untyped: readonly ConditionElement[];
  readonly when: readonly ruleset.ConditionElement[];
  readonly variables: Variables;
}

/** Rules without errors, each of their expressions with its types. */
export function typeAllRules(rules: readonly Rule[], typer: Typer): readonly ruleset.Rule[] {
  let before: TypedWhen | null = null;
  return rules.map((rule) => {
    before = typeWhen(rule.when, before, typer);
    return typeRule(rule, before, typer);
  });
}

/** The rows of a decision table differ in their last test alone, which binds nothing: the rest is typed once. */
function typeWhen(untyped: readonly ConditionElement[], before: TypedWhen | null, typer: Typer): TypedWhen {
  const last = untyped.at(-1);
  const isRow =
    last?.kind === 'test' &&
    before?.untyped.length === untyped.length &&
    untyped.every((element, i) => element === before.untyped[i] || element === last) &&
    before.untyped.at(-1)?.kind === 'test';
  if (isRow) {
    const when = [...before.when.slice(0, -1), typeElement(last, before.variables, typer)];
    return { untyped, when, variables: before.variables };
  }
  const variables = new Map<string, StaticType>();
  return { untyped, when: typeElements(untyped, variables, typer), variables };
}

function typeRule(rule: Rule, { when, variables }: TypedWhen, typer: Typer): ruleset.Rule {
  const effects = rule.then.effects.map((effect) => typeEffect(effect, variables, typer));
  const obligations = rule.then.obligations.map(({ type, properties }) => ({
    type,
    properties: properties.map(({ name, value }) => ({ name, value: typeProperty(value, variables, typer) })),
  }));
  const text = (parts: readonly ReasonPart[]): readonly ruleset.ReasonPart[] =>
    parts.map((part) =>
      part.kind === 'computed' ? { ...part, expression: typer.type(part.expression, variables) } : part,
    );
  const { reason, scope, metadata } = rule.then;
  const texts = {
    reason: text(reason),
    scope: scope && text(scope),
    metadata: metadata.map(([key, parts]) => [key, text(parts)] as const),
  };
  const cells = rule.cells?.map((cell) => ({ ...cell, expression: typer.type(cell.expression, variables) }));
  return { ...rule, when, then: { ...rule.then, ...texts, obligations, effects }, cells };
}

/** An aggregate whose tests have their types. */
export function typeAggregate(aggregate: Aggregate<Expression>, typer: Typer): Aggregate {
  const variables = new Map<string, StaticType>(
    aggregate.parameters.map((parameter) => [parameter.name, slotStaticType(parameter)]),
  );
  const patterns = aggregate.patterns.map(({ tests, ...pattern }) => {
    for (const { name, slot } of pattern.variables) {
      const declared = findSlot(typer.templates, pattern.template, slot);
      if (declared !== null) variables.set(name, slotStaticType(declared));
    }
    return { ...pattern, tests: tests.map((test) => typer.type(test, variables)) };
  });
  const { of } = aggregate;
  if (of?.kind !== 'computed') return { ...aggregate, of, patterns };
  return { ...aggregate, of: { ...of, expression: typer.type(of.expression, variables) }, patterns };
}

function typeProperty(
  property: PropertyExpression,
  variables: Variables,
  typer: Typer,
): ruleset.PropertyExpression {
  if (property.kind === 'items') {
    return { ...property, items: property.items.map((item) => typer.type(item, variables)) };
  }
  return { ...property, value: typer.type(property.value, variables) };
}

/** Adds to `variables` what the elements bind. */
function typeElements(
  elements: readonly ConditionElement[],
  variables: Map<string, StaticType>,
  typer: Typer,
): readonly ruleset.ConditionElement[] {
  for (const element of elements) bindVariables(element, variables, typer);
  return elements.map((element) => typeElement(element, variables, typer));
}

function typeElement(
  element: ConditionElement,
  variables: Variables,
  typer: Typer,
): ruleset.ConditionElement {
  const inner = (nested: readonly ConditionElement[]): readonly ruleset.ConditionElement[] =>
    typeElements(nested, new Map(variables), typer);
  switch (element.kind) {
    case 'pattern':
      return typePattern(element, variables, typer);
    case 'test':
      return { ...element, expression: typer.type(element.expression, variables) };
    case 'not': {
      const own = new Map(variables);
      bindVariables(element.element, own, typer);
      return { ...element, element: typeElement(element.element, own, typer) };
    }
    case 'or':
      return { ...element, elements: element.elements.flatMap((branch) => inner([branch])) };
    case 'and':
    case 'exists':
      return { ...element, elements: inner(element.elements) };
  }
}

function typePattern(pattern: Pattern, variables: Variables, typer: Typer): ruleset.Pattern {
  return {
    ...pattern,
    fields: pattern.fields.map(({ constraints, ...field }) => ({
      ...field,
      constraints: constraints.map((constraint) =>
        constraint.kind === 'predicate'
          ? { ...constraint, expression: typer.type(constraint.expression, variables) }
          : constraint,
      ),
    })),
  };
}

/** Variables that a pattern, a group of patterns, or every branch of an `or` binds. Negated patterns bind nothing. */
function bindVariables(element: ConditionElement, variables: Map<string, StaticType>, typer: Typer): void {
  switch (element.kind) {
    case 'pattern':
      return bindPattern(element, variables, typer);
    case 'and':
      for (const part of element.elements) bindVariables(part, variables, typer);
      return;
    case 'or': {
      const branches = element.elements.map((branch) => {
        const bound = new Map<string, StaticType>();
        bindVariables(branch, bound, typer);
        return bound;
      });
      for (const [name, type] of branches[0] ?? []) {
        if (!variables.has(name) && branches.every((bound) => bound.get(name) === type)) {
          variables.set(name, type);
        }
      }
      return;
    }
    case 'not':
    case 'exists':
    case 'test':
      return;
  }
}

function bindPattern(pattern: Pattern, variables: Map<string, StaticType>, { templates }: Typer): void {
  if (pattern.address !== null) variables.set(pattern.address, FACT);
  for (const field of pattern.fields) {
    const [lead] = field.constraints;
    if (lead?.kind !== 'variable' || lead.negated || variables.has(lead.name)) continue;
    const declared = findSlot(templates, pattern.template, field.slot);
    if (declared !== null) variables.set(lead.name, fieldStaticType(declared, field));
  }
}

function typeEffect(effect: Effect, variables: Variables, typer: Typer): ruleset.Effect {
  if (effect.kind === 'retract') return effect;
  const type = (value: Expression): TypedExpression => typer.type(value, variables);
  return { ...effect, slots: effect.slots.map(({ slot, value }) => ({ slot, value: type(value) })) };
}
