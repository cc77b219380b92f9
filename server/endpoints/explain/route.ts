import type { FactInput } from '../../../runtime/facts/read-facts.ts';
import { ServiceError } from '../../../library/errors.ts';
import { answer } from '../../requests/answer.ts';
import { findSessionId } from '../../requests/find-session-id.ts';
import type {
  CompileReplies,
  ExplainedMount,
  ExplainedSession,
} from '../../evaluation/protocol/compile-protocol.ts';
import type {
  CompilesTexts,
  FindsSessions,
  KnowsMounted,
  RunsJobs,
  Serves,
} from '../../evaluation/main/ports.ts';
import type { Mounted } from '../../evaluation/main/mounted-engine.ts';
import type { Caller } from '../../tokens/caller.ts';
import { lackingRole } from '../../tokens/lacking-role.ts';
import { allowsRuleset } from '../../../library/ruleset-patterns.ts';
import { ExplainRequest, ExplainResponse } from './contract.ts';
import type { Counts } from '../counting/kept-ledger.ts';
import { BODY_ERRORS, type Route } from '../route.ts';
import { explainedSums, withSums } from './explained-sums.ts';

/** Knows whether the mounted ruleset, if one is, also decides with the facts of a fleet. */
interface KnowsFleet extends KnowsMounted {
  readonly serving: Serves<MountedInFleet>;
}

interface MountedInFleet {
  readonly engine: { readonly current: Mounted };
  readonly fleet: object | null;
}

type ReadsSessions = RunsJobs & FindsSessions;
/** Parts of the service for an explanation. */
export type ExplainPort = ReadsSessions & CompilesTexts & KnowsFleet & Counts;

const NO_FACTS = '{"facts":[]}';

export const explain: Route<ExplainPort> = {
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
    const ask = (
      session: ExplainedSession | null,
      sums: readonly FactInput[] | null = null,
    ): Promise<CompileReplies['explain']> => {
      // A new one each time: the bytes are transferred.
      const bytes = new Uint8Array(body);
      const about = { host: caller.roles.has('host'), rulesets, mounted, session, sums };
      return texts.ask({ kind: 'explain', body: bytes, gzip, ...about }, { actor, onLeave });
    };
    const hint = gzip || mounted !== null ? null : findSessionId(body);
    let session = hint === null ? null : await readExplained(hint, caller, pool);
    let reply = await ask(session);
    if (isOfSession(reply)) reply = await ask((session = await readExplained(reply.needs, caller, pool)));
    if (typeof reply === 'string') return answer(reply);
    if (!isOfSession(reply)) {
      // The sums are those of an existing session: an explanation creates none.
      const isRead = caller.roles.has('budgets') && (session === null || session.state === 'live');
      const counted = isRead ? await explainedSums({ body, gzip, caller, origin: null }, services) : null;
      const explained = await ask(session, counted?.facts ?? []);
      if (typeof explained === 'string')
        return answer(counted === null ? explained : withSums(explained, counted.shown));
    }
    throw new ServiceError('internal_error', 'the session of the request was not found twice');
  },
};

const isOfSession = (reply: CompileReplies['explain']): reply is { readonly needs: string } =>
  typeof reply !== 'string' && 'needs' in reply;

/** Throws ServiceError `ruleset_not_found` for a mounted ruleset that does not exist for the caller. */
function checkMounted(serving: KnowsMounted['serving'], rulesets: Caller['rulesets']): void {
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
async function readExplained(
  id: string,
  caller: Caller,
  pool: ReadsSessions['pool'],
): Promise<ExplainedSession> {
  const found = await pool.findSession(caller.actor, id);
  if (found.kind !== 'live') return { id, state: found.kind, ruleset: '', held: NO_FACTS };
  checkHeld(caller, 'session');
  const held = await listFacts({ session_id: id }, id, caller, pool);
  return { id, state: 'live', ruleset: found.head.ruleset, held };
}

/** The mounted ruleset, with the facts of its fleet. */
async function readMounted(
  { engine, fleet }: MountedInFleet,
  caller: Caller,
  { pool }: RunsJobs,
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
  pool: RunsJobs['pool'],
): Promise<string> {
  const body = Buffer.from(JSON.stringify(request));
  const { body: facts } = await pool.submit({
    ...{ caller, origin: null, kind: 'list-facts', body, context: null, session },
  });
  return facts;
}
