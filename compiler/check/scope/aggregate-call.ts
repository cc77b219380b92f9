import type { Aggregate, AggregatePattern, AggregateParameter, AggregateValue } from '../../aggregate.ts';
import type { Span } from '../../diagnostics/position.ts';
import type { Fold } from '../../tables-syntax.ts';
import type { Expression } from '../../language/expression/expression.ts';
import { variablesOf } from '../../language/expression/variables.ts';
import { aggregateFunction } from '../../language/operators/aggregate-function.ts';
import { buildAt, plainLiteral } from '../../language/operators/build-expression.ts';
import { relationOf } from '../../relation.ts';
import type { Constraint, Field } from '../../untyped.ts';
import { substitute } from '../../language/expression/rename-variables.ts';
import { leadOf, slotOf, type DraftPattern, type Environment } from './environment.ts';
import type { RuleContext } from './rule-context.ts';

/** The patterns of an aggregate: each combination of facts, one per pattern, is counted. */
export interface Choices {
  readonly patterns: readonly DraftPattern[];
  /** Tests that are written out, which are judged last. */
  readonly tests: readonly Expression[];
  readonly at: Span;
}

type Naming = (name: string) => string;

/** The call that gives an aggregate, with the variables of the patterns around that it depends on. */
export function aggregateCall(
  fold: Fold,
  of: AggregateValue<Expression> | null,
  { patterns, at, tests }: Choices,
  environment: Environment,
  context: RuleContext,
): Expression {
  const { checked } = context;
  const outer = new Map(
    [...environment.aliases.values()].flatMap(({ template, pattern }) =>
      pattern.fields.flatMap((field) => leadEntry(field, (slot) => slotOf(template, slot))),
    ),
  );
  for (const { name, type, list } of environment.variables.values()) outer.set(name, { type, list });
  const parameters = new Map<string, AggregateParameter>();
  const inner = new Map<string, string>();
  const nameOf: Naming = (name) => {
    const known = inner.get(name) ?? parameters.get(name)?.name;
    if (known !== undefined) return known;
    const { type, list } = outer.get(name) ?? { type: 'SYMBOL', list: false };
    const added: AggregateParameter = { name: `p${parameters.size + 1}`, type, list };
    parameters.set(name, added);
    return added.name;
  };
  const described = patterns.map((pattern) => {
    const relation = relationOf(pattern.template);
    const template =
      relation === null ? checked.templates.get(pattern.template) : checked.relations.get(relation)?.template;
    const typeOf = (slot: string) => (template ? slotOf(template, slot)?.type : null) ?? 'SYMBOL';
    return describe(pattern, { outer, inner, nameOf, typeOf });
  });
  const named = (expression: Expression): Expression => rename(expression, nameOf);
  const all = described.map((pattern, i) =>
    i === described.length - 1 ? { ...pattern, tests: [...pattern.tests, ...tests.map(named)] } : pattern,
  );
  const taken = of?.kind === 'computed' ? { ...of, expression: named(of.expression) } : of;
  // The parameters are all known now.
  const aggregate: Aggregate<Expression> = {
    fold,
    parameters: [...parameters.values()],
    patterns: all,
    of: taken,
  };
  const name = checked.internals.nameOf(aggregateFunction(aggregate, at));
  const { call, variable } = buildAt(at);
  return call(name, ...[...parameters.keys()].map(variable));
}

interface Describing {
  readonly outer: ReadonlyMap<string, unknown>;
  readonly inner: Map<string, string>;
  readonly nameOf: Naming;
  readonly typeOf: (slot: string) => AggregateValue['type'];
}

function leadEntry(
  field: Field,
  slot: (name: string) => Pick<AggregateParameter, 'type' | 'list'> | null,
): readonly [string, Pick<AggregateParameter, 'type' | 'list'>][] {
  const lead = leadOf(field);
  const found = lead === null ? null : slot(field.slot);
  return lead === null || found === null ? [] : [[lead, found]];
}

/** A pattern with names of its own: every slot that it mentions has one. */
function describe(
  { template, fields }: DraftPattern,
  { outer, inner, nameOf, typeOf }: Describing,
): AggregatePattern<Expression> {
  const named = fields.map((field) => {
    const lead = leadOf(field);
    const first = lead !== null && !outer.has(lead) && !inner.has(lead);
    const name = `v${inner.size + 1}`;
    inner.set(first ? lead : `${name} of ${field.slot}`, name);
    return { field, name, rest: first ? field.constraints.slice(1) : field.constraints };
  });
  const keys: AggregatePattern['keys'][number][] = [];
  const tests: Expression[] = [];
  for (const { field, name, rest } of named) {
    for (const constraint of rest) {
      const isJoin = constraint.kind === 'variable' && !constraint.negated && !field.list;
      const other = isJoin ? nameOf(constraint.name) : null;
      if (other !== null && !named.some((own) => own.name === other)) {
        keys.push({ slot: field.slot, type: typeOf(field.slot), variable: other });
      } else tests.push(testOf(constraint, name, nameOf));
    }
  }
  return { template, variables: named.map(({ field, name }) => ({ name, slot: field.slot })), keys, tests };
}

/** The expression with the names of the aggregate for the variables that it reads. */
function rename(expression: Expression, nameOf: Naming): Expression {
  const { variable } = buildAt(expression.at);
  const names = variablesOf(expression);
  return substitute(expression, (name) => (names.has(name) ? variable(nameOf(name)) : null));
}

function testOf(constraint: Constraint, subject: string, nameOf: Naming): Expression {
  const { call, variable, literal } = buildAt(constraint.at);
  if (constraint.kind === 'predicate') {
    return rename(constraint.expression, nameOf);
  }
  const other =
    constraint.kind === 'variable'
      ? variable(nameOf(constraint.name))
      : literal(plainLiteral(constraint.value));
  return call(constraint.negated ? 'neq' : 'eq', variable(subject), other);
}
