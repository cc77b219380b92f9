import type { FactQueryExpression } from '../../../language/expression/expression.ts';
import type { Typed, TypedExpression } from '../../../language/expression/typed-expression.ts';

import { BOOLEAN, MULTIFIELD, type StaticType } from '../../../language/static-type.ts';
import { call, runtime } from './runtime-names.ts';
import { code, joined, literal, typed, types, type Code } from '../code/code.ts';
import {
  emitTruth,
  withBreakLabel,
  type EmitContext,
  type FactVariable,
  type Target,
} from './expression-context.ts';
import { collectLast, deliver } from './expression-target.ts';

type TypedQuery = FactQueryExpression<TypedExpression> & Typed;

/** The facts of a query: one loop inside the other over the sets, oldest facts first, as CLIPS goes through them. */
export function emitFactQuery(query: TypedQuery, context: EmitContext, target: Target): readonly Code[] {
  const label = context.local('query');
  const variables = query.sets.map(({ variable, templates }): readonly [string, FactVariable] => [
    variable,
    { code: context.local(variable), templates },
  ]);
  const inner = withBreakLabel({ ...context, facts: new Map([...context.facts, ...variables]) }, label);
  const facts = variables.map(([, { code: name }]) => name);
  const found = (then: readonly Code[]): Code => emitSets(query, variables, inner, label, then);
  const leave = code`break ${label};`;
  const list = code`[${joined(facts, ', ')}]`;
  switch (query.form) {
    case 'any-factp':
      return emitAnswer(
        'found',
        literal(false),
        code`boolean`,
        [literal(true)],
        BOOLEAN,
        found,
        leave,
        context,
        target,
      );
    case 'find-fact':
      return emitAnswer(
        'found',
        code`[]`,
        runtime(context, 'Multifield'),
        [list],
        MULTIFIELD,
        found,
        leave,
        context,
        target,
      );
    case 'find-all-facts': {
      const all = context.local('found');
      const push = code`${all}.push(${joined(facts, ', ')});`;
      return [
        code`const ${all}${typed(code`${runtime(context, 'Fact')}[]`)} = [];`,
        found([push]),
        ...deliver({ code: all, type: MULTIFIELD, canFail: false, simple: true }, target, context),
      ];
    }
    case 'do-for-fact':
      return collectLast(query, inner, context, target, (body) => [found([...body, leave])]);
    case 'do-for-all-facts':
      return collectLast(query, inner, context, target, (body) => [found(body)]);
    case 'delayed-do-for-all-facts':
      return emitDelayed(query, facts, list, inner, context, target, found, label);
  }
}

/** One answer for the first facts found, another when there are none. */
function emitAnswer(
  hint: string,
  none: Code,
  type: Code,
  [some]: readonly Code[],
  valueType: StaticType,
  found: (then: readonly Code[]) => Code,
  leave: Code,
  context: EmitContext,
  target: Target,
): readonly Code[] {
  const answer = context.local(hint);
  return [
    code`let ${answer}${typed(type)} = ${none};`,
    found([code`${answer} = ${some ?? none};`, leave]),
    ...deliver({ code: answer, type: valueType, canFail: false, simple: true }, target, context),
  ];
}

/** First all tests, then the actions: what the actions bind does not reach the tests. */
function emitDelayed(
  query: TypedQuery,
  facts: readonly Code[],
  list: Code,
  inner: EmitContext,
  context: EmitContext,
  target: Target,
  found: (then: readonly Code[]) => Code,
  label: Code,
): readonly Code[] {
  const all = context.local('found');
  const types = inner.facts;
  const classes = [...types.values()]
    .filter(({ code: name }) => facts.includes(name))
    .map(({ templates }) => factType(templates, context));
  const loop = (actions: readonly Code[]): readonly Code[] => [
    code`const ${all}${typed(code`[${joined(classes, ', ')}][]`)} = [];`,
    found([code`${all}.push(${list});`]),
    code`${label}: for (const ${list} of ${all}) {\n${actions}\n}`,
  ];
  return collectLast(query, inner, context, target, loop);
}

function factType(templates: readonly string[], context: EmitContext): Code {
  return templates.map((name) => context.factClass(name)).reduce((all, name) => code`${all} | ${name}`);
}

/** The loops over the sets; `then` runs if the test holds. */
function emitSets(
  query: TypedQuery,
  variables: readonly (readonly [string, FactVariable])[],
  inner: EmitContext,
  label: Code,
  then: readonly Code[],
): Code {
  const test = emitTruth(query.test, inner);
  const several = variables.length > 1 ? [code`${call(inner, 'countStep', inner.matcher)};`] : [];
  const innermost = [...several, code`if (${test}) {\n${then}\n}`];
  const loops = variables.reduceRight<readonly Code[]>((body, [, variable], i) => {
    const head = i === 0 ? code`${label}: ` : null;
    return emitSet(variable, body, head, inner);
  }, innermost);
  return code`${loops}`;
}

function emitSet(
  { code: fact, templates }: FactVariable,
  body: readonly Code[],
  label: Code | null,
  context: EmitContext,
): readonly Code[] {
  const [only] = templates;
  if (only === undefined || templates.length > 1) {
    const lists = templates.map((template) => code`...${context.factsOf(template)}.list()`);
    return [code`${label}for (const ${fact} of [${joined(lists, ', ')}]) {\n${body}\n}`];
  }
  const [memory, i] = [context.local('facts'), context.local('i')];
  const next = code`const ${fact} = ${memory}.items[${i}]${types`!`};`;
  return [
    code`const ${memory} = ${context.factsOf(only)};`,
    code`${label}for (let ${i} = 0; ${i} < ${memory}.count; ${i}++) {\n${next}\nif (${fact}.gone) continue;\n${body}\n}`,
  ];
}
