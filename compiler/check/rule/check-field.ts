import type { Span } from '../../diagnostics/position.ts';
import { buildAt } from '../../language/operators/build-expression.ts';
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
import { contains, type Domain } from '../scope/domain.ts';
import { comparison, constraintsOf, variable } from './field-constraints.ts';
import { expressionOf, isOfAggregate } from './field-expression.ts';
import { narrowField } from './narrow-field.ts';
import type { RuleContext } from '../scope/rule-context.ts';

/** Position of a field. */
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
  reportListBinds(conditions, place);
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
  const isCompared = ({ name, negated = false }: { name: string; negated?: boolean }): boolean =>
    isWhole || context.spelled.has(name) || (!negated && mayClash(name, place));
  const leading = joins.filter((join) => !isCompared(join));
  const join = environment.inBranch && ownName !== null ? null : leadingJoin(leading, of);
  let lead = join?.name ?? ownName;
  const subject = (): string => (lead ??= freshName(place));
  const ofAggregates = asked.filter((test) => !tests.includes(test));
  environment.temporal.push(...ofAggregates.map((test) => testBehind(test, subject())));
  const tested = constraintsOf(tests, subject, joins.length === 0 && part === undefined, joins.length > 0);
  const rejoined = joins.slice(joinsOf(tests).length).map(({ name, at }) => variable(name, false, at));
  const rest = [...tested, ...rejoined]
    .map((constraint) =>
      constraint.kind === 'variable' && isCompared(constraint)
        ? comparison(constraint, subject())
        : constraint,
    )
    .filter((constraint) => constraint.kind !== 'variable' || constraint.negated || constraint.name !== lead);
  if (isWhole && lead !== null) context.spelled.add(lead);
  reportContradiction(rest, lead, context);
  const named = lead === null ? [] : [variable(lead, false, conditions[0]?.at ?? of.pattern.at)];
  const each = part === undefined || part === 'whole' ? {} : { each: part };
  const field: DraftField = { slot: slot.name, list: slot.list, constraints: [...named, ...rest], ...each };
  if (field.constraints.length > 0) addField(of.pattern, field);
  const domain = narrowField(tests, joins, place);
  context.fieldDomains.set(field, domain);
  if (lead !== null && join === null) rememberDomain(lead, domain, firstBound.length > 0, place);
  for (const { name } of joins) environment.domains.set(name, domain);
  for (const name of firstBound) {
    if (lead !== null) environment.variables.set(name, { name: lead, type: slot.type, list: slot.list });
  }
}

/** The values that a field leaves to the variable it binds; one of the author may be bound in other branches, too. */
function rememberDomain(
  lead: string,
  domain: Domain,
  isOfAuthor: boolean,
  { environment, context }: FieldPlace,
): void {
  context.domains.set(lead, domain);
  if (isOfAuthor && environment.inBranch) environment.domains.set(lead, domain);
}

/** Reports each list that is bound as one value, and each value that is bound as a list. */
function reportListBinds(conditions: readonly ConditionSyntax[], { slot, context }: FieldPlace): void {
  for (const { bind, bindsList } of conditions) {
    if (bind === null || bindsList === slot.list) continue;
    const written = slot.list ? `$?${bind.value}` : `?${bind.value}`;
    context.report.add('bind-of-list', bind.at, { slot: slot.name, written });
  }
}

function reportContradiction(
  constraints: readonly Constraint[],
  lead: string | null,
  { report }: RuleContext,
): void {
  const contradiction = constraints.find(
    (constraint) => constraint.kind === 'variable' && constraint.name === lead,
  );
  if (contradiction === undefined) return;
  report.add('never-holds', contradiction.at, { why: 'it must both equal and not equal the same value' });
}

/** A comparison with the value of an aggregate, which is known behind the patterns only. */
function testBehind(test: FieldTest, subject: string): ConditionElement {
  const expression = expressionOf(test, buildAt(test.at).variable(subject));
  return { kind: 'test', expression, at: test.at };
}

function freshName({ of, slot, context }: FieldPlace): string {
  return context.fresh(`${of.alias ?? of.template.name}-${slot.name}`);
}

/**
 * True if an earlier branch of an `any` may leave none of the slot's values to a variable. CLIPS does not load a rule that
 * joins them in any of its branches (RULECSTR1), so the rule compares them in a test.
 */
function mayClash(name: string, { slot, environment }: FieldPlace): boolean {
  const { allowed, list } = slot;
  if (allowed === null || list) return false;
  const left = environment.branched.get(name);
  return left !== undefined && allowed.some((form) => !contains(left, form));
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
