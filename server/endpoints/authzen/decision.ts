import type { EvaluationResult } from '../../../runtime/engine/evaluation-result.ts';
import { FerruleError } from '../../../runtime/engine/errors.ts';
import { approvalFacts, type GrantedApproval } from '../../../agents/gate/approval-facts.ts';
import type { Held } from '../../../library/held.ts';
import type { Evaluated } from '../../../evidence/worker-evidence.ts';
import { ServiceError } from '../../../library/errors.ts';
import { AccessEvaluationRequest } from './contract.ts';
import { authzenStatus } from '../../requests/answer.ts';
import { check } from '../../requests/contract-check.ts';
import { sessionGone } from '../../sessions/session-log.ts';
import { refusalOf } from '../../../library/refusal.ts';
import type { ReadyRuleset } from '../../evaluation/worker/ruleset-store.ts';
import { writeJson } from '../../../library/json.ts';
import { rulesetMismatch } from '../session-mode.ts';
import {
  decided,
  type JobInput,
  type JobResult,
  type WorkerState,
} from '../../evaluation/worker/jobs/job.ts';
import { evaluate } from '../../evaluation/worker/evaluate.ts';

/** A decision of AuthZEN; what there is nothing to say of is left out. */
export interface AccessDecision {
  readonly decision: boolean;
  readonly context: Readonly<Record<string, unknown>>;
}

const SECOND_MS = 1_000;
const PARTS = ['subject', 'action', 'resource', 'context'] as const;
type Parts = Readonly<Partial<Record<(typeof PARTS)[number], unknown>>>;

/** The deciding ruleset, with an engine that holds its facts. */
export interface AccessRuleset extends ReadyRuleset {
  readonly held: Held | null;
}

/**
 * The deciding ruleset, with the facts of the job's session. Throws ServiceError `ruleset_not_found` if
 * none is named, `session_not_found`, `session_expired`, `session_ruleset_mismatch`, and as RulesetStore.resolve.
 */
export function authzenRuleset(job: JobInput, state: WorkerState): AccessRuleset {
  const mounted = state.mounted();
  if (mounted !== null) return { ...mounted, held: state.fleet() };
  const { authzenRuleset: name } = state;
  if (name === null) {
    throw new ServiceError('ruleset_not_found', 'no ruleset is set for AuthZEN (SERVICE_AUTHZEN_RULESET)');
  }
  const ruleset = state.rulesets.resolve(name, job.provided);
  const { session } = job;
  if (session === null) return { ...ruleset, held: null };
  if (session.state !== 'live') throw sessionGone(session.state);
  if (session.ruleset !== state.rulesets.identify(name)) throw rulesetMismatch();
  const { engine, sequence } = state.sessions.open(session, ruleset);
  return { ...ruleset, engine, held: { kind: 'session', id: session.id, sequence } };
}

/** Returns the parts of a request. A part of the item overrides that at the top level, even if it is `null`, which is not a part. */
export function partsOf(top: Parts, item: Parts = {}): Parts {
  const parts: Partial<Record<(typeof PARTS)[number], unknown>> = {};
  for (const part of PARTS) {
    const value = Object.hasOwn(item, part) ? item[part] : top[part];
    if (value !== undefined) parts[part] = value;
  }
  return parts;
}

/**
 * Decides one request.
 *
 * @param ordered the same parts with the order of their keys as it was written
 * Throws ServiceError `validation_error` for a part that is missing or wrong, and what the evaluation raises.
 */
export function decideAccess(
  ruleset: AccessRuleset,
  parts: Parts,
  ordered: () => Parts,
  { counters, evidence, approvalSeconds }: WorkerState,
  approval: GrantedApproval | null = null,
): AccessDecision & { readonly evaluated: Evaluated } {
  check(AccessEvaluationRequest, parts);
  const { engine, compiled } = ruleset;
  const document = compiled.input?.ordered === true ? ordered() : parts;
  const evaluated = evaluate(evidence, {
    ruleset,
    engine,
    document,
    facts: [],
    hostFacts: approvalFacts(compiled.templates, approval),
    include: [],
    input: () => '[]',
    held: ruleset.held,
  });
  const { result } = evaluated;
  counters.evaluated(compiled, result);
  return { decision: result.decision === 'allow', context: contextOf(result, approvalSeconds), evaluated };
}

function contextOf(
  { decisionId, decision, reason, ruleTrace, metadata, obligations = [], missing }: EvaluationResult,
  approvalSeconds: number,
): object & {
  readonly [key: string]: unknown;
} {
  const expires = new Date(Date.now() + approvalSeconds * SECOND_MS);
  return {
    ...(decision === null ? {} : { action: decision }),
    ...(reason === null ? {} : { reason }),
    evaluation_id: decisionId,
    rule_trace: ruleTrace,
    ...(decision === 'escalate' ? { access_request: { expires_at: expires.toISOString() } } : {}),
    ...(Object.keys(metadata).length === 0 ? {} : { metadata }),
    ...(missing === undefined ? {} : { missing }),
    ...(obligations.length === 0
      ? {}
      : {
          obligations: obligations.map(({ type, properties }, i) => ({
            id: String(i + 1),
            type,
            properties,
          })),
        }),
  };
}

/** The answer that is one decision. */
export function decidedAccess({ decision, context, evaluated }: ReturnType<typeof decideAccess>): JobResult {
  return decided(evaluated, writeJson({ decision, context }));
}

/** An item that fails is a refusal, and recorded as one that failed. */
export function decideItem(
  decide: () => AccessDecision,
  item: object,
  { evidence }: WorkerState,
): AccessDecision {
  try {
    const { decision, context } = decide();
    return { decision, context };
  } catch (error) {
    if (!(error instanceof ServiceError || error instanceof FerruleError)) throw error;
    const { code, message } = refusalOf(error);
    evidence.failed({ code, detail: message }, Buffer.from(writeJson(item)));
    return { decision: false, context: { error: { status: authzenStatus(code), message } } };
  }
}
