import nools from 'nools';
import { decide, readRequests, readRules } from './read-rules.mjs';

const OPERATORS = {
  equals: '==',
  not_equals: '!=',
  less_than: '<',
  greater_than: '>',
  at_least: '>=',
  at_most: '<=',
};

const attribute = ({ fact, slot }) => `${fact}.${slot}`;

function constraint(given) {
  const { operator, value, values, reference } = given;
  const list = `[${values?.map((one) => `'${one}'`).join(', ')}]`;
  if (operator === 'in') return `${attribute(given)} in ${list}`;
  if (operator === 'not_in') return `${attribute(given)} notIn ${list}`;
  const other = reference ? attribute(reference) : typeof value === 'number' ? value : `'${value}'`;
  return `${attribute(given)} ${OPERATORS[operator]} ${other}`;
}

/** One class per template, because nools distinguishes facts by their class. */
function classOf() {
  return class {
    constructor(data) {
      Object.assign(this, data);
    }
  };
}

export function prepare(given) {
  const rules = readRules(given);
  const requests = readRequests(given);
  const classes = Object.fromEntries(Object.keys(requests[0]).map((fact) => [fact, classOf()]));
  let fired = [];
  const flow = nools.flow('bench', (builder) => {
    for (const { index, name, conditions } of rules) {
      const facts = [...new Set(conditions.map(({ fact }) => fact))];
      const patterns = facts.map((fact) => [
        classes[fact],
        fact,
        conditions
          .filter((condition) => condition.fact === fact)
          .map(constraint)
          .join(' && '),
      ]);
      builder.rule(name, patterns.length === 1 ? patterns[0] : patterns, () => void fired.push(index));
    }
  });
  return async (request) => {
    fired = [];
    const session = flow.getSession();
    for (const [fact, data] of Object.entries(requests[request])) session.assert(new classes[fact](data));
    await session.match();
    session.dispose();
    return decide(rules, fired);
  };
}
