import rools from 'rools';
import { decide, readRequests, readRules } from './read-rules.mjs';

const { Rools, Rule } = rools;

const OPERATORS = {
  equals: '===',
  not_equals: '!==',
  less_than: '<',
  greater_than: '>',
  at_least: '>=',
  at_most: '<=',
};

const attribute = ({ fact, slot }) => `facts.${fact}.${slot}`;

function source(given) {
  const { operator, value, values, reference } = given;
  const held = `${JSON.stringify(values)}.includes(${attribute(given)})`;
  if (operator === 'in') return held;
  if (operator === 'not_in') return `!${held}`;
  return `${attribute(given)} ${OPERATORS[operator]} ${reference ? attribute(reference) : JSON.stringify(value)}`;
}

/** Rools distinguishes premises by their source text, so each must be a function with its own text. */
function premise(condition) {
  return new Function('facts', `return ${source(condition)}`);
}

export async function prepare(given) {
  const rules = readRules(given);
  const requests = readRequests(given);
  const engine = new Rools({ logging: { error: false, debug: false } });
  await engine.register(
    rules.map(
      ({ index, name, conditions }) =>
        new Rule({ name, when: conditions.map(premise), then: ({ fired }) => void fired.push(index) }),
    ),
  );
  return async (request) => {
    const fired = [];
    await engine.evaluate({ ...requests[request], fired });
    return decide(rules, fired);
  };
}
