import { canonicalJson } from '../../../library/canonical-json.ts';
import { sha256Hex } from '../../../library/node/sha256.ts';
import { ServiceError } from '../../../library/errors.ts';
import { writeJson } from '../../../library/json.ts';
import { SEARCHES, type SearchKind, type SearchRequest } from './contract.ts';
import { check } from '../../requests/contract-check.ts';
import { readStrictJson } from '../../requests/job-body.ts';
import {
  authzenRuleset,
  decideAccess,
  decideItem,
  partsOf,
  type AccessDecision,
  type AccessRuleset,
} from '../authzen/decision.ts';
import { ok, type JobFunction } from '../../evaluation/worker/jobs/job.ts';

/** Decisions per page; a larger search has several pages. */
const MOST_DECIDED = 1_000;

/** `POST /access/v1/search/…`: those of what can be searched for which the decision is true. */
export const authzenSearch: JobFunction = (job, state) => {
  const kind = (job.context.path ?? 'subject') as SearchKind;
  const request = check<SearchRequest>(SEARCHES[kind], readStrictJson(job.text()));
  const ruleset = authzenRuleset(job, state);
  const found = candidates(ruleset, kind, request);
  const mark = markOf(request, ruleset);
  const from = offsetOf(request.page?.token ?? '', mark);
  const most = request.page?.limit || found.length;
  const results: object[] = [];
  let next = from;
  for (; next < found.length && results.length < most && next - from < MOST_DECIDED; next++) {
    const entity = found[next] ?? '';
    const whole = { ...partsOf(request), [kind]: entityOf(kind, entity, request) };
    const item = decideItem(() => decideAccess(ruleset, whole, () => whole, state), whole, state);
    if (item.decision) results.push({ ...shownOf(kind, entity, request), ...obligationsOf(item, next + 1) });
  }
  const isPartial = next < found.length;
  const page = { next_token: isPartial ? `${next}.${mark}` : '' };
  const isPaged = isPartial || request.page !== undefined;
  return ok(writeJson({ ...(isPaged ? { page } : {}), results }));
};

/** For rows their cells; otherwise allowed values first, then the values of stored facts. Each once. */
function candidates(
  { compiled, engine }: AccessRuleset,
  kind: SearchKind,
  request: SearchRequest,
): readonly string[] {
  const type = kind === 'action' ? null : (request[kind]?.type ?? null);
  const searches = compiled.authzen?.[`${kind}s`].filter((search) => search.type === type) ?? [];
  const values = searches.flatMap(({ template, slot, rows }) => {
    if (rows !== undefined) return rows.cells(slot);
    const info = compiled.templates.get(template)?.info.slots.find(({ name }) => name === slot);
    const held = engine.query(template).flatMap((data) => data[slot] ?? []);
    return [...(info?.allowedValues ?? []), ...held.map(String)];
  });
  return [...new Set(values)];
}

/** Input of a decision: the request's data about the entity, with the tried name or id. */
function entityOf(kind: SearchKind, name: string, request: SearchRequest): object {
  return kind === 'action' ? { name } : { ...request[kind], id: name };
}

function shownOf(kind: SearchKind, name: string, request: SearchRequest): object {
  return kind === 'action' ? { name } : { type: request[kind]?.type, id: name };
}

/** Duties before a result is shown, after the obligations profile; ids are unique in one response. */
function obligationsOf({ context }: AccessDecision, number: number): object {
  const obligations = context['obligations'] as readonly { readonly id: string }[] | undefined;
  if (obligations === undefined) return {};
  return { obligations: obligations.map((each) => ({ ...each, id: `${number}.${each.id}` })) };
}

/**
 * Names the search that a page is of: the same request on the same ruleset, and with the same facts of a session. Throws
 * ServiceError `invalid_request` for a request that has no canonical form.
 */
function markOf({ page: _, ...request }: SearchRequest, { hash, held }: AccessRuleset): string {
  const facts = held?.kind === 'session' ? ` ${held.id} ${held.sequence}` : '';
  return sha256Hex(`${canonicalText(request)} ${hash}${facts}`).slice(0, 32);
}

function canonicalText(request: object): string {
  try {
    return canonicalJson(request);
  } catch (error) {
    if (error instanceof TypeError)
      throw new ServiceError('invalid_request', 'the request has no canonical form');
    throw error;
  }
}

function offsetOf(token: string, mark: string): number {
  if (token === '') return 0;
  const [offset = '', of] = token.split('.');
  if (of === mark && /^\d{1,9}$/.test(offset)) return Number(offset);
  throw new ServiceError('validation_error', 'page.token: belongs to another search', 'page.token');
}
