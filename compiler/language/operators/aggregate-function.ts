import type { Aggregate, AggregatePattern } from '../../aggregate.ts';
import type { Span } from '../../diagnostics/position.ts';
import { relationOf } from '../../relation.ts';
import type { Expression } from '../expression/expression.ts';
import { substitute } from '../expression/rename-variables.ts';
import { buildAt } from './build-expression.ts';
import type { InternalFunction } from './internal-function.ts';

/** Parts of an aggregate that do not affect its meaning. */
const PLACES: ReadonlySet<string> = new Set(['at', 'nameAt']);

function keyOf(aggregate: Aggregate<Expression>): string {
  return JSON.stringify(aggregate, (name, value: unknown) => {
    if (PLACES.has(name)) return undefined;
    if (typeof value === 'bigint') return `${value}n`;
    return Object.is(value, -0) ? '-0' : value;
  });
}

/** `(<fold>-of-<templates> ?p1 …)`: the aggregate of the facts in working memory when it is called. */
export function aggregateFunction(aggregate: Aggregate<Expression>, at: Span): InternalFunction {
  const { fold, patterns, parameters } = aggregate;
  return {
    key: `aggregate ${keyOf(aggregate)}`,
    wanted: `${fold}-of-${patterns.map(({ template }) => relationOf(template) ?? template).join('-')}`,
    temporal: { kind: 'aggregate', aggregate },
    define: (name) => ({
      name,
      parameters: parameters.map((parameter) => parameter.name),
      wildcard: null,
      body: bodyOf(aggregate, at),
      at,
    }),
  };
}

const factOf = (index: number): string => `f${index + 1}`;

type Read = (expression: Expression) => Expression;

/** Reads the variables of the patterns from the facts `?f1`, `?f2`, …. */
function readFacts(patterns: readonly AggregatePattern<Expression>[], at: Span): Read {
  const { slotOf } = buildAt(at);
  const slots = new Map(
    patterns.flatMap(({ variables }, i) =>
      variables.map(({ name, slot }) => [name, slotOf(factOf(i), slot)] as const),
    ),
  );
  return (expression) => substitute(expression, (name) => slots.get(name) ?? null);
}

/** All that must hold of the facts `?f1`, `?f2`, …. */
function testOf(patterns: readonly AggregatePattern<Expression>[], read: Read, at: Span): Expression {
  const { call, variable, symbol, slotOf } = buildAt(at);
  const tests = patterns.flatMap(({ keys, tests: own }, i) => [
    ...keys.map(({ slot, variable: other }) => call('eq', slotOf(factOf(i), slot), variable(other))),
    ...own,
  ]);
  const written = tests.map(read);
  const [only, ...more] = written;
  if (only === undefined) return symbol('TRUE');
  return more.length === 0 ? only : call('and', ...written);
}

function bodyOf({ fold, patterns, of }: Aggregate<Expression>, at: Span): readonly Expression[] {
  const { call, variable, literal, integer, symbol, slotOf } = buildAt(at);
  const set = (name: string, ...values: readonly Expression[]): Expression => ({
    kind: 'bind',
    name,
    values,
    at,
  });
  const unless = (test: Expression, ...then: readonly Expression[]): Expression => ({
    kind: 'if',
    test: call('not', test),
    then,
    else: [],
    at,
  });
  const read = readFacts(patterns, at);
  const computed = of?.kind === 'computed' ? read(of.expression) : null;
  const taken = of?.kind === 'slot' ? slotOf(factOf(of.pattern), of.slot) : (computed ?? integer(1));
  // A computed value that is used more than once has a name.
  const isNamed = computed !== null && (fold === 'min' || fold === 'max' || fold === 'distinct');
  const value = isNamed ? variable('value') : taken;
  const forAll = (...actions: readonly Expression[]): Expression => ({
    kind: 'fact-query',
    form: 'do-for-all-facts',
    sets: patterns.map(({ template }, i) => ({ variable: factOf(i), templates: [template], at })),
    test: testOf(patterns, read, at),
    body: isNamed ? [set('value', taken), ...actions] : actions,
    at,
  });
  const zero = of?.type === 'FLOAT' ? literal({ type: 'FLOAT', value: 0 }) : integer(0);
  const [total, values] = [variable('total'), variable('values')];
  switch (fold) {
    case 'count':
    case 'sum':
      return [set('total', zero), forAll(set('total', call('+', total, value))), total];
    case 'min':
    case 'max': {
      const isBetter = call(fold === 'min' ? '<' : '>', value, total);
      // The first of equal values wins.
      const takes = call('or', variable('none'), isBetter);
      const choose: Expression = {
        kind: 'if',
        test: takes,
        then: [set('total', value), set('none', symbol('FALSE'))],
        else: [],
        at,
      };
      return [set('total', zero), set('none', symbol('TRUE')), forAll(choose), total];
    }
    case 'distinct':
      return [
        set('values', call('create$')),
        forAll(unless(call('member$', value, values), set('values', values, value))),
        call('length$', values),
      ];
    case 'collect':
      return [set('values', call('create$')), forAll(set('values', values, value)), values];
  }
}
