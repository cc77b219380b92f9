import { emitCondition, emitExpression } from './expression.ts';
import { code, joined, literal, type Code } from '../../write/code.ts';
import type { AlphaTest, BoundExpression, Join, JoinTest } from '../../plan/network.ts';
import type { Literal, Rule, SlotType } from '../../ruleset.ts';
import { slotOf, type Context } from './context.ts';
import { referenceCode, scopeFor, type Sides } from './reference.ts';

/** A condition in generated code. */
export interface Condition {
  /** Null: always true. */
  readonly code: Code | null;
  /** Evaluating it can raise an evaluation error. */
  readonly canFail: boolean;
}

/** Equality of two values of one slot type: type and value, as CLIPS `eq`. */
export function equality(context: Context, type: SlotType, a: Code, b: Code, equal: boolean): Code {
  if (type === 'FLOAT') {
    const same = code`${context.value('sameFloat')}(${a}, ${b})`;
    return equal ? same : code`!${same}`;
  }
  return equal ? code`${a} === ${b}` : code`${a} !== ${b}`;
}

/** A slot's value compared with a constant. Zero is the one float for which `===` is not CLIPS' `eq`. */
export function constantTest(context: Context, value: Code, constant: Literal, equal: boolean): Code {
  if (constant.type === 'FLOAT' && constant.value === 0) {
    return equality(context, 'FLOAT', value, literal(constant.value), equal);
  }
  return equal
    ? code`${value} === ${literal(constant.value)}`
    : code`${value} !== ${literal(constant.value)}`;
}

function expressionTest(context: Context, bound: BoundExpression, sides: Sides): Condition {
  const scope = scopeFor(context, bound, sides);
  return {
    code: code`(${emitCondition(bound.expression, scope)})`,
    canFail: emitExpression(bound.expression, scope).canFail,
  };
}

function all(conditions: readonly Condition[]): Condition {
  const parts = conditions.flatMap(({ code: part }) => (part === null ? [] : [part]));
  return {
    code: parts.length === 0 ? null : joined(parts, ' && '),
    canFail: conditions.some(({ canFail }) => canFail),
  };
}

/** The tests of one alpha node on the fact `f`. */
export function alphaCondition(context: Context, template: string, tests: readonly AlphaTest[]): Condition {
  const f = code`f`;
  return all(
    tests.map((test) => {
      if (test.kind === 'expression') return expressionTest(context, test.bound, { left: null, right: f });
      const { slot, name } = slotOf(context, template, test.slot);
      if (test.kind === 'constant') {
        return { code: constantTest(context, code`f.${name}`, test.value, test.equal), canFail: false };
      }
      const other = slotOf(context, template, test.other).name;
      return {
        code: equality(context, slot.type, code`f.${name}`, code`f.${other}`, test.equal),
        canFail: false,
      };
    }),
  );
}

/** Whether the index look-up of a join has made this test already. */
function isHashed(join: Join, test: JoinTest): boolean {
  if (test.kind === 'agree') return true;
  if (test.kind !== 'compare' || !test.equal || test.with.side !== 'left' || join.right.kind !== 'alpha')
    return false;
  return join.hash.some(
    ({ slot, left }) =>
      slot === test.slot && left.position === test.with.position && left.slot === test.with.slot,
  );
}

function joinTestCondition(context: Context, join: Join, test: JoinTest, sides: Sides): Condition {
  if (test.kind === 'expression') return expressionTest(context, test.bound, sides);
  if (test.kind === 'agree' || join.right.kind !== 'alpha') return { code: null, canFail: false };
  const { slot, name } = slotOf(context, join.right.node.template, test.slot);
  const other = referenceCode(context, test.with, sides).code;
  return {
    code: equality(context, slot.type, code`${sides.right!}.${name}`, other, test.equal),
    canFail: false,
  };
}

/** The test of a join on a left and a right match, without what its indexes have tested already. */
export function joinCondition(context: Context, join: Join, sides: Sides): Condition {
  return all(
    join.tests
      .filter((test) => !isHashed(join, test))
      .map((test) => joinTestCondition(context, join, test, sides)),
  );
}

/** The secondary test of a negated or existential join. */
export function secondaryCondition(context: Context, join: Join, sides: Sides): Condition {
  return all(join.secondary.map((test) => joinTestCondition(context, join, test, sides)));
}

/** Statements that run when a condition holds. */
export function when(condition: Condition, statements: Code): Code {
  return condition.code === null ? statements : code`if (${condition.code}) {\n${statements}\n}`;
}

/** The rule whose condition it is, as arguments of `inRule`. */
export function ruleArguments(context: Context, rule: Rule): Code {
  return code`${literal(rule.module + '::' + rule.name)}, ${literal(context.position(rule.at))}`;
}

/** The body of a function that answers a condition; an error in it names the rule. */
export function conditionBody(context: Context, condition: Condition, rule: Rule): Code {
  const answer = code`return ${condition.code ?? code`true`};`;
  if (!condition.canFail) return answer;
  return code`try {
${answer}
} catch (error) {
throw ${context.value('inRule')}(error, ${ruleArguments(context, rule)});
}`;
}
