import type { ByHand } from '../systems/javascript.ts';
import { Verdict } from './verdict.ts';

interface Agent {
  readonly id: string;
  readonly team: string;
  readonly clearance: number;
  readonly status: string;
}

interface Document {
  readonly id: string;
  readonly team: string;
  readonly level: number;
  readonly kind: string;
}

interface Asked {
  readonly agent: string;
  readonly document: string;
  readonly verb: string;
}

/** W3: the registers are indexed by id once; a request looks its agent, document and grant up. */
export const joinsByHand: ByHand = (session) => {
  const agents = new Map<string, Agent>();
  const documents = new Map<string, Document>();
  const grants = new Map<string, Map<string, Set<string>>>();
  for (const { template, data } of session) {
    if (template === 'agent') agents.set(data['id'] as string, data as never);
    else if (template === 'document') documents.set(data['id'] as string, data as never);
    else {
      const of = grants.get(data['agent'] as string) ?? new Map<string, Set<string>>();
      const verbs = of.get(data['document'] as string) ?? new Set<string>();
      grants.set(
        data['agent'] as string,
        of.set(data['document'] as string, verbs.add(data['verb'] as string)),
      );
    }
  }
  return (facts) => {
    const verdict = new Verdict();
    let asked: Asked | undefined;
    let age = 0;
    let zone = '';
    for (const { template, data } of facts) {
      if (template === 'request') asked = data as never;
      else if (template === 'token') age = data['age'] as number;
      else zone = data['zone'] as string;
    }
    if (asked === undefined) return verdict;
    const agent = agents.get(asked.agent);
    const document = documents.get(asked.document);
    const { verb } = asked;
    if (agent?.status === 'suspended')
      verdict.fire('refusals::suspended', 'deny', `${agent.id} is suspended`);
    if (agent !== undefined && document !== undefined && agent.clearance < document.level)
      verdict.fire('refusals::clearance', 'deny', `${document.id} is above the clearance of ${agent.id}`);
    if (age > 3600) verdict.fire('refusals::stale-token', 'deny', `The token of ${asked.agent} is stale`);
    if (document?.kind === 'payroll' && (zone === 'remote' || zone === 'guest'))
      verdict.fire('refusals::payroll-outside', 'deny', `${document.id} is for the office`);
    if (agent !== undefined && document !== undefined) {
      if (grants.get(agent.id)?.get(document.id)?.has(verb) === true)
        verdict.fire('permissions::granted', 'allow', `${agent.id} was granted ${document.id}`);
      if (verb === 'read' && document.team === agent.team)
        verdict.fire('permissions::own-team-reads', 'allow', `Team ${agent.team} reads its own`);
      if (verb === 'share' && document.team !== agent.team)
        verdict.fire(
          'permissions::share-outside-team',
          'escalate',
          `${agent.id} shares ${document.id} of team ${document.team}`,
        );
    }
    if (zone === 'guest' && verb !== 'read')
      verdict.fire('permissions::guest-network', 'escalate', `${asked.agent} is on the guest network`);
    return verdict;
  };
};
