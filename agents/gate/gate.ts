/**
 * The gate for agents: `import { createGate } from 'ferrule/gate'`. It evaluates the rules before each call is
 * made, and fails closed: an error, a timeout, an unknown decision or an obligation without a handler is a refusal.
 */
import type { Obligation } from '../../runtime/description.ts';
import { given } from '../../runtime/values/given.ts';
import type { FactInput } from '../../runtime/facts/read-facts.ts';
import { memoryApprovals, type ApprovalStore } from './approvals.ts';
import type { GrantedApproval } from './approval-facts.ts';
import { withWait, type GateApprovals } from './approval-waits.ts';
import { attemptOf, callOf } from './attempt.ts';
import { callDocument, type CallDocument, type ToolCall } from './call.ts';
import type { Attempt, Decided, Decider } from './decider.ts';
import { inTime } from './in-time.ts';
import { deciderOf, type LocalGate } from './decider-of.ts';
import { approvalInDocument, withApproval } from './local-approvals.ts';
import { onceOnly } from './once-only.ts';
import type { RemoteOptions } from './remote-decider.ts';
import { GateServiceError } from './service-client.ts';
import {
  faultVerdict,
  unhandledObligation,
  type FaultCode,
  type Verdict,
  type VerdictName,
} from './verdict.ts';

export { ApprovalError, memoryApprovals } from './approvals.ts';
export type { GrantedApproval } from './approval-facts.ts';
export type { ApprovalRecord, Approvals, ApprovalStore } from './approvals.ts';
export type { ApprovalBinding, ApprovalState } from '../../library/approval-binding.ts';
export type { GateApprovals, WaitOptions } from './approval-waits.ts';
export type { BoundRequest } from './bound-request.ts';
export { callDocument, digestOf } from './call.ts';
export type { Approval, CallDocument, ToolCall } from './call.ts';
export type { Attempt, Counting, Decided, Decider } from './decider.ts';
export type { DecidingEngine } from './local-decider.ts';
export { GateServiceError } from './service-client.ts';
export type { RemoteOptions } from './remote-decider.ts';
export { refusalText } from './verdict.ts';
export type { FaultCode, Verdict, VerdictName } from './verdict.ts';
export type { Obligation };

/** Fulfils an obligation before the call is made; what it throws refuses the call. */
export type ObligationHandler = (obligation: Obligation, call: ToolCall) => void | Promise<void>;

/** Result of a call. */
export interface Observation {
  readonly session: string;
  readonly tool: string;
  readonly callId: string;
  readonly result: unknown;
}

interface CommonOptions {
  /** `observe` returns allow and reports the real decision (default: `enforce`). */
  readonly mode?: 'enforce' | 'observe';
  /** Handlers by type of obligation. A decision with an obligation of another type is a refusal. */
  readonly obligations?: Readonly<Record<string, ObligationHandler>>;
  /** Store of pending approvals (default: the memory of this process). With `url` it is the store of the service. */
  readonly approvals?: ApprovalStore;
  /**
   * Facts that the rules learn from a result. Default: an `observation` fact with the tool as source; nothing if the engine's
   * ruleset has no such template.
   */
  readonly factsOf?: (observation: Observation) => readonly FactInput[];
  /** Longest wait for a decision in milliseconds. Default: 5,000. */
  readonly timeoutMs?: number;
  /** Milliseconds since the epoch; the system's clock when left out. */
  readonly now?: () => number;
  /** The session of calls that name none. */
  readonly session?: string;
  /** Called for every verdict, faults included; an error refuses the call. */
  readonly onVerdict?: (verdict: Verdict, call: ToolCall) => void;
}

export type GateOptions = CommonOptions & (LocalGate | RemoteOptions | { readonly decider: Decider });

export interface Gate {
  /** Never rejects. */
  readonly decide: (call: ToolCall) => Promise<Verdict>;
  /**
   * Keeps what came back for later decisions. Rejects when that failed: then the session must not go on. A call of no
   * session is of no matter to others.
   */
  readonly observe: (observation: Omit<Observation, 'session'> & Partial<Observation>) => Promise<void>;
  readonly approvals: GateApprovals;
}

const TIMEOUT_MS = 5_000;
/** A signal of time costs more than most decisions, and outlives them. */
const NEVER = new AbortController().signal;

function observationFacts({ session }: Observation): readonly FactInput[] {
  return [{ template: 'observation', data: { session, source: 'tool' } }];
}

/**
 * A gate over a service that can serve it. Throws GateServiceError `sessions_unavailable` for a
 * `session` on a service with a mounted ruleset, which has none, and the error of fetch if the service does not respond.
 */
export async function openGate(asked: GateOptions): Promise<Gate> {
  const options: GateOptions = given(asked);
  const decider = deciderOf(options);
  if (options.session !== undefined && (await decider.isMounted?.()) === true)
    throw new GateServiceError(400, 'sessions_unavailable', 'a server with a mounted engine has no sessions');
  return gateOf(options, decider);
}

/** Throws TypeError for a `session` on a service, which openGate must check first. */
export function createGate(asked: GateOptions): Gate {
  const options: GateOptions = given(asked);
  const decider = deciderOf(options);
  if (options.session !== undefined && decider.isMounted !== undefined)
    throw new TypeError('use openGate for a gate with a session on a service');
  return gateOf(options, decider);
}

function gateOf(options: GateOptions, decider: Decider): Gate {
  const approvals = options.approvals ?? memoryApprovals();
  const handlers = new Map(Object.entries(options.obligations ?? {}));
  const now = options.now ?? Date.now;
  const timeoutMs = options.timeoutMs ?? TIMEOUT_MS;
  const factsOf =
    options.factsOf ??
    ((observation: Observation) =>
      decider.takesObservations?.() === false ? [] : observationFacts(observation));

  const ask = (
    document: CallDocument,
    attempt: Attempt,
    granted: GrantedApproval | null = null,
  ): Decided | Promise<Decided> => {
    const signal = decider.isImmediate === true ? NEVER : AbortSignal.timeout(timeoutMs);
    const answer = decider.decide(document, signal, granted, attempt);
    return answer instanceof Promise ? inTime(answer, timeoutMs) : answer;
  };

  const fulfilAll = async (call: ToolCall, decided: Decided, verdict: Verdict): Promise<Verdict> => {
    try {
      for (const obligation of decided.obligations) await handlers.get(obligation.type)?.(obligation, call);
      return verdict;
    } catch (error) {
      return faultVerdict('obligation_failed', messageOf(error), decided);
    }
  };

  const fulfil = (call: ToolCall, decided: Decided, verdict: Verdict): Verdict | Promise<Verdict> =>
    verdict.verdict === 'allow' && decided.obligations.length > 0
      ? fulfilAll(call, decided, verdict)
      : verdict;

  const judge = (decided: Decided): Verdict => {
    const name = verdictName(decided.decision);
    if (name === null) {
      const what =
        decided.decision === null ? 'nothing' : `'${decided.decision}', which is not a gate decision`;
      return faultVerdict('unknown_decision', `the rules decided ${what}`, decided);
    }
    const unhandled = decided.obligations.find(({ type }) => !handlers.has(type));
    if (name === 'allow' && unhandled !== undefined)
      return faultVerdict('unhandled_obligation', unhandledObligation(unhandled), decided);
    const { reason, metadata, obligations, decisionId, rulesetHash, code, approval } = decided;
    const { attestationToken = null, missing, counting } = decided;
    const told = {
      verdict: name,
      reason: reason ?? name,
      code: code ?? metadata['code'] ?? name,
      obligations,
      ...(missing === undefined ? {} : { missing }),
      decisionId,
      rulesetHash,
      ...(attestationToken === null ? {} : { attestationToken }),
      ...counting,
    };
    return approval === undefined ? told : { ...told, approval };
  };

  const conclude = (call: ToolCall, decided: Decided): Verdict | Promise<Verdict> =>
    fulfil(call, decided, judge(decided));

  const faultOfError = (error: unknown): Verdict => faultVerdict(faultOf(error), messageOf(error));

  const settle = async (
    call: ToolCall,
    document: CallDocument,
    attempt: Attempt,
    verdict: Verdict,
  ): Promise<Verdict> =>
    withApproval(
      { call, document, escalated: verdict },
      {
        approvals,
        now,
        ask: async (granted) => ask(callDocument(call, now(), approvalInDocument(granted)), attempt, granted),
        judge,
        fulfil: (decided, verdict) => fulfil(call, decided, verdict),
      },
    );

  // An observing gate requests no approvals, nor does a gate whose decider does.
  const asksPersons = options.mode !== 'observe' && decider.approvals === undefined;
  const orAsked = (
    call: ToolCall,
    document: CallDocument,
    attempt: Attempt,
    verdict: Verdict,
  ): Verdict | Promise<Verdict> =>
    verdict.verdict === 'escalate' && asksPersons ? settle(call, document, attempt, verdict) : verdict;

  /** May throw. Does not wait for existing values. */
  const enforce = (call: ToolCall, document: CallDocument, attempt: Attempt): Verdict | Promise<Verdict> => {
    const answer = ask(document, attempt);
    if (answer instanceof Promise)
      return answer
        .then((decided) => conclude(call, decided))
        .then((verdict) => orAsked(call, document, attempt, verdict));
    const verdict = conclude(call, answer);
    return verdict instanceof Promise ? verdict : orAsked(call, document, attempt, verdict);
  };

  const verdictOn = (call: ToolCall): Verdict | Promise<Verdict> => {
    let document: CallDocument;
    let attempt: Attempt;
    try {
      document = callDocument(call, now(), null);
      attempt = attemptOf(call, options.mode);
    } catch (error) {
      return faultVerdict('invalid_arguments', messageOf(error));
    }
    try {
      const verdict = enforce(call, document, attempt);
      return verdict instanceof Promise ? verdict.catch(faultOfError) : verdict;
    } catch (error) {
      return faultOfError(error);
    }
  };

  const tell = (verdict: Verdict, call: ToolCall): Verdict => {
    const told: Verdict =
      options.mode === 'observe' ? { ...verdict, verdict: 'allow', observed: verdict.verdict } : verdict;
    try {
      options.onVerdict?.(told, call);
    } catch (error) {
      // If the record cannot be written, the call is not made.
      if (options.mode !== 'observe') return faultVerdict('record_failed', messageOf(error));
    }
    return told;
  };

  const once = onceOnly();
  return {
    approvals: withWait(decider.approvals ?? approvals, now),
    async decide(asked) {
      let call: ToolCall;
      try {
        call = callOf(asked, options.session);
      } catch (error) {
        return tell(faultVerdict('invalid_arguments', messageOf(error)), asked);
      }
      const verdict = verdictOn(call);
      return once(verdict instanceof Promise ? await verdict : verdict, (given) => tell(given, call));
    },
    async observe(observation) {
      const session = observation.session ?? options.session;
      if (session !== undefined) await decider.keep(session, factsOf({ ...observation, session }));
    },
  };
}

/** The actions that a gate understands; null for every other one, and for no decision. */
function verdictName(decision: string | null): VerdictName | null {
  return decision === 'allow' || decision === 'deny' || decision === 'escalate' ? decision : null;
}

/** Error code of a service for a session that has ended, or does not exist yet. */
const GONE: readonly string[] = ['session_expired', 'session_not_found'];

function faultOf(error: unknown): FaultCode {
  if (error instanceof DOMException && error.name === 'TimeoutError') return 'evaluation_timeout';
  if (error instanceof GateServiceError && GONE.includes(error.code)) return 'session_gone';
  if (error instanceof GateServiceError || error instanceof TypeError) return 'engine_unreachable';
  return 'engine_failed';
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
