import { ZenEngine } from '@gorules/zen-engine';
import { decide, readRequests, readRules } from './read-rules.mjs';

const OPERATORS = { less_than: '<', greater_than: '>', at_least: '>=', at_most: '<=' };

function cell({ operator, value, values, reference }) {
  const text = typeof value === 'number' ? String(value) : JSON.stringify(value);
  const list = values?.map((one) => JSON.stringify(one)).join(', ');
  if (operator === 'in') return list;
  if (operator === 'not_in') return `not($ in [${list}])`;
  if (reference) return `$ == ${reference.fact}.${reference.slot}`;
  if (operator === 'equals') return text;
  if (operator === 'not_equals') return `$ != ${text}`;
  return `${OPERATORS[operator]} ${text}`;
}

/** One decision table that collects every row that holds. */
function decisionTable(rules) {
  const fields = [
    ...new Set(rules.flatMap(({ conditions }) => conditions.map(({ fact, slot }) => `${fact}.${slot}`))),
  ];
  const rows = rules.map(({ index, conditions }) => ({
    _id: `row-${index}`,
    ...Object.fromEntries(fields.map((field) => [field, ''])),
    ...Object.fromEntries(
      conditions.map((condition) => [`${condition.fact}.${condition.slot}`, cell(condition)]),
    ),
    index: String(index),
  }));
  return {
    hitPolicy: 'collect',
    inputs: fields.map((field) => ({ id: field, name: field, type: 'expression', field })),
    outputs: [{ id: 'index', name: 'index', type: 'expression', field: 'index' }],
    rules: rows,
  };
}

export function prepare(given) {
  const rules = readRules(given);
  const requests = readRequests(given);
  const node = (id, type, content) => ({ id, type, name: id, position: { x: 0, y: 0 }, content });
  const edge = (sourceId, targetId) => ({ id: `${sourceId}-${targetId}`, type: 'edge', sourceId, targetId });
  const decision = new ZenEngine().createDecision({
    contentType: 'application/vnd.gorules.decision',
    nodes: [
      node('request', 'inputNode', {}),
      node('table', 'decisionTableNode', decisionTable(rules)),
      node('response', 'outputNode', {}),
    ],
    edges: [edge('request', 'table'), edge('table', 'response')],
  });
  return async (request) => {
    const { result } = await decision.evaluate(requests[request]);
    return decide(
      rules,
      result.map(({ index }) => index),
    );
  };
}
