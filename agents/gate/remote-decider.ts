import type { FactInput } from '../../runtime/facts/read-facts.ts';
import type { Obligation } from '../../runtime/description.ts';
import { given } from '../../runtime/values/given.ts';
import { clientEnvironment } from '../../clients/typescript/environment.ts';
import { remoteApprovals } from './remote-approvals.ts';
import { repeated } from './repeated.ts';
import { serviceClient } from './service-client.ts';
import type { Decided, Decider } from './decider.ts';

export interface RemoteOptions {
  /** Where the service listens, such as `http://127.0.0.1:8080` (default: FERRULE_URL). */
  readonly url?: string;
  /** Default: FERRULE_TOKEN. */
  readonly token?: string;
  readonly ruleset: string;
  /** Token with the role approver and another name, used by `approvals.answer`. Never give it to an agent. */
  readonly approverToken?: string;
  /**
   * `require`: every session must be there before its first call, too, which is for a process that goes on with what another
   * one began. Left out: the first call of a session makes it if there never was one, and later calls need it.
   */
  readonly sessionMode?: 'require';
  /** Facts of templates `from: host` for each decision: the token needs the role `host`. */
  readonly hostFacts?: readonly FactInput[];
  readonly fetch?: typeof fetch;
}

/** Throws TypeError if neither the options nor the environment say where the service is and with which token. */
export function reachedBy({ url, token }: Pick<RemoteOptions, 'url' | 'token'>): {
  readonly url: string;
  readonly token: string;
} {
  const environment = clientEnvironment();
  const [at, by] = [url ?? environment.url, token ?? environment.token];
  if (at === undefined) throw new TypeError('a gate needs an engine, a decider, or the `url` of a service');
  if (by === undefined) throw new TypeError('a gate over a service needs `token` or FERRULE_TOKEN');
  return { url: at, token: by };
}

/** CallVerdict of the service. */
interface Answer {
  readonly decision: string | null;
  readonly reason: string | null;
  readonly code?: string;
  readonly metadata: Readonly<Record<string, string>>;
  readonly obligations: readonly Obligation[];
  /** Left out if there are none. */
  readonly missing?: readonly string[];
  readonly decision_id: string;
  readonly ruleset_hash: string;
  /** Left out if the rules ask for none. */
  readonly attestation_token?: string;
  readonly approval?: { readonly id: string };
  /** With the next three: of a ruleset with budgets. */
  readonly counted?: boolean;
  readonly replayed?: boolean;
  readonly exceeded_budgets?: readonly string[];
  readonly reservation?: { readonly id: string } | null;
}

/** Sessions that are known to have begun. Of one that was dropped the service still has the mark when it ends. */
const MOST_SESSIONS = 10_000;

/**
 * Decides with a service over HTTP. Its sessions hold what was seen, its store the approvals.
 *
 * @param handled types of obligations with a handler: an allow with another one does not use up an approval
 */
export function remoteDecider(
  options: RemoteOptions,
  mode: 'enforce' | 'observe',
  handled: readonly string[] = [],
): Decider {
  const { ruleset, approverToken, fetch: send = fetch }: RemoteOptions = given(options);
  const { url, token } = reachedBy(given(options));
  const client = serviceClient(url, token, send);
  const approver = approverToken === undefined ? null : serviceClient(url, approverToken, send);
  const host = options.hostFacts === undefined ? {} : { host_facts: options.hostFacts };
  const begun = new Set<string>();
  /** A lost session would be created again without its facts. */
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
    async decide({ agent, session, tool, call: { id, args } }, signal, _granted, { key }) {
      const of = session === undefined ? {} : inSession(session);
      const call = {
        ruleset,
        agent,
        ...of,
        tool,
        call: { id, args },
        mode,
        supported_obligations: handled,
        ...host,
        ...(mode === 'observe' || key === null ? {} : { idempotency_key: key }),
      };
      const answer = (await repeated(() => client.post('/v1/calls', call, signal), signal)) as Answer;
      if (session !== undefined) hasBegun(session);
      const { decision, reason, code, metadata, obligations, missing, approval } = answer;
      return {
        decision,
        reason,
        metadata,
        obligations,
        ...(missing === undefined ? {} : { missing }),
        decisionId: answer.decision_id,
        rulesetHash: answer.ruleset_hash,
        attestationToken: answer.attestation_token ?? null,
        ...(code === undefined ? {} : { code }),
        ...(approval === undefined ? {} : { approval: approval.id }),
        ...countingOf(answer),
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

function countingOf(answer: Answer): Pick<Decided, 'counting'> {
  const { counted, replayed = false, exceeded_budgets: exceededBudgets = [], reservation } = answer;
  if (counted === undefined) return {};
  return { counting: { counted, replayed, exceededBudgets, reservation: reservation?.id ?? null } };
}
