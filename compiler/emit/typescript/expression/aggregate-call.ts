/** An aggregate in generated code: a value of its memory, or a call of the function that visits the facts. */
import type { AggregateParameter } from '../../../aggregate.ts';
import { representation } from '../../../language/static-type.ts';
import { slotStaticType } from '../../../language/expression/typing.ts';
import type { AggregatePlan, AggregateStep } from '../../../plan/aggregates.ts';
import { required } from '../../../required.ts';
import { code, joined, nothing, type Code } from '../code/code.ts';
import type { Context } from '../context.ts';
import { argumentAt } from './functions/arguments.ts';
import { box, convert } from './expression-convert.ts';
import type { EmitScope } from './emit-scope.ts';
import type { TypedCode } from './typed-code.ts';
import { keyFrom, memoryProperty, takenOf } from '../keys/aggregate-key.ts';

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
