/** Decision of a gate about a call. */
import type { Obligation } from '../../runtime/description.ts';
import type { Decided } from './decider.ts';

export type VerdictName = 'allow' | 'deny' | 'escalate';

/** Why a verdict is not what the rules decided: the gate fails closed, and says so. */
export type FaultCode =
  | 'engine_failed'
  | 'engine_unreachable'
  | 'session_gone'
  | 'evaluation_timeout'
  | 'invalid_arguments'
  | 'unknown_decision'
  | 'unhandled_obligation'
  | 'obligation_failed'
  | 'approval_refused'
  | 'decision_repeated'
  | 'record_failed';

export interface Verdict {
  readonly verdict: VerdictName;
  /** A sentence that the model may read. */
  readonly reason: string;
  /** For a program: the rules' `metadata.code`, else the verdict's name; a FaultCode when something failed. */
  readonly code: string;
  /** Fulfilled by their handlers before the verdict is given. */
  readonly obligations: readonly Obligation[];
  /** Paths of the call that the rule that decided could not know: missing, of another type or unreadable. */
  readonly missing?: readonly string[];
  readonly decisionId: string | null;
  readonly rulesetHash: string | null;
  /** Proof of the decision, if the rules ask for one. A refusal because something failed has none. */
  readonly attestationToken?: string;
  /** For an escalation: the requested approval. For an allow: the one that it used. */
  readonly approval?: string;
  /** With the next three, for a ruleset with budgets: the call was counted. */
  readonly counted?: boolean;
  /** True for an allow that counted before: act at most once per `decisionId`. */
  readonly replayed?: boolean;
  /** Names of all exceeded budgets. */
  readonly exceededBudgets?: readonly string[];
  /** Id of the amounts that the call holds until they are settled; null: it holds none. */
  readonly reservation?: string | null;
  /** In the mode `observe`: what the gate would have said. */
  readonly observed?: VerdictName;
}

/** A refusal because something failed. */
export function faultVerdict(
  code: FaultCode,
  reason: string,
  decided: Pick<Decided, 'decisionId' | 'rulesetHash'> | null = null,
): Verdict {
  return {
    verdict: 'deny',
    reason,
    code,
    obligations: [],
    decisionId: decided?.decisionId ?? null,
    rulesetHash: decided?.rulesetHash ?? null,
  };
}

/** The reason of a refusal for an obligation without a handler. */
export function unhandledObligation({ type }: Pick<Obligation, 'type'>): string {
  return `no handler for the obligation '${type}'`;
}

const MOST_SHOWN = 2_000;

/** A refusal as text for the model, distinguishable from tool results. */
export function refusalText({ verdict, reason, code, missing, decisionId, approval }: Verdict): string {
  const refused = verdict === 'escalate' ? 'needs_approval' : 'denied';
  return JSON.stringify({
    [refused]: reason.slice(0, MOST_SHOWN),
    code,
    ...(missing === undefined ? {} : { missing }),
    ...(decisionId === null ? {} : { decision_id: decisionId }),
    ...(approval === undefined ? {} : { approval }),
  });
}
