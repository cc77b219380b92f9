/** The objects of a suite with their keys, the lists among them, and what authors of other systems call them. */
import { words } from '../../../compiler/diagnostics/guesses.ts';
import type { Shape } from '../../../compiler/read/fields.ts';
import { meantList, type ListForm } from '../../../compiler/read/guess-list.ts';
import { writeNode } from '../../../compiler/read/write-node.ts';
import { isFactMap } from './fact-map.ts';
import { caseOf, factOf, never, obligationOf, rowsOf, templateOf } from './items.ts';

const FACT_EXAMPLE = '{ template: transfer, data: { amount: 10 } }';
const CASE_EXAMPLE = `{ name: small ones pass, facts: [${FACT_EXAMPLE}], expect: { decision: allow } }`;

const LISTED_FACTS: ListForm = {
  item: (value) => factOf(value),
  named: ({ key, value }, map) =>
    map.entries.has('template') || value.kind !== 'map'
      ? null
      : `{ template: ${key.value}, data: ${writeNode(value) ?? '{ … }'} }`,
  example: FACT_EXAMPLE,
};
/** A list, or a map of templates. */
const FACTS: ListForm = { ...LISTED_FACTS, isOther: isFactMap };
export const RULES: ListForm = {
  item: (value) => (value.kind === 'scalar' ? value.scalar.text : null),
  named: ({ key }) => key.value,
  example: 'MAIN::small',
};
const NAMES: ListForm = {
  item: (value) => (value.kind === 'scalar' ? value.scalar.text : null),
  named: ({ key }) => key.value,
  example: 'daily-spend',
};
const lists = (table: Readonly<Record<string, ListForm>>): ReadonlyMap<string, ListForm> =>
  new Map(Object.entries(table));

export const SUITE: Shape = {
  owner: 'a suite',
  isClosed: true,
  keys: ['suite', 'ruleset', 'now', 'facts', 'cases', 'properties'],
  lists: lists({
    facts: FACTS,
    cases: { item: writeNode, named: caseOf, example: CASE_EXAMPLE },
    properties: {
      item: writeNode,
      named: ({ key, value }, map) => (map.entries.has('name') ? null : caseOf({ key, value }, map)),
      example: '{ name: never for the frozen, never: { decision: allow }, when: [{ template: frozen }] }',
    },
  }),
  words: words({
    suite: 'name title id',
    ruleset: 'path policy rules_file',
    now: 'time clock date at',
    facts: 'given fact setup',
    cases: 'tests case test examples scenarios specs',
    properties: 'property invariants invariant',
  }),
};

export const CASE: Shape = {
  owner: 'a case',
  isClosed: true,
  keys: ['name', 'each', 'now', 'facts', 'input', 'steps', 'expect'],
  nullable: ['input'],
  lists: lists({
    facts: FACTS,
    each: { item: rowsOf, named: never, example: '{ amount: 10, decision: allow }' },
    steps: {
      item: writeNode,
      named: never,
      example: `{ evaluate: [${FACT_EXAMPLE}], expect: { decision: allow } }`,
    },
  }),
  words: words({
    name: 'case title id test description it',
    each: 'rows table where examples params parametrize foreach for_each',
    now: 'time clock date at',
    facts: 'given fact arrange',
    input: 'document request body event payload',
    steps: 'step sequence',
    expect: 'then expected expects want output assert should expectation',
  }),
};

export const FACT: Shape = {
  owner: 'a fact',
  isClosed: true,
  keys: ['template', 'data'],
  words: words({ template: 'type kind fact', data: 'slots values fields attributes properties with' }),
};

export const EXPECT: Shape = {
  owner: '`expect`',
  isClosed: true,
  keys: [
    ...['decision', 'reason', 'fired', 'metadata', 'obligations', 'facts', 'error', 'detail'],
    ...['counted', 'exceeded', 'budgets', 'state', 'over', 'late'],
  ],
  nullable: ['decision', 'reason'],
  lists: lists({
    obligations: {
      item: obligationOf,
      named: ({ key, value }, map) =>
        map.entries.has('type') ? null : `{ type: ${key.value}, properties: ${writeNode(value) ?? '{ … }'} }`,
      example: '{ type: mask, properties: { field: ssn } }',
    },
    exceeded: NAMES,
    budgets: {
      item: (value) => (value.kind === 'scalar' ? `{ budget: ${value.scalar.text} }` : writeNode(value)),
      named: ({ key, value }, map) => {
        if (map.entries.has('budget') || value.kind !== 'map') return null;
        const text = writeNode(value);
        return text === null ? null : `{ budget: ${key.value}, ${text.slice(2)}`;
      },
      example: '{ budget: daily-spend, key: { centre: ops }, used: 450, limit: 500 }',
    },
  }),
  words: words({
    decision: 'action effect result verdict outcome answer',
    reason: 'message because why',
    fired: 'rules rule trace rule_trace fires',
    obligations: 'obligation duties advice',
    error: 'code err exception throws',
    detail: 'error_message',
    counted: 'counts count consumed',
    exceeded: 'exceeded_budgets exceeds over_limit',
    budgets: 'budget sums',
    late: 'expired',
  }),
};

export const SUMS: Shape = {
  owner: 'an entry of `budgets`',
  isClosed: true,
  keys: ['budget', 'key', 'requested', 'used', 'reserved', 'limit', 'exceeded'],
  words: words({
    budget: 'name',
    key: 'per keys',
    requested: 'amount request',
    used: 'spent use sum',
    reserved: 'held holds hold',
    limit: 'max most',
    exceeded: 'exceeds over',
  }),
};

export const FIRED: Shape = {
  owner: '`fired`',
  isClosed: true,
  keys: ['includes', 'excludes', 'exactly', 'order'],
  lists: lists({ includes: RULES, excludes: RULES, exactly: RULES, order: RULES }),
  words: words({
    includes: 'include contains has some',
    excludes: 'exclude not none without',
    exactly: 'only equals all',
    order: 'sequence ordered in_order',
  }),
};

export const EXPECTED_FACTS: Shape = {
  owner: '`facts` of `expect`',
  isClosed: true,
  keys: ['includes', 'excludes'],
  lists: lists({ includes: LISTED_FACTS, excludes: LISTED_FACTS }),
  words: words({ includes: 'include contains has some', excludes: 'exclude not none without' }),
};

export const TEXT_MATCH: Shape = {
  owner: 'a text that is expected',
  isClosed: true,
  keys: ['matches', 'contains'],
  words: words({
    matches: 'match regex regexp pattern like',
    contains: 'contain includes include substring has',
  }),
};

export const STEP: Shape = {
  owner: 'a step',
  isClosed: true,
  keys: [
    ...['assert', 'advance', 'now', 'evaluate', 'decide', 'settle'],
    ...['input', 'as', 'token', 'session', 'times', 'of', 'expect'],
  ],
  nullable: ['input'],
  lists: lists({ assert: FACTS, evaluate: FACTS, decide: FACTS }),
  words: words({
    assert: 'given facts put add',
    advance: 'wait sleep after tick clock',
    now: 'at time date set',
    evaluate: 'when check run eval',
    decide: 'request count spend',
    settle: 'commit release reservation',
    as: 'id name',
    token: 'caller',
    times: 'repeat n',
    input: 'document request body event payload',
    expect: 'then expected expects want output should expectation',
  }),
};

export const SETTLE: Shape = {
  owner: '`settle`',
  isClosed: true,
  keys: ['commit', 'release'],
  words: words({ commit: 'amount spent use confirm', release: 'cancel free undo' }),
};

export const PROPERTY: Shape = {
  owner: 'a property',
  isClosed: true,
  keys: ['name', 'never', 'when', 'if', 'for', 'monotone', 'under', 'order_independent'],
  lists: lists({
    when: { item: (value) => whenOf(value), named: never, example: '{ template: transfer }' },
    under: { item: templateOf, named: never, example: '{ add: approval }' },
  }),
  words: words({
    name: 'property title id description',
    never: 'forbid forbidden not impossible',
    when: 'given where',
    monotone: 'monotonic stays',
    under: 'adding add',
    order_independent: 'order_independence commutative any_order',
  }),
};

/** As the elements of a rule's `when`. */
function whenOf(value: Parameters<ListForm['item']>[0]): string | null {
  const key = { value: 'when', at: value.at };
  return meantList('a rule', { key, value })?.slice(1, -1) ?? null;
}

export const NEVER: Shape = {
  owner: '`never`',
  isClosed: true,
  keys: ['decision'],
  words: words({ decision: 'action effect result verdict outcome' }),
};

export const UNDER: Shape = {
  owner: 'an element of `under`',
  isClosed: true,
  keys: ['add'],
  words: words({ add: 'template fact facts assert' }),
};
