/** Aggregates without a memory: functions that visit the facts which keys leave. */
import { slotStaticType, slotType } from '../../../language/expression/typing.ts';
import { representation } from '../../../language/static-type.ts';
import type { AggregateValue } from '../../../aggregate.ts';
import type { AggregatePlan } from '../../../plan/aggregates.ts';
import { required } from '../../../required.ts';
import { code, comment, joined, lines, nothing, typed, types, type Code } from '../code/code.ts';
import { slotTypeCode, type Context } from '../context.ts';
import { emitCondition, emitExpression } from '../expression/expression.ts';
import { box, convert } from '../expression/expression-convert.ts';
import type { EmitScope } from '../expression/emit-scope.ts';
import type { TypedCode } from '../expression/typed-code.ts';
import { keyType, slotKeyPart } from '../keys/index-key.ts';
import { scopeWith } from '../expression/module-scope.ts';
import type { Declaration } from '../code/declaration.ts';
import { aggregateKey, keyFrom, memoryProperty, takenOf, variableOf } from '../keys/aggregate-key.ts';

/** The functions of aggregates without a memory. */
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

type Computed = Extract<AggregateValue, { kind: 'computed' }>;

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
  const value =
    of.kind === 'slot' ? takenOf(context, aggregate, facts[of.pattern] ?? nothing) : computedValue(of, scope);
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
      const [best, taken] = once(context, value);
      const none = context.names.fresh(['none'], 'camel');
      const sign = fold === 'min' ? code`<` : code`>`;
      return {
        start: lines([start, code`let ${none} = true;`]),
        add: code`${taken}if (${none} || ${best} ${sign} ${total}) {\n${none} = false;\n${total} = ${best};\n}`,
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

/** A computed value as a slot of its type holds it. */
function computedValue({ expression, type }: Computed, scope: EmitScope): TypedCode {
  const emitted = emitExpression(expression, scope);
  const held = slotType(type);
  return { code: convert(emitted, representation(held), scope), type: held, canFail: emitted.canFail };
}

/** Code that may be written twice, and the statement that it needs before it. */
function once(context: Context, { code: value, simple }: TypedCode): readonly [value: Code, before: Code] {
  if (simple === true) return [value, nothing];
  const name = context.names.fresh(['value'], 'camel');
  return [name, code`const ${name} = ${value};\n`];
}
