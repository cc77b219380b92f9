import { LogicEngine } from 'json-logic-engine';
import { decide, readRequests, readRules } from './read-rules.mjs';

const OPERATORS = {
  equals: '===',
  not_equals: '!==',
  less_than: '<',
  greater_than: '>',
  at_least: '>=',
  at_most: '<=',
};

const variable = ({ fact, slot }) => ({ var: `${fact}.${slot}` });

function condition(given) {
  const { operator, value, values, reference } = given;
  if (operator === 'in') return { in: [variable(given), values] };
  if (operator === 'not_in') return { '!': [{ in: [variable(given), values] }] };
  return { [OPERATORS[operator]]: [variable(given), reference ? variable(reference) : value] };
}

export function prepare(given) {
  const rules = readRules(given);
  const requests = readRequests(given);
  const engine = new LogicEngine();
  const compiled = rules.map(({ conditions }) => engine.build({ and: conditions.map(condition) }));
  return (request) => {
    const facts = requests[request];
    const fired = [];
    for (let i = 0; i < compiled.length; i++) if (compiled[i](facts)) fired.push(i);
    return decide(rules, fired);
  };
}
