// The rules of a ruleset without chaining as plain data, for engines that have other languages.
import { parseAllDocuments } from 'yaml';

const RANKS = { deny: 0, escalate: 1, scope: 2, route: 3, allow: 4 };

/** The literal or reference between the brackets of an operator. */
function readOperand(text) {
  const reference = /^\$(\w+)\.(\w+)$/.exec(text);
  if (reference) return { reference: { fact: reference[1], slot: reference[2] } };
  return { value: /^-?\d+$/.test(text) ? Number(text) : text };
}

function readCondition(fact, { slot, expression }) {
  const [, operator, inner] = /^(\w+)\((.*)\)$/.exec(expression);
  const where = { fact, slot, operator };
  if (operator === 'in' || operator === 'not_in') {
    return {
      ...where,
      values: inner
        .slice(1, -1)
        .split(',')
        .map((value) => value.trim()),
    };
  }
  if (operator === 'between') {
    const [low, high] = inner.split(',').map(Number);
    return { ...where, low, high };
  }
  return { ...where, ...readOperand(inner) };
}

/**
 * Rules in the order in which they would fire: by module, then by salience. `index` is the place in that order. A fact
 * of the conditions is known by the name of its template, since every request has one of each.
 */
export function readRules({ sources }) {
  const documents = sources.flatMap(({ text }) => parseAllDocuments(text).map((document) => document.toJS()));
  const order = documents.flatMap((document) => document.focus_order ?? []);
  return documents
    .flatMap(({ module, rules = [] }) => rules.map((rule) => ({ module, salience: 0, ...rule })))
    .sort((a, b) => order.indexOf(a.module) - order.indexOf(b.module) || b.salience - a.salience)
    .map((rule, index) => ({
      index,
      name: `${rule.module}::${rule.name}`,
      action: rule.then.action,
      rank: RANKS[rule.then.action],
      reason: rule.then.reason,
      conditions: rule.when.flatMap(({ template, conditions = [] }) =>
        conditions.map((condition) => readCondition(template, condition)),
      ),
    }));
}

/** Requests as one object keyed by template, which is what these engines take. Made before anything is timed. */
export function readRequests({ requests }) {
  return requests.map((facts) => Object.fromEntries(facts.map(({ template, data }) => [template, data])));
}

/** The answer of `deny-overrides` for all the rules that fired, with their trace. */
export function decide(rules, fired) {
  const ruleTrace = [];
  let winner = null;
  for (const index of fired) {
    const rule = rules[index];
    ruleTrace.push(rule.name);
    if (
      winner === null ||
      rule.rank < winner.rank ||
      (rule.rank === winner.rank && rule.index > winner.index)
    ) {
      winner = rule;
    }
  }
  return winner === null
    ? { decision: 'deny', reason: 'default decision (no rules fired)', ruleTrace }
    : { decision: winner.action, reason: winner.reason, ruleTrace };
}

/** The answer when one rule decided, or none. */
export function answerOf(rule) {
  return rule === null
    ? { decision: 'deny', reason: 'default decision (no rules fired)' }
    : { decision: rule.action, reason: rule.reason };
}
