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
  /**
   * `require`: every session must be there before its first call, too, which is for a process that goes on with what another
   * one began. Left out: the first call of a session makes it if there never was one, and later calls need it.
   */
  readonly sessionMode?: 'require';
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

/** Sessions that are known to have begun. Of one that was dropped the service still has the mark when it ends. */
const MOST_SESSIONS = 10_000;

/**
 * Decides with a service over HTTP. Its sessions hold what was seen, its store the approvals.
 *
 * @param handled types of obligations that somebody here fulfils: an allow with another one uses no approval up
 */
export function remoteDecider(
  options: RemoteOptions,
  mode: 'enforce' | 'observe',
  handled: readonly string[] = [],
): Decider {
  const { url, token, ruleset, approverToken, fetch: send = fetch } = options;
  const client = serviceClient(url, token, send);
  const approver = approverToken === undefined ? null : serviceClient(url, approverToken, send);
  const begun = new Set<string>();
  /** A session that is lost without a mark would be made anew, and have seen nothing. */
  const hasBegun = (session: string): void => {
    if (!begun.delete(session) && begun.size >= MOST_SESSIONS) begun.delete(begun.keys().next().value ?? '');
    begun.add(session);
  };
  const inSession = (session: string): object =>
    options.sessionMode === 'require' || begun.has(session)
      ? { session, session_mode: 'require' }
      : { session };
  return {
    approvals: remoteApprovals(client, approver),
    async decide({ agent, session, tool, call: { id, args } }, signal) {
      const of = session === undefined ? {} : inSession(session);
      const call = { ruleset, agent, ...of, tool, call: { id, args }, mode, supported_obligations: handled };
      const answer = (await client.post('/v1/calls', call, signal)) as Answer;
      if (session !== undefined) hasBegun(session);
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
      if (facts.length > 0) hasBegun(session);
    },
    async isMounted() {
      const { ruleset_hash: hash } = (await client.get('/v1/status')) as { readonly ruleset_hash: unknown };
      return hash !== null;
    },
  };
}
