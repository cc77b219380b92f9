import { emitCondition } from '../expression/expression.ts';
import { code, joined, literal, type Code } from '../code/code.ts';
import type { Condition } from '../code/statements.ts';
import type { JoinTest } from '../../../order/network.ts';
import type { RegexSetId } from '../../../plan/ids.ts';
import type { NodeTest } from '../../../plan/match-plan.ts';
import type { Rule, Slot } from '../../../ruleset.ts';
import type { Literal } from '../../../values.ts';
import { slotOf, type Context } from '../context.ts';
import { referenceCode, scopeFor, type Sides } from './reference.ts';
import { required } from '../../../required.ts';

/** Equality of two values of slots of one type: type and value, as CLIPS `eq`. */
export function equality(
  context: Context,
  { type, list }: Pick<Slot, 'type' | 'list'>,
  a: Code,
  b: Code,
  equal: boolean,
): Code {
  if (list || type === 'FLOAT') {
    const same = code`${context.value(list ? 'sameMultifield' : 'sameFloat')}(${a}, ${b})`;
    return equal ? same : code`!${same}`;
  }
  return equal ? code`${a} === ${b}` : code`${a} !== ${b}`;
}

/** A slot's value compared with a constant. Zero is the one float for which `===` is not CLIPS' `eq`. */
export function constantTest(context: Context, value: Code, constant: Literal, equal: boolean): Code {
  if (constant.type === 'FLOAT' && constant.value === 0) {
    return equality(context, { type: 'FLOAT', list: false }, value, literal(constant.value), equal);
  }
  return equal
    ? code`${value} === ${literal(constant.value)}`
    : code`${value} !== ${literal(constant.value)}`;
}

function expressionTest(
  context: Context,
  test: Extract<NodeTest | JoinTest, { kind: 'expression' }>,
  sides: Sides,
): Code {
  return code`(${emitCondition(test.bound.expression, scopeFor(context, test.bound, sides))})`;
}

function all(parts: readonly Code[]): Condition {
  return parts.length === 0 ? null : joined(parts, ' && ');
}

/**
 * The tests of one alpha node on the fact `f`.
 *
 * @param foundIn the bits of the patterns of a set that the fact has
 */
export function alphaCondition(
  context: Context,
  template: string,
  tests: readonly NodeTest[],
  foundIn: (set: RegexSetId) => Code,
): Condition {
  const f = code`f`;
  return all(
    tests.map((test) => {
      if (test.kind === 'found') {
        const bit = code`(${foundIn(test.set)} & ${literal(2 ** test.place)})`;
        return test.equal ? code`${bit} !== 0` : code`${bit} === 0`;
      }
      if (test.kind === 'expression') return expressionTest(context, test, { left: null, right: f });
      const { slot, name } = slotOf(context, template, test.slot);
      if (test.kind === 'constant') return constantTest(context, code`f.${name}`, test.value, test.equal);
      const other = slotOf(context, template, test.other).name;
      return equality(context, slot, code`f.${name}`, code`f.${other}`, test.equal);
    }),
  );
}

/**
 * Tests of a join on a left and a right match.
 *
 * @param template of the fact on the right; null if the right side is not a pattern
 */
export function joinCondition(
  context: Context,
  tests: readonly JoinTest[],
  template: string | null,
  sides: Sides,
): Condition {
  return all(
    tests.flatMap((test) => {
      if (test.kind === 'expression') return [expressionTest(context, test, sides)];
      if (test.kind === 'agree' || template === null) return [];
      const { slot, name } = slotOf(context, template, test.slot);
      const other = referenceCode(context, test.with, sides).code;
      return [equality(context, slot, code`${required(sides.right, 'right')}.${name}`, other, test.equal)];
    }),
  );
}

/** The rule whose condition it is, as arguments of `inRule`. */
export function ruleArguments(context: Context, rule: Rule): Code {
  return code`${literal(rule.module + '::' + rule.name)}, ${literal(context.position(rule.at))}`;
}

/** The body of a function that evaluates a condition; an error in it names the rule. */
export function conditionBody(context: Context, condition: Condition, canFail: boolean, rule: Rule): Code {
  const answer = code`return ${condition ?? code`true`};`;
  if (!canFail) return answer;
  const told = code`throw ${context.value('inRule')}(error, ${ruleArguments(context, rule)});`;
  return answer.isLine
    ? code`try { ${answer} } catch (error) { ${told} }`
    : code`try {\n${answer}\n} catch (error) {\n${told}\n}`;
}
