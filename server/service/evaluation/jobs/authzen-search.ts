import { canonicalJson } from '../../../evidence/canonical-json.ts';
import { sha256Hex } from '../../../evidence/sha256.ts';
import { ServiceError } from '../../../errors.ts';
import { writeJson } from '../../../library/json.ts';
import { SEARCHES, type SearchKind, type SearchRequest } from '../../contracts/authzen-search.ts';
import { check } from '../../http/contract-check.ts';
import { readJson } from '../job-body.ts';
import {
  authzenRuleset,
  decideAccess,
  decideItem,
  partsOf,
  type AccessDecision,
  type AccessRuleset,
} from './authzen-decision.ts';
import { ok, type JobFunction } from './job.ts';

/** Decisions of one page; a search over more is answered in several. */
const MOST_DECIDED = 1_000;

/** `POST /access/v1/search/…`: those of what can be searched for which the decision is true. */
export const authzenSearch: JobFunction = (job, state) => {
  const kind = (job.context.path ?? 'subject') as SearchKind;
  const request = check<SearchRequest>(SEARCHES[kind], readJson(job.text()));
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

/** Of rows their cells; else allowed values first, then the values of facts that are held. Each once. */
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

/** What is decided on: what the request says of the entity, with the name or id that is tried. */
function entityOf(kind: SearchKind, name: string, request: SearchRequest): object {
  return kind === 'action' ? { name } : { ...request[kind], id: name };
}

function shownOf(kind: SearchKind, name: string, request: SearchRequest): object {
  return kind === 'action' ? { name } : { type: request[kind]?.type, id: name };
}

/** What must be done before a result is shown, after the obligations profile; ids are those of one answer. */
function obligationsOf({ context }: AccessDecision, number: number): object {
  const obligations = context['obligations'] as readonly { readonly id: string }[] | undefined;
  if (obligations === undefined) return {};
  return { obligations: obligations.map((each) => ({ ...each, id: `${number}.${each.id}` })) };
}

/** Names the search that a page is of: the same request on the same ruleset, and with the same facts of a session. */
function markOf({ page: _, ...request }: SearchRequest, { hash, held }: AccessRuleset): string {
  const facts = held?.kind === 'session' ? ` ${held.id} ${held.sequence}` : '';
  return sha256Hex(`${canonicalJson(JSON.parse(writeJson(request)))} ${hash}${facts}`).slice(0, 32);
}

function offsetOf(token: string, mark: string): number {
  if (token === '') return 0;
  const [offset = '', of] = token.split('.');
  if (of === mark && /^\d{1,9}$/.test(offset)) return Number(offset);
  throw new ServiceError('validation_error', 'page.token: is of another search', 'page.token');
}
