import cedar from '@cedar-policy/cedar-wasm/nodejs';
import { decide, readRequests, readRules } from './read-rules.mjs';

const OPERATORS = {
  equals: '==',
  not_equals: '!=',
  less_than: '<',
  greater_than: '>',
  at_least: '>=',
  at_most: '<=',
};

const attribute = ({ fact, slot }) => `context.${fact}.${slot}`;

function condition(given) {
  const { operator, value, values, reference } = given;
  const held = `${JSON.stringify(values)}.contains(${attribute(given)})`;
  if (operator === 'in') return held;
  if (operator === 'not_in') return `!(${held})`;
  return `${attribute(given)} ${OPERATORS[operator]} ${reference ? attribute(reference) : JSON.stringify(value)}`;
}

const ENTITY = { type: 'Bench', id: 'any' };

/** Every rule is a `permit`, so that Cedar names all that hold; which action wins is decided after. */
export function prepare(given) {
  const rules = readRules(given);
  const requests = readRequests(given);
  const staticPolicies = Object.fromEntries(
    rules.map(({ index, conditions }) => [
      String(index),
      `permit (principal, action, resource) when { ${conditions.map(condition).join(' && ')} };`,
    ]),
  );
  const parsed = cedar.preparsePolicySet('bench', { staticPolicies });
  if (parsed.type !== 'success') throw new Error(parsed.errors.map(({ message }) => message).join('; '));
  return (request) => {
    const answer = cedar.statefulIsAuthorized({
      principal: ENTITY,
      action: ENTITY,
      resource: ENTITY,
      context: requests[request],
      preparsedPolicySetId: 'bench',
      entities: [],
    });
    if (answer.type !== 'success') throw new Error(answer.errors.map(({ message }) => message).join('; '));
    return decide(rules, answer.response.diagnostics.reason.map(Number));
  };
}
