import type { Span } from '../../diagnostics/position.ts';
import type { Expression, FactQueryExpression } from '../expression/expression.ts';
import { TICK_TEMPLATE } from '../../hidden-templates.ts';
import { buildAt } from './build-expression.ts';
import type { InternalFunction } from './internal-function.ts';

/**
 * `(held-before-run ?fact)`: whether a fact is older than the tick, so that what rules derive while they run does not
 * count. `fact-index` is not a function of the language; only this function of the constructs uses it.
 */
function beforeRunFunction(at: Span): InternalFunction {
  return {
    key: 'before-run',
    wanted: 'held-before-run',
    temporal: null,
    define: (name) => {
      const { call, variable } = buildAt(at);
      const indexOf = (fact: string) => call('fact-index', variable(fact));
      const older = call('<', indexOf('fact'), indexOf('tick'));
      return {
        name,
        parameters: ['fact'],
        wildcard: null,
        body: [queryFacts('any-factp', 'tick', TICK_TEMPLATE, older, [], at)],
        at,
      };
    },
  };
}

/** `(held-before-run ?variable)` in another function of the constructs. */
export function isHeldBeforeRun(
  variable: string,
  nameOf: (callee: InternalFunction) => string,
  at: Span,
): Expression {
  const build = buildAt(at);
  return build.call(nameOf(beforeRunFunction(at)), build.variable(variable));
}

/** A fact-set query over one template. */
export function queryFacts(
  form: FactQueryExpression['form'],
  variable: string,
  template: string,
  test: Expression,
  body: readonly Expression[],
  at: Span,
): FactQueryExpression {
  return { kind: 'fact-query', form, sets: [{ variable, templates: [template], at }], test, body, at };
}
