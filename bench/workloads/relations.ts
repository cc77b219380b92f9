import { writeCount } from '../report/write-quantity.ts';
import type { Case, Request, Workload } from './workload.ts';

const SIZES = [100, 100_000] as const;
const REQUESTS = 60;
const VERBS = ['read', 'write', 'share', 'remove'] as const;

/** Rows of role and verb: every role may do one thing. */
export function grantRows(size: number): readonly (readonly [role: string, verb: string])[] {
  return Array.from({ length: size }, (_, n) => [`role-${n}`, VERBS[n % VERBS.length]!]);
}

function rulesetOf(size: number): string {
  const rows = grantRows(size).map(([role, verb]) => `      - [${role}, ${verb}]\n`);
  return `templates:
  - { name: request, slots: [{ name: role, type: symbol }, { name: verb, type: symbol }] }
  - { name: site, slots: [{ name: name, type: symbol }] }
relations:
  - name: grants
    columns: [{ name: role, type: symbol }, { name: verb, type: symbol }]
    rows:
${rows.join('')}rules:
  - name: granted
    when:
      - { template: request, alias: $r }
      - { relation: grants, conditions: [{ slot: role, expression: equals($r.role) }, { slot: verb, expression: equals($r.verb) }] }
    then: { action: allow, reason: "{r.role} may {r.verb}" }
`;
}

function request(n: number, size: number): Request {
  const role = (n * 13) % size;
  const verb = VERBS[(n % 3 === 2 ? role + 1 : role) % VERBS.length]!;
  return [{ template: 'request', data: { role: `role-${role}`, verb } }];
}

function caseOf(size: number): Case {
  return {
    label: `${writeCount(size)} rows`,
    sources: [{ path: 'relations.yaml', text: rulesetOf(size) }],
    session: [{ template: 'site', data: { name: 'here' } }],
    requests: Array.from({ length: REQUESTS }, (_, n) => request(n, size)),
    systems: ['ferrule', 'clips', 'javascript'],
  };
}

export const relations: Workload = {
  id: 'W11',
  title: 'relation that a request joins',
  cases: () => SIZES.map(caseOf),
};
