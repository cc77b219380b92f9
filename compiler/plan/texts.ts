/**
 * The texts of a rule. The constructs write them at every firing, so one that cannot be written ends the evaluation, also
 * even if it is unread; the matcher writes only those that are read, and evaluates at a firing the parts of the others that can fail.
 */
import type { Aggregate } from '../aggregate.ts';
import type { TypedExpression } from '../language/expression/typed-expression.ts';
import type { ReasonPart, Rule } from '../ruleset.ts';

/** Aggregates by the names that they have in the constructs. */
type AggregatesByName = ReadonlyMap<string, Aggregate>;

/** Texts of a firing: its reason, its metadata, its scope. */
export function textsOf({ then }: Rule): readonly (readonly ReasonPart[])[] {
  const metadata = then.metadata.map(([, text]) => text);
  return then.scope === null ? [then.reason, ...metadata] : [then.reason, ...metadata, then.scope];
}

/** A sum of integers may exceed 64 bits. All other errors come from tests of the facts. */
function aggregateFails({ fold, of, patterns }: Aggregate): boolean {
  return (
    (fold === 'sum' && of?.type === 'INTEGER') ||
    patterns.some(({ tests }) => tests.some(({ canFail }) => canFail))
  );
}

function fails(expression: TypedExpression, aggregates: AggregatesByName): boolean {
  const isTemporal = expression.kind === 'call' && expression.target.kind === 'temporal';
  const aggregate = isTemporal ? aggregates.get(expression.name) : undefined;
  return aggregate === undefined ? expression.canFail : aggregateFails(aggregate);
}

/** Expressions in the texts of a rule that can raise an evaluation error. */
export function failingTexts(rule: Rule, aggregates: AggregatesByName): readonly TypedExpression[] {
  return textsOf(rule)
    .flat()
    .flatMap((part) =>
      part.kind === 'computed' && fails(part.expression, aggregates) ? [part.expression] : [],
    );
}

/** True if a firing of the rule has effects beyond being counted and reported. */
export function actsWhenFired(rule: Rule, aggregates: AggregatesByName): boolean {
  const { effects, obligations } = rule.then;
  return effects.length + obligations.length > 0 || failingTexts(rule, aggregates).length > 0;
}
