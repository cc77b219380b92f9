import { rulesetFile } from './ruleset-file.ts';
import type { Request, Workload } from './workload.ts';

const ROLES = ['guest', 'worker', 'operator', 'admin'] as const;
const VERBS = ['read', 'write', 'delete', 'execute'] as const;
const SENSITIVITIES = ['public', 'internal', 'secret'] as const;

/** Every role with every verb; the other slots vary with them. */
export function gateRequests(): readonly Request[] {
  return ROLES.flatMap((role, r) =>
    VERBS.map((verb, v): Request => {
      const id = `agent-${r}`;
      const sensitivity = SENSITIVITIES[(r + v) % SENSITIVITIES.length]!;
      return [
        { template: 'agent', data: { id, role, trust: 25 * r } },
        { template: 'call', data: { agent: id, tool: `tool-${v}`, verb, sensitivity, bytes: 400_000 * v } },
      ];
    }),
  );
}

export const gate: Workload = {
  id: 'W1',
  title: 'gate: 8 rules, 2 facts',
  cases: () => [
    {
      label: '',
      sources: [rulesetFile('gate')],
      session: [],
      requests: gateRequests(),
      systems: [
        'ferrule',
        'clips',
        'javascript',
        'json-rules-engine',
        'json-logic-engine',
        'rools',
        'casbin',
        'zen-engine',
        'cedar',
        'nools',
      ],
    },
  ],
};
