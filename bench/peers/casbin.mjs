import { newEnforcer, newModelFromString } from 'casbin';
import { answerOf, readRequests, readRules } from './read-rules.mjs';

const OPERATORS = {
  equals: '==',
  not_equals: '!=',
  less_than: '<',
  greater_than: '>',
  at_least: '>=',
  at_most: '<=',
};

const attribute = ({ fact, slot }) => `r.${fact}.${slot}`;
const either = (given, values, operator, joint) =>
  `(${values.map((value) => `${attribute(given)} ${operator} '${value}'`).join(joint)})`;

function condition(given) {
  const { operator, value, values, reference } = given;
  if (operator === 'in') return either(given, values, '==', ' || ');
  if (operator === 'not_in') return either(given, values, '!=', ' && ');
  const other = reference ? attribute(reference) : typeof value === 'number' ? value : `'${value}'`;
  return `${attribute(given)} ${OPERATORS[operator]} ${other}`;
}

/** Casbin stops at the first matching policy, so policies are listed in order of precedence. It has no trace. */
export async function prepare(given) {
  const rules = readRules(given);
  const requests = readRequests(given);
  const facts = Object.keys(requests[0]);
  const model = newModelFromString(`
[request_definition]
r = ${facts.join(', ')}
[policy_definition]
p = rule, index, eft
[policy_effect]
e = priority(p.eft) || deny
[matchers]
m = eval(p.rule)
`);
  const enforcer = await newEnforcer(model);
  const winners = [...rules].sort((a, b) => a.rank - b.rank || b.index - a.index);
  for (const { index, action, conditions } of winners) {
    const effect = action === 'allow' ? 'allow' : 'deny';
    await enforcer.addPolicy(conditions.map(condition).join(' && '), String(index), effect);
  }
  return async (request) => {
    const values = facts.map((fact) => requests[request][fact]);
    const [, policy] = await enforcer.enforceEx(...values);
    return answerOf(policy.length === 0 ? null : rules[Number(policy[1])]);
  };
}
