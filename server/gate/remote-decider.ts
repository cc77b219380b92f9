import type { Obligation } from '../../runtime/contract.ts';
import { remoteApprovals } from './remote-approvals.ts';
import { serviceClient } from './service-client.ts';
import type { Decider } from './decider.ts';

export interface RemoteOptions {
  /** Where the service listens, such as `http://127.0.0.1:8080`. */
  readonly url: string;
  readonly token: string;
  readonly ruleset: string;
  /** Token of the role approver, of another name: what `approvals.answer` answers with. Never give it to an agent. */
  readonly approverToken?: string;
  readonly fetch?: typeof fetch;
}

/** CallVerdict of the service. */
interface Answer {
  readonly decision: string | null;
  readonly reason: string | null;
  readonly code?: string;
  readonly metadata: Readonly<Record<string, string>>;
  readonly obligations: readonly Obligation[];
  readonly decision_id: string;
  readonly ruleset_hash: string;
  readonly approval?: { readonly id: string };
}

/**
 * Decides with a service over HTTP. Its sessions hold what was seen, its store the approvals.
 *
 * @param more members of every request
 */
export function remoteDecider(
  options: RemoteOptions,
  mode: 'enforce' | 'observe',
  more?: { readonly session_mode: 'require' },
): Decider {
  const { url, token, ruleset, approverToken, fetch: send = fetch } = options;
  const client = serviceClient(url, token, send);
  const approver = approverToken === undefined ? null : serviceClient(url, approverToken, send);
  return {
    approvals: remoteApprovals(client, approver),
    async decide({ agent, session, tool, call: { id, args } }, signal) {
      const of = session === undefined ? {} : { session };
      const call = { ruleset, agent, ...of, tool, call: { id, args }, mode, ...more };
      const answer = (await client.post('/v1/calls', call, signal)) as Answer;
      const { decision, reason, code, metadata, obligations, approval } = answer;
      return {
        decision,
        reason,
        metadata,
        obligations,
        decisionId: answer.decision_id,
        rulesetHash: answer.ruleset_hash,
        ...(code === undefined ? {} : { code }),
        ...(approval === undefined ? {} : { approval: approval.id }),
      };
    },
    async keep(session, facts) {
      for (const { template, data } of facts)
        await client.post('/v1/facts', { session_id: session, template, data });
    },
    async isMounted() {
      const { ruleset_hash: hash } = (await client.get('/v1/status')) as { readonly ruleset_hash: unknown };
      return hash !== null;
    },
  };
}
