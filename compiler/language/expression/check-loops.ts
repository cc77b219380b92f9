import type {
  Expression,
  ForeachExpression,
  LoopForCountExpression,
  SwitchExpression,
  WhileExpression,
} from './expression.ts';
import {
  BOOLEAN,
  describeType,
  FIELD,
  INTEGER,
  mayBeEqual,
  MULTIFIELD,
  NOTHING,
  unionOf,
  type StaticType,
} from '../static-type.ts';
import type { TypedExpression } from './typed-expression.ts';
import { typedActions, typeOfLast, type Typing } from './typing.ts';

/** `while` and `loop-for-count` are always FALSE. */
export function checkLoop(
  expression: WhileExpression | LoopForCountExpression,
  typing: Typing,
): TypedExpression {
  if (expression.kind === 'while') {
    const test = typing.typed(expression.test, typing, true);
    const body = typedActions(expression.body, typing, false);
    return { ...expression, test, body, valueType: BOOLEAN, canFail: true };
  }
  const from = checkPart(expression.from, INTEGER, 'loop-for-count', 1, typing);
  const to = checkPart(expression.to, INTEGER, 'loop-for-count', 2, typing);
  const variables = expression.variable === null ? [] : [[expression.variable, INTEGER] as const];
  const body = typedActions(expression.body, withLoop(typing, 'loop-for-count', variables), false);
  return { ...expression, from, to, body, valueType: BOOLEAN, canFail: true };
}

/** `progn$` and `foreach` return the last value of the last round, FALSE for no fields. */
export function checkForeach(expression: ForeachExpression, typing: Typing, used: boolean): TypedExpression {
  const list = checkPart(expression.list, MULTIFIELD, expression.form, 1, typing);
  const { variable } = expression;
  const variables =
    variable === null
      ? []
      : ([
          [variable, FIELD],
          [variable + '-index', INTEGER],
        ] as const);
  const body = typedActions(expression.body, withLoop(typing, expression.form, variables), used);
  checkBreakValue(expression, expression.form, typing, used);
  return { ...expression, list, body, valueType: unionOf(typeOfLast(body), BOOLEAN), canFail: true };
}

function withLoop(
  typing: Typing,
  form: string,
  variables: readonly (readonly [string, StaticType])[],
): Typing {
  const added = variables.map(([name, type]) => [name, { type, form }] as const);
  return { ...typing, loops: new Map([...typing.loops, ...added]) };
}

/** A loop that `break` leaves has no value in CLIPS: nothing may depend on it. */
export function checkBreakValue(
  expression: Expression & { readonly body: readonly Expression[] },
  form: string,
  typing: Typing,
  used: boolean,
): void {
  if (used && expression.body.some(breaks)) typing.report?.add('clips-break-value', expression.at, { form });
}

/** True if an action can break the enclosing loop, as opposed to one inside it. */
function breaks(action: Expression): boolean {
  switch (action.kind) {
    case 'break':
      return true;
    case 'if':
      return [...action.then, ...action.else].some(breaks);
    case 'progn':
      return action.body.some(breaks);
    case 'switch':
      return [...action.cases.flatMap(({ body }) => body), ...(action.default ?? [])].some(breaks);
    default:
      return false;
  }
}

/** A switch without a default is FALSE when no case fits. Cases are compared as `eq` does. */
export function checkSwitch(expression: SwitchExpression, typing: Typing, used: boolean): TypedExpression {
  const subject = typing.typed(expression.subject, typing, true);
  const seen = new Set<string>();
  const cases = expression.cases.map(({ value, body }) => {
    const expected = typing.typed(value, typing, true);
    const key = value.kind === 'literal' ? `${value.value.type} ${String(value.value.value)}` : null;
    if (key !== null && seen.has(key)) typing.report?.add('clips-duplicate-case', value.at);
    if (key !== null) seen.add(key);
    return { value: expected, body: typedActions(body, typing, used) };
  });
  const otherwise = expression.default && typedActions(expression.default, typing, used);
  const types = cases.map(({ body }) => typeOfLast(body));
  return {
    ...expression,
    subject,
    cases,
    default: otherwise,
    valueType: unionOf(...types, otherwise === null ? BOOLEAN : typeOfLast(otherwise)),
    canFail: true,
  };
}

function checkPart(
  part: Expression,
  accepted: StaticType,
  form: string,
  position: number,
  typing: Typing,
): TypedExpression {
  const found = typing.typed(part, typing, true);
  if (found.valueType === NOTHING || mayBeEqual(found.valueType, accepted)) return found;
  typing.report?.add('clips-argument-type', part.at, {
    name: form,
    position,
    expected: describeType(accepted),
    found: describeType(found.valueType),
  });
  return found;
}
