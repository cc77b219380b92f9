import { ServiceError } from '../../../library/errors.ts';
import { answer } from '../../requests/answer.ts';
import { findSessionId } from '../../requests/find-session-id.ts';
import type {
  CompileReplies,
  ExplainedMount,
  ExplainedSession,
} from '../../evaluation/protocol/compile-protocol.ts';
import type { MountedServing, Services } from '../../services.ts';
import type { Caller } from '../../tokens/caller.ts';
import { lackingRole } from '../../tokens/lacking-role.ts';
import { allowsRuleset } from '../../../library/ruleset-patterns.ts';
import { ExplainRequest, ExplainResponse } from './contract.ts';
import { BODY_ERRORS, type Route } from '../route.ts';

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
    const { pool, texts, serving } = services;
    const { actor, rulesets } = caller;
    checkMounted(serving, rulesets);
    const mounted = serving.kind === 'mounted' ? await readMounted(serving, caller, services) : null;
    const ask = (session: ExplainedSession | null): Promise<CompileReplies['explain']> => {
      // A new one each time: the bytes are transferred.
      const bytes = new Uint8Array(body);
      const about = { host: caller.roles.has('host'), rulesets, mounted, session };
      return texts.ask({ kind: 'explain', body: bytes, gzip, ...about }, { actor, onLeave });
    };
    const hint = gzip || mounted !== null ? null : findSessionId(body);
    let reply = await ask(hint === null ? null : await readExplained(hint, caller, pool));
    if (typeof reply !== 'string') reply = await ask(await readExplained(reply.needs, caller, pool));
    if (typeof reply === 'string') return answer(reply);
    throw new ServiceError('internal_error', 'the session of the request was not found twice');
  },
};

/** Throws ServiceError `ruleset_not_found` for a mounted ruleset that does not exist for the caller. */
function checkMounted(serving: Services['serving'], rulesets: Caller['rulesets']): void {
  if (serving.kind === 'mounted' && !allowsRuleset(rulesets, serving.engine.current.ruleset.name))
    throw new ServiceError('ruleset_not_found', 'no such ruleset');
}

/**
 * An explanation shows the facts that it begins with. Who may evaluate with them learns them anyway; the role explain
 * alone reads none. Throws ServiceError `forbidden`.
 */
function checkHeld(caller: Caller, role: 'session' | 'fleet'): void {
  const refusal = caller.roles.has('evaluate') ? null : lackingRole(caller, role);
  if (refusal !== null) throw refusal;
}

/**
 * A session with its facts, as they are now. A session of another token is unknown to the caller, as everywhere; the role
 * counts only for one that exists.
 */
async function readExplained(id: string, caller: Caller, pool: Services['pool']): Promise<ExplainedSession> {
  const found = await pool.findSession(caller.actor, id);
  if (found.kind !== 'live') return { id, state: found.kind, ruleset: '', held: NO_FACTS };
  checkHeld(caller, 'session');
  const held = await listFacts({ session_id: id }, id, caller, pool);
  return { id, state: 'live', ruleset: found.head.ruleset, held };
}

/** The mounted ruleset, with the facts of its fleet. */
async function readMounted(
  { engine, fleet }: MountedServing,
  caller: Caller,
  { pool }: Services,
): Promise<ExplainedMount> {
  const { hash, name, base } = engine.current.details;
  if (fleet !== null) checkHeld(caller, 'fleet');
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
