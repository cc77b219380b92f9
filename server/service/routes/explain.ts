import { ServiceError } from '../../errors.ts';
import { answer } from '../http/answer.ts';
import { findSessionId } from '../evaluation/find-session-id.ts';
import type { CompileReplies, ExplainedMount, ExplainedSession } from '../evaluation/compile-protocol.ts';
import type { MountedServing, Services } from '../services.ts';
import type { Caller } from '../../tokens/caller.ts';
import { ExplainRequest, ExplainResponse } from '../contracts/explain.ts';
import { BODY_ERRORS, type Route } from './route.ts';

const NO_FACTS = '{"facts":[]}';

export const explain: Route = {
  method: 'POST',
  url: '/v1/explain',
  path: '/v1/explain',
  summary: 'Explain how facts are decided',
  operationId: 'explain',
  access: 'explain',
  envelope: 'plain',
  body: 'json',
  cap: 'body',
  request: ExplainRequest,
  response: ExplainResponse,
  parameters: [],
  errors: BODY_ERRORS,
  async handle({ body, gzip, caller, onLeave }, services) {
    const { pool, texts, serving, keys } = services;
    const { actor, rulesets } = caller;
    const maskKey = keys.settings.log?.mask.key ?? null;
    const mounted = serving.kind === 'mounted' ? await readMounted(serving, caller, services) : null;
    const ask = (session: ExplainedSession | null): Promise<CompileReplies['explain']> => {
      // Each time anew: the bytes are handed over.
      const bytes = new Uint8Array(body);
      const about = { rulesets, maskKey, mounted, session };
      return texts.ask({ kind: 'explain', body: bytes, gzip, ...about }, { actor, onLeave });
    };
    const hint = gzip || mounted !== null ? null : findSessionId(body);
    let reply = await ask(hint === null ? null : await readExplained(hint, caller, pool));
    if (typeof reply !== 'string') reply = await ask(await readExplained(reply.needs, caller, pool));
    if (typeof reply === 'string') return answer(reply);
    throw new ServiceError('internal_error', 'the session of the request is not found twice');
  },
};

/** A session with its facts, as they are now. */
async function readExplained(id: string, caller: Caller, pool: Services['pool']): Promise<ExplainedSession> {
  const found = await pool.findSession(caller.actor, id);
  if (found.kind !== 'live') return { id, state: found.kind, ruleset: '', held: NO_FACTS };
  const held = await listFacts({ session_id: id }, id, caller, pool);
  return { id, state: 'live', ruleset: found.head.ruleset, held };
}

/** What is mounted, with the facts of its fleet. */
async function readMounted(
  { engine, fleet }: MountedServing,
  caller: Caller,
  { pool }: Services,
): Promise<ExplainedMount> {
  const { hash, name, base } = engine.current.details;
  const held = fleet === null ? NO_FACTS : await listFacts({}, null, caller, pool);
  return { hash, name, layers: base.layers, held };
}

async function listFacts(
  request: object,
  session: string | null,
  caller: Caller,
  pool: Services['pool'],
): Promise<string> {
  const body = Buffer.from(JSON.stringify(request));
  const { body: facts } = await pool.submit({
    ...{ caller, origin: null, kind: 'list-facts', body, context: null, session },
  });
  return facts;
}
