import { typeOf, typeOfActions } from './check.ts';
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
  type StaticType,
} from './static-type.ts';
import type { Typing } from './typing.ts';

/** `while` and `loop-for-count` are always FALSE. */
export function checkLoop(expression: WhileExpression | LoopForCountExpression, typing: Typing): StaticType {
  if (expression.kind === 'while') {
    typeOf(expression.test, typing, true);
    typeOfActions(expression.body, typing, false);
    return BOOLEAN;
  }
  checkPart(expression.from, INTEGER, 'loop-for-count', 1, typing);
  checkPart(expression.to, INTEGER, 'loop-for-count', 2, typing);
  const variables = expression.variable === null ? [] : [[expression.variable, INTEGER] as const];
  typeOfActions(expression.body, withLoop(typing, 'loop-for-count', variables), false);
  return BOOLEAN;
}

/** `progn$` and `foreach` answer the last value of the last round, FALSE for no fields. */
export function checkForeach(expression: ForeachExpression, typing: Typing, used: boolean): StaticType {
  checkPart(expression.list, MULTIFIELD, expression.form, 1, typing);
  const { variable } = expression;
  const variables =
    variable === null
      ? []
      : ([
          [variable, FIELD],
          [variable + '-index', INTEGER],
        ] as const);
  const type = typeOfActions(expression.body, withLoop(typing, expression.form, variables), used);
  checkBreakValue(expression, expression.form, typing, used);
  return type | BOOLEAN;
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

/** Whether an action can break the loop around it, as opposed to one inside it. */
export function breaks(action: Expression): boolean {
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
export function checkSwitch(expression: SwitchExpression, typing: Typing, used: boolean): StaticType {
  typeOf(expression.subject, typing, true);
  const seen = new Set<string>();
  let type: StaticType = 0;
  for (const { value, body } of expression.cases) {
    typeOf(value, typing, true);
    const key = value.kind === 'literal' ? `${value.value.type} ${String(value.value.value)}` : null;
    if (key !== null && seen.has(key)) typing.report?.add('clips-duplicate-case', value.at);
    if (key !== null) seen.add(key);
    type |= typeOfActions(body, typing, used);
  }
  return type | (expression.default === null ? BOOLEAN : typeOfActions(expression.default, typing, used));
}

function checkPart(
  part: Expression,
  accepted: StaticType,
  form: string,
  position: number,
  typing: Typing,
): void {
  const type = typeOf(part, typing, true);
  if (type === 0 || mayBeEqual(type, accepted)) return;
  typing.report?.add('clips-argument-type', part.at, {
    name: form,
    position,
    expected: describeType(accepted),
    found: describeType(type),
  });
}
