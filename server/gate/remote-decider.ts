import type { Obligation } from '../../runtime/contract.ts';
import type { Decider } from './decider.ts';

export interface RemoteOptions {
  /** Where the service listens, such as `http://127.0.0.1:8080`. */
  readonly url: string;
  readonly token: string;
  readonly ruleset: string;
  readonly fetch?: typeof fetch;
}

interface Answer {
  readonly decision: string | null;
  readonly reason: string | null;
  readonly metadata?: Readonly<Record<string, string>>;
  readonly obligations?: readonly Obligation[];
}

/** A refusal of the service, with its code. */
export class GateServiceError extends Error {
  readonly status: number;
  readonly code: string;
  constructor(status: number, code: string, detail: string) {
    super(detail);
    this.name = 'GateServiceError';
    this.status = status;
    this.code = code;
  }
}

/** Decides with a service over HTTP. Its sessions hold what was seen. */
export function remoteDecider({ url, token, ruleset, fetch: send = fetch }: RemoteOptions): Decider {
  const post = async (path: string, body: object, signal?: AbortSignal): Promise<Response> => {
    const answer = await send(new URL(path, url), {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
      ...(signal === undefined ? {} : { signal }),
    });
    if (answer.ok) return answer;
    const { error, detail } = (await answer.json().catch(() => ({}))) as { error?: string; detail?: string };
    throw new GateServiceError(answer.status, error ?? 'unknown', detail ?? `status ${answer.status}`);
  };
  return {
    async decide(document, signal) {
      const { session } = document;
      const of = session === undefined ? {} : { session_id: session };
      const answer = await post('/v1/evaluate', { ruleset, facts: [], input: document, ...of }, signal);
      const { decision, reason, metadata = {}, obligations = [] } = (await answer.json()) as Answer;
      return {
        decision,
        reason,
        metadata,
        obligations,
        decisionId: answer.headers.get('ferrule-decision-id'),
        rulesetHash: answer.headers.get('ferrule-ruleset-hash'),
      };
    },
    async keep(session, facts) {
      for (const { template, data } of facts)
        await post('/v1/facts', { session_id: session, template, data });
    },
  };
}
