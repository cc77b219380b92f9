/** What an aggregate is in generated code: an answer of its memory, or a function that goes through joined facts. */
import type { AggregateParameter } from '../../../aggregate.ts';
import { representation } from '../../../language/expression/static-type.ts';
import { slotStaticType } from '../../../language/expression/typing.ts';
import type { AggregatePlan, AggregateStep } from '../../../plan/aggregates.ts';
import { required } from '../../../required.ts';
import { code, comment, joined, lines, literal, nothing, typed, types, type Code } from '../code/code.ts';
import { slotOf, slotTypeCode, type Context } from '../context.ts';
import { argumentAt } from '../expression/functions/arguments.ts';
import { emitCondition } from '../expression/expression.ts';
import { box, convert } from '../expression/expression-convert.ts';
import type { EmitScope } from '../expression/emit-scope.ts';
import type { TypedCode } from '../expression/typed-code.ts';
import { keyType, slotKeyPart } from '../network/index-key.ts';
import { scopeWith } from '../network/reference.ts';
import type { Declaration } from '../print/declaration.ts';
import { aggregateKey, memoryProperty, variableOf } from './emit-memories.ts';

/** Code of the value of an aggregate. */
export function emitAggregateCall(
  context: Context,
  scope: EmitScope,
  name: string,
  args: readonly TypedCode[],
): Code {
  const plan = required(context.plan.aggregates.functions.get(name), name);
  const { parameters } = plan.aggregate;
  const values = parameters.map((parameter, i) => given(parameter, argumentAt(args, i), scope));
  if (plan.kind === 'joined') {
    return code`${context.aggregates.nameOf(name)}(${joined([code`m`, ...values], ', ')})`;
  }
  const [step] = plan.steps;
  const byName = new Map(parameters.map((parameter, i) => [parameter.name, values[i] ?? nothing]));
  return keptAnswer(
    context,
    plan,
    required(step, name),
    (variable) => required(byName.get(variable), variable),
    scope,
  );
}

/** An argument as the slot that it is compared with holds it. */
function given(parameter: AggregateParameter, value: TypedCode, scope: EmitScope): Code {
  return convert(value, representation(slotStaticType(parameter)), scope);
}

function keyFrom(context: Context, { pattern }: AggregateStep, valueOf: (variable: string) => Code): Code {
  const parts = pattern.keys.map(({ type, variable }) =>
    slotKeyPart(context, { type, list: false }, valueOf(variable)),
  );
  return aggregateKey(context, parts);
}

function keptAnswer(
  context: Context,
  { aggregate }: AggregatePlan,
  step: AggregateStep,
  valueOf: (variable: string) => Code,
  scope: EmitScope,
): Code {
  const memory = code`m.${memoryProperty(context, step.memory)}`;
  const key = keyFrom(context, step, valueOf);
  switch (aggregate.fold) {
    case 'count':
    case 'distinct':
      return code`${memory}.count(${key})`;
    case 'sum':
      return aggregate.of?.type === 'INTEGER' ? code`${memory}.sum(${key})` : code`${memory}.value(${key})`;
    case 'min':
    case 'max':
      return code`${memory}.value(${key})`;
    case 'collect':
      return code`${memory}.of(${key}).map((f) => ${box(takenOf(context, aggregate, code`f`), scope)})`;
  }
}

/** What is taken of the fact that the aggregate names. */
function takenOf(context: Context, { of, patterns }: AggregatePlan['aggregate'], fact: Code): TypedCode {
  const { pattern, slot } = required(of, 'the slot of an aggregate');
  const { template } = required(patterns[pattern], 'the pattern of an aggregate');
  const { slot: declared, name } = slotOf(context, template, slot);
  return { code: code`${fact}.${name}`, type: slotStaticType(declared), canFail: false, simple: true };
}

/** The functions of aggregates that no memory answers. */
export function emitAggregateFunctions(context: Context): Declaration[] {
  return [...context.plan.aggregates.functions].flatMap(([name, plan]) =>
    plan.kind === 'joined' ? [joinedFunction(context, name, plan)] : [],
  );
}

function joinedFunction(context: Context, name: string, plan: AggregatePlan): Declaration {
  const { aggregate, steps } = plan;
  const local = (hint: string): Code => context.names.fresh([hint], 'camel');
  const parameters = aggregate.parameters.map((parameter) => ({ parameter, name: local(parameter.name) }));
  const facts = steps.map(() => local('counted'));
  const variable = (wanted: string): TypedCode => {
    const own = parameters.find(({ parameter }) => parameter.name === wanted);
    if (own !== undefined) {
      return { code: own.name, type: slotStaticType(own.parameter), canFail: false, simple: true };
    }
    const found = steps.map((step, i) => variableOf(context, step, facts[i] ?? nothing, wanted));
    return required(found.find((value) => value !== null) ?? null, wanted);
  };
  const scope = scopeWith(context, variable);
  const { start, add, answer, returns } = accumulator(context, plan, facts, scope);
  const loops = steps.reduceRight((body, step, i): Code => {
    const key = keyFrom(context, step, (wanted) => variable(wanted).code);
    const tests = step.tests.map((test) => code`(${emitCondition(test, scope)})`);
    const inner = tests.length === 0 ? body : code`if (${joined(tests, ' && ')}) {\n${body}\n}`;
    return code`for (const ${facts[i] ?? nothing} of m.${memoryProperty(context, step.memory)}.of(${key})) {\n${inner}\n}`;
  }, add);
  return {
    kind: 'function',
    name: context.aggregates.nameOf(name),
    parameters: [
      { name: code`m`, type: code`RulesetMatcher` },
      ...parameters.map(({ parameter, name: own }) => ({
        name: own,
        type: slotTypeCode(context, parameter),
      })),
    ],
    returns,
    body: lines([start, loops, code`return ${answer};`]),
    comment: comment(`${aggregate.fold} over ${steps.map(({ pattern }) => pattern.template).join(', ')}`),
  };
}

interface Accumulator {
  readonly start: Code;
  readonly add: Code;
  readonly answer: Code;
  readonly returns: Code;
}

/** How the choices of facts become one value. */
function accumulator(
  context: Context,
  { aggregate }: AggregatePlan,
  facts: readonly Code[],
  scope: EmitScope,
): Accumulator {
  const { fold, of } = aggregate;
  const total = context.names.fresh(['total'], 'camel');
  if (of === null) {
    const returns = code`number`;
    return { start: code`let ${total} = 0;`, add: code`${total}++;`, answer: total, returns };
  }
  const value = takenOf(context, aggregate, facts[of.pattern] ?? nothing);
  const type = slotTypeCode(context, { type: of.type, list: false });
  const start = code`let ${total}${typed(type)} = 0;`;
  switch (fold) {
    case 'count':
    case 'sum': {
      if (of.type === 'FLOAT') {
        return { start, add: code`${total} += ${value.code};`, answer: total, returns: type };
      }
      const add = code`${total} = ${context.value('addExactly')}(${total}, ${value.code});`;
      return { start, add, answer: code`${context.value('checkedTotal')}(${total})`, returns: type };
    }
    case 'min':
    case 'max': {
      const none = context.names.fresh(['none'], 'camel');
      const sign = fold === 'min' ? code`<` : code`>`;
      return {
        start: lines([start, code`let ${none} = true;`]),
        add: code`if (${none} || ${value.code} ${sign} ${total}) {\n${none} = false;\n${total} = ${value.code};\n}`,
        answer: total,
        returns: type,
      };
    }
    case 'distinct': {
      const part = slotKeyPart(context, { type: of.type, list: false }, value.code);
      return {
        start: code`const ${total} = new Set${types`<${keyType(context, [part.type])}>`}();`,
        add: code`${total}.add(${aggregateKey(context, [part])});`,
        answer: code`${total}.size`,
        returns: code`number`,
      };
    }
    case 'collect': {
      const multifield = context.type('Multifield');
      return {
        start: code`const ${total}${typed(code`${context.type('FieldValue')}[]`)} = [];`,
        add: code`${total}.push(${box(value, scope)});`,
        answer: total,
        returns: multifield,
      };
    }
  }
}
