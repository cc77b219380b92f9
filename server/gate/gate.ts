/**
 * The gate for agents: `import { createGate } from 'ferrule/gate'`. It asks the rules about a call before the call is
 * made, and fails closed: an error, a timeout, an unknown decision, an obligation that nobody can fulfil are a refusal.
 */
import type { Obligation } from '../../runtime/contract.ts';
import type { FactInput } from '../../runtime/read-facts.ts';
import { memoryApprovals, type Approvals, type ApprovalStore } from './approvals.ts';
import type { GrantedApproval } from './approval-facts.ts';
import { callDocument, type CallDocument, type ToolCall } from './call.ts';
import type { Decided, Decider } from './decider.ts';
import { approvalInDocument, withApproval } from './local-approvals.ts';
import { localDecider, type DecidingEngine } from './local-decider.ts';
import { remoteDecider, type RemoteOptions } from './remote-decider.ts';
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
export type {
  ApprovalBinding,
  ApprovalRecord,
  Approvals,
  ApprovalState,
  ApprovalStore,
} from './approvals.ts';
export { callDocument, digestOf } from './call.ts';
export type { Approval, CallDocument, ToolCall } from './call.ts';
export type { Decided, Decider } from './decider.ts';
export type { DecidingEngine } from './local-decider.ts';
export { GateServiceError } from './service-client.ts';
export type { RemoteOptions } from './remote-decider.ts';
export { refusalText } from './verdict.ts';
export type { FaultCode, Verdict, VerdictName } from './verdict.ts';
export type { Obligation };

/** Fulfils an obligation before the call is made; what it throws refuses the call. */
export type ObligationHandler = (obligation: Obligation, call: ToolCall) => void | Promise<void>;

/** What came back from a call. */
export interface Observation {
  readonly session: string;
  readonly tool: string;
  readonly callId: string;
  readonly result: unknown;
}

interface CommonOptions {
  /** `observe` answers allow and says what it would have answered. Default: `enforce`. */
  readonly mode?: 'enforce' | 'observe';
  /** Handlers by type of obligation. A decision with an obligation of another type is a refusal. */
  readonly obligations?: Readonly<Record<string, ObligationHandler>>;
  /** Where approvals wait: the memory of this process when left out. With `url` it is the store of the service. */
  readonly approvals?: ApprovalStore;
  /**
   * What the rules learn of a result. Left out: an `observation` fact with the tool as source; nothing when the engine's
   * ruleset has no such template.
   */
  readonly factsOf?: (observation: Observation) => readonly FactInput[];
  /** Longest wait for a decision in milliseconds. Default: 5,000. */
  readonly timeoutMs?: number;
  /** Milliseconds since the epoch; the system's clock when left out. */
  readonly now?: () => number;
  /** The session of calls that name none. */
  readonly session?: string;
  /** Told of every verdict, faults included; what it throws refuses the call. */
  readonly onVerdict?: (verdict: Verdict, call: ToolCall) => void;
}

export type GateOptions = CommonOptions &
  ({ readonly engine: DecidingEngine } | RemoteOptions | { readonly decider: Decider });

export interface Gate {
  /** Never rejects. */
  readonly decide: (call: ToolCall) => Promise<Verdict>;
  /**
   * Keeps what came back for later decisions. Rejects when that failed: then the session must not go on. A call of no
   * session is of no matter to others.
   */
  readonly observe: (observation: Omit<Observation, 'session'> & Partial<Observation>) => Promise<void>;
  readonly approvals: Approvals;
}

const TIMEOUT_MS = 5_000;
/** A signal of time costs more than most decisions, and outlives them. */
const NEVER = new AbortController().signal;

function deciderOf(options: GateOptions): Decider {
  if ('decider' in options) return options.decider;
  return 'engine' in options
    ? localDecider(options.engine)
    : remoteDecider(options, options.mode ?? 'enforce', Object.keys(options.obligations ?? {}));
}

function observationFacts({ session }: Observation): readonly FactInput[] {
  return [{ template: 'observation', data: { session, source: 'tool' } }];
}

/**
 * A gate over a service that was asked whether it can serve it. Throws GateServiceError `sessions_unavailable` for a
 * `session` on a service with a mounted ruleset, which has none, and what fetch throws when nobody answers.
 */
export async function openGate(options: GateOptions): Promise<Gate> {
  const decider = deciderOf(options);
  if (options.session !== undefined && (await decider.isMounted?.()) === true)
    throw new GateServiceError(400, 'sessions_unavailable', 'a server with a mounted engine has no sessions');
  return gateOf(options, decider);
}

/** Throws TypeError for a `session` on a service, which must be asked first: openGate. */
export function createGate(options: GateOptions): Gate {
  const decider = deciderOf(options);
  if (options.session !== undefined && decider.isMounted !== undefined)
    throw new TypeError('a gate with a session on a service is made by openGate');
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
    granted: GrantedApproval | null = null,
  ): Decided | Promise<Decided> => {
    const signal = decider.isImmediate === true ? NEVER : AbortSignal.timeout(timeoutMs);
    const answer = decider.decide(document, signal, granted);
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
      const what = decided.decision === null ? 'nothing' : `'${decided.decision}', which no gate knows`;
      return faultVerdict('unknown_decision', `the rules decided ${what}`, decided);
    }
    const unhandled = decided.obligations.find(({ type }) => !handlers.has(type));
    if (name === 'allow' && unhandled !== undefined)
      return faultVerdict('unhandled_obligation', unhandledObligation(unhandled), decided);
    const { reason, metadata, obligations, decisionId, rulesetHash, code, approval } = decided;
    const told = {
      verdict: name,
      reason: reason ?? name,
      code: code ?? metadata['code'] ?? name,
      obligations,
      decisionId,
      rulesetHash,
    };
    return approval === undefined ? told : { ...told, approval };
  };

  const conclude = (call: ToolCall, decided: Decided): Verdict | Promise<Verdict> =>
    fulfil(call, decided, judge(decided));

  const faultOfError = (error: unknown): Verdict => faultVerdict(faultOf(error), messageOf(error));

  const settle = async (call: ToolCall, document: CallDocument, verdict: Verdict): Promise<Verdict> =>
    withApproval(
      { call, document, escalated: verdict },
      {
        approvals,
        now,
        ask: async (granted) => ask(callDocument(call, now(), approvalInDocument(granted)), granted),
        judge,
        fulfil: (decided, verdict) => fulfil(call, decided, verdict),
      },
    );

  // Nobody is asked by a gate that only looks on, nor where the decider asks.
  const asksPersons = options.mode !== 'observe' && decider.approvals === undefined;
  const orAsked = (call: ToolCall, document: CallDocument, verdict: Verdict): Verdict | Promise<Verdict> =>
    verdict.verdict === 'escalate' && asksPersons ? settle(call, document, verdict) : verdict;

  /** May throw. What is there already is not waited for. */
  const enforce = (call: ToolCall, document: CallDocument): Verdict | Promise<Verdict> => {
    const answer = ask(document);
    if (answer instanceof Promise)
      return answer
        .then((decided) => conclude(call, decided))
        .then((verdict) => orAsked(call, document, verdict));
    const verdict = conclude(call, answer);
    return verdict instanceof Promise ? verdict : orAsked(call, document, verdict);
  };

  const verdictOn = (call: ToolCall): Verdict | Promise<Verdict> => {
    let document: CallDocument;
    try {
      document = callDocument(call, now(), null);
    } catch (error) {
      return faultVerdict('invalid_arguments', messageOf(error));
    }
    try {
      const verdict = enforce(call, document);
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
      // What nobody can look up afterwards is not done.
      if (options.mode !== 'observe') return faultVerdict('record_failed', messageOf(error));
    }
    return told;
  };

  return {
    approvals: decider.approvals ?? approvals,
    async decide(given) {
      const call = options.session === undefined ? given : { session: options.session, ...given };
      const verdict = verdictOn(call);
      return tell(verdict instanceof Promise ? await verdict : verdict, call);
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

function inTime<T>(answer: Promise<T>, timeoutMs: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      reject(new DOMException(`no decision within ${timeoutMs} ms`, 'TimeoutError'));
    }, timeoutMs);
    answer.then(resolve, reject).finally(() => {
      clearTimeout(timer);
    });
  });
}

/** What a service says of a session that is not there any more, or not yet. */
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
