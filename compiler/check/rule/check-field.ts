import type { Span } from '../../diagnostics/position.ts';
import { buildAt, operandExpression } from '../../language/operators/build-expression.ts';
import type { PlainOperand } from '../../language/operators/operator.ts';
import type { EachItem, Slot } from '../../ruleset.ts';
import type { ConditionElement, Constraint } from '../../untyped.ts';
import type { ConditionSyntax } from '../../syntax.ts';
import { checkCondition, type ConditionScope, type FieldTest } from './check-condition.ts';
import {
  addField,
  leadOf,
  type AliasedPattern,
  type Bound,
  type DraftField,
  type Environment,
} from '../scope/environment.ts';
import { literalForm } from '../scope/literals.ts';
import { expressionOf, isOfAggregate } from './field-expression.ts';
import { narrowField } from './narrow-field.ts';
import type { RuleContext } from '../scope/rule-context.ts';

/** Where a field stands. */
export interface FieldPlace {
  readonly of: AliasedPattern;
  readonly slot: Slot;
  readonly scope: ConditionScope;
  readonly environment: Environment;
  readonly context: RuleContext;
  /** The field is of the items one by one, or of a list whose items another field has; left out for most. */
  readonly part?: EachItem | 'whole';
}

/** A variable bound before that the slot must be equal to. */
export interface Join extends Bound {
  readonly at: Span;
}

/**
 * All conditions on one slot of a pattern as one field, which is appended to the pattern.
 *
 * INVARIANT (clips-order.md, 2.4): a positive literal makes CLIPS skip the field's other tests, so it is written only when
 * it is alone, or behind a variable that this field is the first to bind; else it becomes `(eq ?v literal)`.
 */
export function checkField(conditions: readonly ConditionSyntax[], place: FieldPlace): void {
  const { of, slot, scope, environment, context, part } = place;
  for (const { bind, bindsList } of conditions) {
    if (bind === null || bindsList === slot.list) continue;
    const written = slot.list ? `$?${bind.value}` : `?${bind.value}`;
    context.report.add('bind-of-list', bind.at, { slot: slot.name, written });
  }
  const asked = conditions.flatMap(({ expression }) =>
    expression ? checkCondition(expression, slot, scope, context) : [],
  );
  const tests = asked.filter((test) => !isOfAggregate(test, context));
  const binds = conditions.flatMap(({ bind }) => (bind ? [bind] : []));
  const joins = [...joinsOf(tests), ...binds.flatMap((bind) => rejoin(bind.value, bind.at, place) ?? [])];
  const firstBound = binds.map(({ value }) => value).filter((name) => !environment.variables.has(name));
  const isWhole = part === 'whole';
  const ownName =
    firstBound[0] === undefined ? null : isWhole ? freshName(place) : context.own(firstBound[0]);
  const isSpelled = ({ name }: Pick<Join, 'name'>): boolean => isWhole || context.spelled.has(name);
  const leading = joins.filter((join) => !isSpelled(join));
  const join = environment.inBranch && ownName !== null ? null : leadingJoin(leading, of);
  let lead = join?.name ?? ownName;
  const subject = (): string => (lead ??= freshName(place));
  const ofAggregates = asked.filter((test) => !tests.includes(test));
  environment.temporal.push(...ofAggregates.map((test) => testBehind(test, subject())));
  const rest = [
    ...constraintsOf(tests, subject, joins.length === 0 && part === undefined),
    ...joins.slice(joinsOf(tests).length).map(({ name, at }): Constraint => variable(name, false, at)),
  ]
    .map((constraint) =>
      constraint.kind === 'variable' && isSpelled(constraint)
        ? comparison(constraint, subject())
        : constraint,
    )
    .filter((constraint) => constraint.kind !== 'variable' || constraint.negated || constraint.name !== lead);
  if (isWhole && lead !== null) context.spelled.add(lead);
  const contradiction = rest.find((constraint) => constraint.kind === 'variable' && constraint.name === lead);
  if (contradiction) {
    context.report.add('never-holds', contradiction.at, {
      why: 'it is said to equal and not to equal the same',
    });
  }
  const named = lead === null ? [] : [variable(lead, false, conditions[0]?.at ?? of.pattern.at)];
  const each = part === undefined || part === 'whole' ? {} : { each: part };
  const field: DraftField = { slot: slot.name, list: slot.list, constraints: [...named, ...rest], ...each };
  if (field.constraints.length > 0) addField(of.pattern, field);
  const domain = narrowField(tests, joins, place);
  context.fieldDomains.set(field, domain);
  if (lead !== null && join === null) context.domains.set(lead, domain);
  for (const { name } of joins) environment.domains.set(name, domain);
  for (const name of firstBound) {
    if (lead !== null) environment.variables.set(name, { name: lead, type: slot.type, list: slot.list });
  }
}

const variable = (name: string, negated: boolean, at: Span): Constraint => ({
  kind: 'variable',
  name,
  negated,
  at,
});

/** A comparison with the value of an aggregate, which is known behind the patterns only. */
function testBehind(test: FieldTest, subject: string): ConditionElement {
  const expression = expressionOf(test, buildAt(test.at).variable(subject));
  return { kind: 'test', expression, at: test.at };
}

function freshName({ of, slot, context }: FieldPlace): string {
  return context.fresh(`${of.alias ?? of.template.name}-${slot.name}`);
}

/** A list that is an expression in the constructs is compared as one. */
function comparison(
  { name, negated, at }: Extract<Constraint, { kind: 'variable' }>,
  subject: string,
): Constraint {
  const { call, variable: named } = buildAt(at);
  return { kind: 'predicate', expression: call(negated ? 'neq' : 'eq', named(subject), named(name)), at };
}

/** The variables that `equals` joins with. */
function joinsOf(tests: readonly FieldTest[]): readonly Join[] {
  return tests.flatMap(({ lowered }) =>
    lowered.kind === 'equals' && lowered.operand.kind === 'variable' ? [lowered.operand] : [],
  );
}

/** A `bind` of a variable that is bound already is a join; null when it is the first, or reported. */
function rejoin(name: string, at: Span, { slot, environment, context }: FieldPlace): Join | null {
  const bound = environment.variables.get(name);
  if (bound === undefined) return null;
  if (context.aggregates.has(bound.name)) {
    context.report.add('aggregate-bind', at, { name: `?${name}` });
    return null;
  }
  if (bound.type === slot.type && bound.list === slot.list) return { ...bound, at };
  context.report.add('types-never-meet', at, { slot: slot.name, type: slot.type, other: bound.type });
  return null;
}

/** The join that leads the field: one with an earlier pattern when there is one, because that is a hashed join. */
function leadingJoin(joins: readonly Join[], { pattern }: AliasedPattern): Join | null {
  if (joins.length < 2) return joins[0] ?? null;
  const here = new Set(pattern.fields.map(leadOf));
  return joins.find(({ name }) => !here.has(name)) ?? joins[0] ?? null;
}

/** The constraints behind the leading variable; `mayStand`: a literal that is the only test may stand as one. */
function constraintsOf(
  tests: readonly FieldTest[],
  subject: () => string,
  mayStand: boolean,
): readonly Constraint[] {
  const distinct = withoutRepeats(tests);
  const mayBeLiteral = mayStand && distinct.length === 1;
  return distinct.flatMap(({ lowered, at }): readonly Constraint[] => {
    const { variable: variableExpression, call } = buildAt(at);
    if (lowered.kind === 'predicate') {
      return [{ kind: 'predicate', expression: lowered.build(variableExpression(subject())), at }];
    }
    if (lowered.kind === 'none-of') return lowered.operands.map((operand) => constraint(operand, true));
    const { operand } = lowered;
    if (operand.kind === 'variable' || mayBeLiteral) return [constraint(operand, false)];
    const expression = call('eq', variableExpression(subject()), operandExpression(operand));
    return [{ kind: 'predicate', expression, at }];
  });
}

function constraint(operand: PlainOperand, negated: boolean): Constraint {
  return operand.kind === 'variable'
    ? variable(operand.name, negated, operand.at)
    : { kind: 'literal', value: operand.value, negated, at: operand.at };
}

/** The same literal said twice is said once. */
function withoutRepeats(tests: readonly FieldTest[]): readonly FieldTest[] {
  const seen = new Set<string>();
  const isNew = (kind: string, operand: PlainOperand): boolean => {
    if (operand.kind === 'variable') return true;
    const key = `${kind} ${literalForm(operand.value)}`;
    return !seen.has(key) && seen.add(key).has(key);
  };
  return tests.flatMap((test): readonly FieldTest[] => {
    const { lowered } = test;
    switch (lowered.kind) {
      case 'predicate':
        return [test];
      case 'equals':
        return isNew(lowered.kind, lowered.operand) ? [test] : [];
      case 'none-of': {
        const operands = lowered.operands.filter((operand) => isNew(lowered.kind, operand));
        return operands.length === 0 ? [] : [{ ...test, lowered: { ...lowered, operands } }];
      }
    }
  });
}
