import { stringify } from 'yaml';
import type { Source } from '../../compiler/diagnostics/position.ts';
import type { Case, GivenFact, Request, Workload } from './workload.ts';
import { writeCount } from '../report/write-quantity.ts';

const SIZES = [10, 100, 1_000, 10_000] as const;
const FACTS = 4;
const REQUESTS = 32;
const ACTIONS = ['deny', 'escalate', 'allow'] as const;

/** Rules that differ in one constant. */
export function manyRules(count: number): Source {
  const slots = [
    { name: 'id', type: 'string', required: true },
    { name: 'code', type: 'symbol', required: true },
    { name: 'level', type: 'integer', required: true },
  ];
  const rules = Array.from({ length: count }, (_, n) => ({
    name: `code-${n}`,
    when: [
      {
        template: 'signal',
        alias: '$signal',
        conditions: [
          { slot: 'code', expression: `equals(code-${n})` },
          { slot: 'level', expression: 'at_least(10)' },
        ],
      },
    ],
    then: { action: ACTIONS[n % ACTIONS.length], reason: `Signal {signal.id} has code ${n}` },
  }));
  const head = { ruleset: 'codes', templates: [{ name: 'signal', slots }], modules: [{ name: 'codes' }] };
  const documents = [head, { module: 'codes', rules }];
  return { path: 'codes.yaml', text: documents.map((document) => stringify(document)).join('---\n') };
}

/** Every fact matches one rule, at any position. */
function request(n: number, rules: number): Request {
  return Array.from({ length: FACTS }, (_, i): GivenFact => {
    const code = Math.floor((rules * (i + (n % REQUESTS) / REQUESTS)) / FACTS);
    return { template: 'signal', data: { id: `signal-${n}-${i}`, code: `code-${code}`, level: 10 + i } };
  });
}

function caseOf(rules: number): Case {
  return {
    label: `${writeCount(rules)} rules`,
    sources: [manyRules(rules)],
    session: [],
    requests: Array.from({ length: REQUESTS }, (_, n) => request(n, rules)),
    systems: ['ferrule', 'clips'],
  };
}

export const manyRulesWorkload: Workload = {
  id: 'W5',
  title: `rules told apart by constants, ${FACTS} of them match`,
  cases: () => SIZES.map(caseOf),
};
