import { Engine } from 'json-rules-engine';
import { decide, readRequests, readRules } from './read-rules.mjs';

const OPERATORS = {
  equals: 'equal',
  not_equals: 'notEqual',
  in: 'in',
  not_in: 'notIn',
  less_than: 'lessThan',
  greater_than: 'greaterThan',
  at_least: 'greaterThanInclusive',
  at_most: 'lessThanInclusive',
};

function condition({ fact, slot, operator, value, values, reference }) {
  const compared = reference ? { fact: reference.fact, path: `$.${reference.slot}` } : (values ?? value);
  return { fact, path: `$.${slot}`, operator: OPERATORS[operator], value: compared };
}

export function prepare(given) {
  const rules = readRules(given);
  const requests = readRequests(given);
  const engine = new Engine();
  for (const { index, conditions } of rules) {
    engine.addRule({
      conditions: { all: conditions.map(condition) },
      event: { type: 'fired', params: { index } },
    });
  }
  return async (request) => {
    const { events } = await engine.run(requests[request]);
    return decide(
      rules,
      events.map(({ params }) => params.index),
    );
  };
}
