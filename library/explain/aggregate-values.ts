import type { Aggregate } from '../../compiler/aggregate.ts';
import type { Expression } from '../../compiler/language/expression/expression.ts';
import type { TypedCall, TypedExpression } from '../../compiler/language/expression/typed-expression.ts';
import { aggregatesIn } from '../../compiler/plan/conditions.ts';
import type { Rule } from '../../compiler/ruleset.ts';
import { EvaluationError } from '../../runtime/engine/errors.ts';
import { plainItem } from '../../runtime/matching/list-item.ts';
import { timeText } from '../../runtime/values/time-text.ts';
import type { Multifield } from '../../runtime/values/values.ts';
import type { Other } from './explanation.ts';
import type { Bindings } from './explainable-ruleset.ts';
import type { World } from './try-pattern.ts';

/** The variable of an aggregate, else its function: `count`, `sum`. */
export function aggregateName({ aggregates = [] }: Rule, call: TypedCall): string {
  const key = keyOf(call);
  const named = aggregates.find((one) => keyOf(one.call) === key);
  return named?.name ?? aggregateOf(call)?.fold ?? call.name;
}

/** Its arguments are variables: two calls with one key ask the same. */
function keyOf(call: Expression): string {
  if (call.kind !== 'call') return '';
  return [call.name, ...call.args.map((arg) => (arg.kind === 'variable' ? arg.name : ''))].join(' ');
}

function aggregateOf({ target }: TypedCall): Aggregate<Expression> | null {
  const meaning = target.kind === 'temporal' ? target.temporal.meaning : null;
  return meaning?.kind === 'aggregate' ? meaning.aggregate : null;
}

/** Values of an expression's aggregates, in the form of results. One that raises an error has no value. */
export function aggregateValues(
  { explainable, matcher }: World,
  expression: TypedExpression,
  bindings: Bindings,
): readonly Other[] {
  const values = new Map<string, Other>();
  for (const call of aggregatesIn(expression)) {
    const known = explainable.aggregates.get(call);
    const aggregate = aggregateOf(call);
    if (known === undefined || aggregate === null || values.has(known.name)) continue;
    try {
      const value = written(known.valueOf(matcher, bindings), aggregate);
      values.set(known.name, { name: known.name, value, fact: null, slot: null });
    } catch (error) {
      if (!(error instanceof EvaluationError)) throw error;
    }
  }
  return [...values.values()];
}

function written(value: unknown, { fold, of }: Aggregate<Expression>): unknown {
  if (of === null || fold === 'count' || fold === 'distinct') return value;
  const one = (item: unknown): unknown => (of.type === 'TIME' ? timeText(item as number) : item);
  if (fold !== 'collect') return one(value);
  return (value as Multifield).map((item) => one(plainItem(of.type, item)));
}
