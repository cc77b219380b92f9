/** The decision log for those who may read it: records, newest first, one record, and the proof that it is in the log. */
import type { PublicJwk } from '../../../evidence/attestation-key.ts';
import type { DecisionFilter } from '../../../evidence/find/filter.ts';
import { ServiceError } from '../../../library/errors.ts';
import type { DecisionLog, LogReader } from '../../decision-log/decision-log.ts';
import { answer } from '../../requests/answer.ts';
import { check, contractError } from '../../requests/contract-check.ts';
import type { Route, RouteCall } from '../route.ts';
import { DecisionProofResponse, DecisionRecord, DecisionsResponse, ListDecisionsQuery } from './contract.ts';

/** Parts of the service for the readers of its log. */
interface ReadsDecisions {
  /** `null` if there is no log, or the service cannot read it. */
  readonly decisionLog: DecisionLog | null;
}

interface KnowsPublicKeys {
  readonly keys: { readonly jwks: readonly PublicJwk[] };
}

const LISTED = 100;
const FILTERS = ['decision', 'rule', 'actor', 'ruleset', 'hash'] as const;
const PROOF_TYPE = 'text/plain; charset=utf-8';
const ID = { name: 'id', in: 'path', description: 'The decision.' } as const;
const COMMON = {
  method: 'GET',
  access: 'decisions',
  envelope: 'plain',
  body: 'none',
  cap: 'body',
  request: null,
} as const;

export const listDecisions: Route<ReadsDecisions> = {
  ...COMMON,
  url: '/v1/decisions',
  path: '/v1/decisions',
  summary: 'List recorded decisions, newest first',
  operationId: 'listDecisions',
  response: DecisionsResponse,
  parameters: [
    { name: 'from', in: 'query', description: 'Only those from this time on.' },
    { name: 'to', in: 'query', description: 'Only those before this time.' },
    { name: 'decision', in: 'query', description: 'Only those with this decision, such as `deny`.' },
    { name: 'rule', in: 'query', description: 'Only those for which this rule fired, as `module::rule`.' },
    { name: 'actor', in: 'query', description: 'Only those of this token.' },
    { name: 'ruleset', in: 'query', description: 'Only those of the ruleset with this name.' },
    { name: 'hash', in: 'query', description: 'Only those of this version.' },
    { name: 'limit', in: 'query', description: 'Maximum number of results (default: 100, at most 500).' },
    { name: 'cursor', in: 'query', description: 'The `next` of the previous page, with the same filter.' },
  ],
  errors: [401, 409, 422, 503],
  async handle(call, { decisionLog }) {
    const { cursor = null, limit, ...asked } = check(ListDecisionsQuery, parametersOf(call.query), 'query');
    const filter = filterOf(asked, call);
    const query = { filter, limit: limit === undefined ? LISTED : Number(limit), cursor };
    const page = await readable(decisionLog).page(query, readerOf(call));
    if (page === null) throw refusedCursor();
    const { records, next, scannedTo } = page;
    const rest = JSON.stringify({ next, scanned_to: scannedTo }).slice(1);
    return answer(`{"decisions":[${records.join(',')}],${rest}`);
  },
};

export const readDecisionRecord: Route<ReadsDecisions> = {
  ...COMMON,
  url: '/v1/decisions/:id',
  path: '/v1/decisions/{id}',
  summary: 'Read a recorded decision',
  operationId: 'readDecision',
  response: DecisionRecord,
  parameters: [ID],
  errors: [401, 404, 409, 503],
  async handle(call, { decisionLog }) {
    const found = await readable(decisionLog).find(call.parameters['id'] ?? '', readerOf(call));
    if (found === null) throw decisionNotFound();
    return answer(found);
  },
};

export const proveDecision: Route<ReadsDecisions & KnowsPublicKeys> = {
  ...COMMON,
  url: '/v1/decisions/:id/proof',
  path: '/v1/decisions/{id}/proof',
  summary: 'Prove that a decision is in the log',
  operationId: 'proveDecision',
  response: DecisionProofResponse,
  parameters: [ID],
  errors: [401, 404, 409, 503],
  async handle(call, { decisionLog, keys }) {
    const known = keys.jwks.map(({ x }) => x);
    const found = await readable(decisionLog).prove(call.parameters['id'] ?? '', known, readerOf(call));
    if (found === null) throw decisionNotFound();
    if (!found.ok) throw new ServiceError('proof_unavailable', found.problem);
    return { ...answer(found.proof), headers: { 'content-type': PROOF_TYPE } };
  },
};

function readerOf({ caller, onLeave }: RouteCall): LogReader {
  return { actor: caller.actor, rulesets: caller.rulesets, onLeave };
}

/** Throws ServiceError `no_decision_log`. */
function readable(log: DecisionLog | null): DecisionLog {
  if (log !== null) return log;
  const detail = 'the service keeps no decision log that it can read (SERVICE_AUDIT=file:DIR or database)';
  throw new ServiceError('no_decision_log', detail);
}

type Asked = Readonly<Partial<Record<'from' | 'to' | (typeof FILTERS)[number], string>>>;

function filterOf(asked: Asked, { caller }: RouteCall): DecisionFilter {
  const [decision = null, rule = null, actor = null, ruleset = null, hash = null] = FILTERS.map(
    (name) => asked[name],
  );
  const [from, to] = [timeOf(asked.from), timeOf(asked.to)];
  if (from !== null && to !== null && from > to)
    throw contractError([{ loc: ['query', 'from'], msg: 'must not be after `to`', type: 'custom' }]);
  return { from, to, decision, rule, actor, ruleset, hash, rulesets: caller.rulesets };
}

/** As records write it. */
function timeOf(time: string | undefined): string | null {
  return time === undefined ? null : new Date(time).toISOString();
}

function parametersOf(query: string): Readonly<Record<string, string>> {
  return Object.fromEntries(new URLSearchParams(query));
}

function refusedCursor(): ServiceError {
  return contractError([
    { loc: ['query', 'cursor'], msg: 'must be a cursor of an earlier response', type: 'custom' },
  ]);
}

function decisionNotFound(): ServiceError {
  return new ServiceError('decision_not_found', 'no such decision in the log');
}
