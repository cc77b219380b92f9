/** `decide()` of the library: a decision of an engine that counts on a ledger. */
import { ServiceError } from '../../library/errors.ts';
import type { EvaluateResponse } from '../../library/evaluate-response.ts';
import { isRecord } from '../../library/is-record.ts';
import { parseJson } from '../../library/json.ts';
import { requestDigest } from '../../library/node/request-digest.ts';
import type { CompiledRuleset } from '../../runtime/abi.ts';
import { Engine } from '../../runtime/engine.ts';
import type { Included } from '../../runtime/engine/evaluation-result.ts';
import type { FactInput } from '../../runtime/facts/read-facts.ts';
import { BUDGET_TEMPLATE } from '../../runtime/values/budget-names.ts';
import { decisionText } from './decision-text.ts';
import { decideOn, type CountingEngine } from './decide-on.ts';
import { IDEMPOTENCY_KEY, KEY_PROBLEM, keyRefusal } from './idempotency-key.ts';
import type { ReservationState } from './ledger.ts';
import { ledgerBehind, type FolderLedger } from './open-ledger.ts';

/** The body of `POST /v1/decisions` without `ruleset`, and what its token says there. */
export interface DecideRequest {
  /** Names the attempt: the same key with the same request counts once. 1 to 200 characters of printable ASCII. */
  readonly idempotency_key: string;
  readonly facts?: readonly FactInput[];
  /** A document, which the ruleset's `input` turns into facts. */
  readonly input?: unknown;
  /** Facts that only the host brings, such as limits. Never hand on here what a caller sent. */
  readonly host_facts?: readonly FactInput[];
  /** Needed by budgets with `window: session`. */
  readonly session_id?: string;
  /** Name of the caller: the owner of the key, and `token` of budgets. It comes from the host. */
  readonly token?: string;
  readonly include?: readonly (Included | 'budgets')[];
}

/** Sums of a key before the decision. Integers beyond 2^53 - 1 are bigints. */
export interface DecisionBudget {
  readonly budget: string;
  readonly key: Readonly<Record<string, unknown>>;
  readonly requested: number | bigint;
  readonly used: number | bigint;
  readonly reserved: number | bigint;
  readonly limit: number | bigint;
  readonly window_start: string | null;
  readonly window_end: string | null;
  readonly exceeded: boolean;
  readonly over?: true;
}

/** The response of `POST /v1/decisions`. */
export interface LedgerDecision extends EvaluateResponse {
  readonly decision_id: string;
  /** True if the key repeated a decision that counted before. */
  readonly replayed: boolean;
  readonly counted: boolean;
  /** Names of all exceeded budgets, in the order of the text. */
  readonly exceeded_budgets: readonly string[];
  /** `null` if nothing is held. */
  readonly reservation: {
    readonly id: string;
    readonly state: ReservationState;
    /** RFC 3339. */
    readonly expires_at: string;
  } | null;
  /** If `include` requests them. */
  readonly budgets?: readonly DecisionBudget[];
  /** `sha256:` and hex; null for an engine that was given its ruleset compiled. */
  readonly ruleset_hash: string | null;
}

type Ruleset = CompiledRuleset | { readonly ruleset: CompiledRuleset };

const MEMBERS: ReadonlySet<string> = new Set<keyof DecideRequest>([
  'idempotency_key',
  'facts',
  'input',
  'host_facts',
  'session_id',
  'token',
  'include',
]);

/**
 * Decides, and counts what an allow uses: an allow is returned when its use is on the disk.
 *
 * Rejected with the errors of `Engine.evaluate`, or ServiceError: `validation_error`, `budget_amount`,
 * `idempotency_conflict`, `budget_changed`, `reservation_closed`, `contention` or `store_unavailable`. After the last of
 * them it may have been counted: repeat it with the same key.
 *
 * @param of an engine, or a compiled ruleset
 */
export async function decide(
  of: CountingEngine | Ruleset,
  ledger: FolderLedger,
  request: DecideRequest,
): Promise<LedgerDecision> {
  const on = ledgerBehind(ledger);
  const engine = engineOf(of);
  check(request);
  const { idempotency_key: key, facts = [], host_facts: hostFacts = [], include = [] } = request;
  const { input: document = null, session_id: session = null, token = null } = request;
  const parts = include.filter((part) => part !== 'budgets');
  const about = { ruleset: engine.ruleset.name, facts, host_facts: hostFacts, input: document, session };
  const { id, response, decided } = await decideOn(
    {
      ...{ engine, facts, hostFacts, document, session, token, key },
      digest: requestDigest(about),
      ...(parts.length === 0 ? {} : { include: parts }),
    },
    on,
  );
  return parseJson(decisionText(response, id, decided, parts.length < include.length)) as LedgerDecision;
}

/** Engines of compiled rulesets, each made once. */
const ENGINES = new WeakMap<CompiledRuleset, Engine>();

function engineOf(of: CountingEngine | Ruleset): CountingEngine {
  if ('evaluate' in of) return of;
  const ruleset = 'ruleset' in of ? of.ruleset : of;
  const known = ENGINES.get(ruleset) ?? new Engine(ruleset);
  ENGINES.set(ruleset, known);
  return known;
}

function check(request: DecideRequest): void {
  if (!isRecord(request)) throw new ServiceError('validation_error', 'the request must be an object');
  const unknown = Object.keys(request).find((name) => !MEMBERS.has(name));
  if (unknown !== undefined)
    throw new ServiceError('validation_error', `${unknown}: unknown member of the request`, unknown);
  const { idempotency_key: key, host_facts: hostFacts = [] } = request as DecideRequest;
  if (key === undefined) throw keyRefusal('field required');
  if (typeof key !== 'string' || !IDEMPOTENCY_KEY.test(key)) throw keyRefusal(KEY_PROBLEM);
  for (const name of ['session_id', 'token'] as const) {
    const value: unknown = (request as DecideRequest)[name];
    if (value === undefined || (typeof value === 'string' && value !== '')) continue;
    throw new ServiceError('validation_error', `${name}: must be a text that is not empty`, name);
  }
  if (hostFacts.some(({ template }) => template === BUDGET_TEMPLATE))
    throw new ServiceError(
      'scope_error',
      `facts of '${BUDGET_TEMPLATE}' come from the ledger only`,
      'host_facts',
    );
}
