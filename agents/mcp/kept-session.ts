/**
 * The session of a proxy in the store of a service. It lasts as long as the proxy does, so it is used now and then even when
 * no call is made. A session that is gone all the same is never taken for one that has seen nothing: another goes on with
 * the facts that this proxy has asserted, if no other process could have asserted more.
 */
import { randomUUID } from 'node:crypto';
import type { FactInput } from '../../runtime/facts/read-facts.ts';
import type { Decider } from '../gate/decider.ts';
import { reachedBy, remoteDecider, type RemoteOptions } from '../gate/remote-decider.ts';
import { GateServiceError, serviceClient } from '../gate/service-client.ts';

export interface KeptSessionOptions extends RemoteOptions {
  readonly session: string;
  /** It was given by name: others may have it, too, and may have had it before. */
  readonly isNamed: boolean;
  /** It is used at least so often, in milliseconds. */
  readonly useMs: number;
  readonly tell: (line: string) => void;
}

export interface KeptSession {
  readonly deciderOf: (mode: 'enforce' | 'observe') => Decider;
  readonly close: () => void;
}

export function keepSession(options: KeptSessionOptions): KeptSession {
  const { session, isNamed, ruleset, tell } = options;
  const { url, token } = reachedBy(options);
  const client = serviceClient(url, token, options.fetch ?? fetch);
  /** Facts that this proxy has asserted, each once: a session holds no fact twice. */
  const taught = new Map<string, FactInput>();
  let id = session;
  let hasBegun = false;
  let isTold = false;
  let beginning: Promise<string> | null = null;

  const teach = async (to: string, fact: FactInput): Promise<void> => {
    const data = fact.data['session'] === session ? { ...fact.data, session: to } : fact.data;
    await client.post('/v1/facts', { session_id: to, template: fact.template, data });
    taught.set(JSON.stringify(fact), fact);
  };

  /** Taken for the session only when it knows everything. */
  const begin = async (): Promise<string> => {
    const next = randomUUID();
    await client.post('/v1/sessions', { ruleset, session_id: next });
    for (const fact of taught.values()) await teach(next, fact);
    id = next;
    tell('the session ended in the store: a new one continues with the same facts');
    return next;
  };

  const goOn = async (lost: string): Promise<string> => {
    if (lost !== id) return id;
    if (isNamed) {
      const text = `the session ${JSON.stringify(session)} ended in the store, and its facts are lost`;
      if (!isTold) tell(`${text}: every call is refused until the proxy is started with another --session`);
      isTold = true;
      throw new GateServiceError(404, 'session_expired', text);
    }
    beginning ??= begin().finally(() => (beginning = null));
    return beginning;
  };

  const inSession = async <T>(work: (id: string) => T | Promise<T>): Promise<T> => {
    const asked = id;
    try {
      const answer = await work(asked);
      hasBegun = true;
      return answer;
    } catch (error) {
      if (!isGone(error)) throw error;
      return work(await goOn(asked));
    }
  };

  const use = setInterval(() => {
    // The next call reports the problem.
    client.get(`/v1/sessions/${id}`).catch(() => undefined);
  }, options.useMs);
  use.unref();

  return {
    deciderOf(mode) {
      const first = remoteDecider(options, mode);
      // The mark of an ended session expires: afterwards it would be created again, empty.
      const later = remoteDecider({ ...options, sessionMode: 'require' }, mode);
      return {
        ...first,
        decide: (document, signal, granted, attempt) =>
          inSession((of) =>
            (hasBegun ? later : first).decide({ ...document, session: of }, signal, granted, attempt),
          ),
        async keep(_session, facts) {
          for (const fact of facts) await inSession((of) => teach(of, fact));
        },
      };
    },
    close: () => clearInterval(use),
  };
}

function isGone(error: unknown): boolean {
  return (
    error instanceof GateServiceError &&
    (error.code === 'session_expired' || error.code === 'session_not_found')
  );
}
