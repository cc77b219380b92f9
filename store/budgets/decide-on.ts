/** Decisions of an engine in this process that count on a ledger. */
import { randomUUID } from 'node:crypto';
import { checkSentAmounts } from '../../library/budgets/amount.ts';
import { evaluateResponse } from '../../library/evaluate-response.ts';
import { writeJson } from '../../library/json.ts';
import type { CompiledRuleset } from '../../runtime/abi.ts';
import type { EvaluateOptions } from '../../runtime/engine/engine-options.ts';
import type { EvaluationResult, Included } from '../../runtime/engine/evaluation-result.ts';
import type { FactInput } from '../../runtime/facts/read-facts.ts';
import {
  askedOf,
  atStoreTime,
  countStep,
  onSums,
  withoutSums,
  type CountableStep,
  type Counted,
  type OnSums,
} from './count.ts';
import { countedUses, withApproved } from './counted-uses.ts';
import type { AskedDecision, Ledger } from './ledger.ts';

/** The part of an engine that decides on a ledger. */
export interface CountingEngine {
  readonly hash?: string | null;
  readonly ruleset: Pick<CompiledRuleset, 'name' | 'budgets'>;
  readonly evaluate: (options: EvaluateOptions) => EvaluationResult;
  /** Facts that it holds of a template (default: none). */
  readonly query?: (template: string) => readonly Readonly<Record<string, unknown>>[];
}

export interface AskedOn {
  readonly engine: CountingEngine;
  readonly facts: readonly FactInput[];
  /** Facts of the host, before all others. */
  readonly hostFacts: readonly FactInput[];
  /** `null`: none. */
  readonly document: unknown;
  readonly include?: readonly Included[];
  /** The session of budgets with `window: session`; null: none. */
  readonly session: string | null;
  /** Name of the caller's token, which owns the key; null: it has none. */
  readonly token: string | null;
  /** Repeats the decision, with the digest of its request. */
  readonly key: string;
  readonly digest: string;
  /** The approval that it uses up, and the budgets that this lets be exceeded (default: none). */
  readonly approval?: {
    readonly used: AskedDecision['approval'];
    readonly budgets: readonly string[];
  } | null;
  /** False for an allow that the caller cannot act on, which then does not count (default: true). */
  readonly mayAct?: (result: EvaluationResult) => boolean;
  /** The clock in milliseconds (default: that of the ledger, which never goes back). */
  readonly now?: number;
}

interface DecidedOn {
  readonly id: string;
  /** JSON text of the EvaluateResponse, with `ruleset_hash`. */
  readonly response: string;
  readonly decided: Counted;
}

interface EngineStep extends CountableStep {
  readonly result: EvaluationResult;
}

/**
 * Decides, and counts what an allow uses. It is on the disk when this returns.
 *
 * Rejected with the errors of `evaluate`, BudgetAmountError, ServiceError or ApprovalUsedUp: then nothing was counted, except
 * perhaps after `store_unavailable`.
 */
export async function decideOn(asked: AskedOn, ledger: Pick<Ledger, 'now' | 'decide'>): Promise<DecidedOn> {
  const first = firstStep(asked, ledger);
  if (first.decision === 'allow' && asked.mayAct?.(first.result) === false)
    return shown(first, NOTHING(first));
  const { session, token, key, digest, approval = null, now } = asked;
  const { last, decided } = await countStep(
    first,
    {
      ...{ session, idempotency: { owner: token ?? '', key, digest }, approval: approval?.used ?? null },
      ...(now === undefined ? {} : { now }),
    },
    (on) => stepOf(asked, on),
    // A decision without uses may repeat one that counted.
    ledger,
  );
  return shown(last, decided);
}

/** The decision that `decideOn` would make now. Nothing counts; `counted` says that it would. */
export async function previewOn(asked: AskedOn, ledger: Pick<Ledger, 'now' | 'preview'>): Promise<DecidedOn> {
  const first = firstStep(asked, ledger);
  const { session, token, key, digest, now } = asked;
  const idempotency = { owner: token ?? '', key, digest };
  const of = { session, idempotency, ...(now === undefined ? {} : { now }) };
  const evaluate = (on: OnSums): EngineStep => stepOf(asked, on);
  const { step, decided } = await atStoreTime(first, evaluate, (step) => ledger.preview(askedOf(step, of)));
  return shown(await onSums(step, decided, evaluate), decided);
}

function firstStep(asked: AskedOn, ledger: Pick<Ledger, 'now'>): EngineStep {
  checkSentAmounts(asked.engine.ruleset.budgets ?? [], [...asked.hostFacts, ...asked.facts]);
  const { now } = asked;
  return stepOf(asked, now === undefined ? withoutSums(ledger) : { sums: [], at: now });
}

/** Evaluates on these sums, none at first. */
function stepOf(
  { engine, facts, hostFacts, document, include, session, token, approval = null }: AskedOn,
  { sums, at }: OnSums,
): EngineStep {
  const result = engine.evaluate({
    ...{ scoped: true, counts: true, now: at, facts, hostFacts: [...hostFacts, ...sums], input: document },
    ...(include === undefined ? {} : { include }),
  });
  const { budgets = [], name } = engine.ruleset;
  const uses = countedUses(result.uses ?? [], {
    ...{ budgets, document, hostFacts, token, isInSession: session !== null },
    held: (template) => engine.query?.(template) ?? [],
  });
  return {
    // Engines of the host may make none.
    id: typeof result.decisionId === 'string' ? result.decisionId : randomUUID(),
    at,
    ruleset: name,
    decision: result.decision,
    uses: withApproved(uses, approval?.budgets),
    response: writeJson({ ...evaluateResponse(result), ruleset_hash: engine.hash ?? null }),
    record: null,
    result,
  };
}

/** What counted keeps the response of its first time. */
function shown({ id, response }: EngineStep, decided: Counted): DecidedOn {
  return decided.counted && decided.kind === 'replayed'
    ? { id: decided.id, response: decided.response, decided }
    : { id, response, decided };
}

const NOTHING = ({ id, response }: EngineStep): Counted => ({
  ...{ kind: 'decided', id, response, counted: false, time: 0, sequence: null },
  ...{ sums: [], reservation: null, line: null },
});
