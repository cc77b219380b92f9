/** Aggregates without a memory: functions that visit the facts which keys leave. */
import { slotStaticType } from '../../../language/expression/typing.ts';
import type { AggregatePlan } from '../../../plan/aggregates.ts';
import { required } from '../../../required.ts';
import { code, comment, joined, lines, nothing, typed, types, type Code } from '../code/code.ts';
import { slotTypeCode, type Context } from '../context.ts';
import { emitCondition } from '../expression/expression.ts';
import { box } from '../expression/expression-convert.ts';
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
