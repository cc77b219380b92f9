/**
 * The gate for agents: `import { createGate } from 'ferrule/gate'`. It asks the rules about a call before the call is
 * made, and fails closed: an error, a timeout, an unknown decision, an obligation that nobody can fulfil are a refusal.
 */
import type { Obligation } from '../../runtime/contract.ts';
import type { FactInput } from '../../runtime/read-facts.ts';
import { memoryApprovals, sameBinding, type ApprovalBinding, type ApprovalStore } from './approvals.ts';
import { callDocument, type Approval, type CallDocument, type ToolCall } from './call.ts';
import type { Decided, Decider } from './decider.ts';
import { localDecider, type DecidingEngine } from './local-decider.ts';
import { GateServiceError, remoteDecider, type RemoteOptions } from './remote-decider.ts';
import { faultVerdict, type FaultCode, type Verdict, type VerdictName } from './verdict.ts';

export { ApprovalError, memoryApprovals } from './approvals.ts';
export type { ApprovalBinding, ApprovalRecord, ApprovalState, ApprovalStore } from './approvals.ts';
export { callDocument, digestOf } from './call.ts';
export type { Approval, CallDocument, ToolCall } from './call.ts';
export type { Decided, Decider } from './decider.ts';
export type { DecidingEngine } from './local-decider.ts';
export { GateServiceError } from './remote-decider.ts';
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
  /** Where approvals wait; the memory of this process when left out. */
  readonly approvals?: ApprovalStore;
  /** What the rules learn of a result; `observation` facts with the tool as source when left out. */
  readonly factsOf?: (observation: Observation) => readonly FactInput[];
  /** Longest wait for a decision in milliseconds. Default: 5,000. */
  readonly timeoutMs?: number;
  /** Milliseconds since the epoch; the system's clock when left out. */
  readonly now?: () => number;
  /** Told of every verdict, faults included; what it throws refuses the call. */
  readonly onVerdict?: (verdict: Verdict, call: ToolCall) => void;
}

export type GateOptions = CommonOptions &
  ({ readonly engine: DecidingEngine } | RemoteOptions | { readonly decider: Decider });

export interface Gate {
  /** Never rejects. */
  readonly decide: (call: ToolCall) => Promise<Verdict>;
  /** Keeps what came back for later decisions. Rejects when that failed: then the session must not go on. */
  readonly observe: (observation: Observation) => Promise<void>;
  readonly approvals: ApprovalStore;
}

const TIMEOUT_MS = 5_000;
const MILLISECONDS = 1000;

function deciderOf(options: GateOptions): Decider {
  if ('decider' in options) return options.decider;
  return 'engine' in options ? localDecider(options.engine) : remoteDecider(options);
}

function observationFacts({ session }: Observation): readonly FactInput[] {
  return [{ template: 'observation', data: { session, source: 'tool' } }];
}

/** Throws TypeError when neither an engine, nor a service, nor a decider is given. */
export function createGate(options: GateOptions): Gate {
  const decider = deciderOf(options);
  const approvals = options.approvals ?? memoryApprovals();
  const handlers = new Map(Object.entries(options.obligations ?? {}));
  const now = options.now ?? Date.now;
  const timeoutMs = options.timeoutMs ?? TIMEOUT_MS;
  const factsOf = options.factsOf ?? observationFacts;

  const ask = async (document: CallDocument): Promise<Decided> => {
    const answer = decider.decide(document, AbortSignal.timeout(timeoutMs));
    return answer instanceof Promise ? inTime(answer, timeoutMs) : answer;
  };

  const conclude = async (call: ToolCall, decided: Decided): Promise<Verdict> => {
    const name = verdictName(decided.decision);
    if (name === null) {
      const what = decided.decision === null ? 'nothing' : `'${decided.decision}', which no gate knows`;
      return faultVerdict('unknown_decision', `the rules decided ${what}`, decided);
    }
    const unhandled = decided.obligations.find(({ type }) => !handlers.has(type));
    if (name === 'allow' && unhandled !== undefined) {
      const reason = `nothing here can fulfil the obligation '${unhandled.type}'`;
      return faultVerdict('unhandled_obligation', reason, decided);
    }
    if (name === 'allow') {
      try {
        for (const obligation of decided.obligations) await handlers.get(obligation.type)?.(obligation, call);
      } catch (error) {
        return faultVerdict('obligation_failed', messageOf(error), decided);
      }
    }
    const { reason, metadata, obligations, decisionId, rulesetHash } = decided;
    return {
      verdict: name,
      reason: reason ?? name,
      code: metadata['code'] ?? name,
      obligations,
      decisionId,
      rulesetHash,
    };
  };

  /** An escalated call is asked about again with its approval, if a person has given one. */
  const withApproval = async (
    call: ToolCall,
    document: CallDocument,
    escalated: Verdict,
  ): Promise<Verdict> => {
    const binding: ApprovalBinding = {
      agent: call.agent,
      session: call.session ?? null,
      tool: call.tool,
      argsDigest: document.call.args_digest,
      rulesetHash: escalated.rulesetHash,
    };
    const record = await approvals.request(binding, call.callId, escalated.reason, now());
    if (record.state !== 'approved' || record.by === null) return { ...escalated, approval: record.id };
    const approval: Approval = {
      id: record.id,
      by: record.by,
      args_digest: record.argsDigest,
      expires_at: Math.floor(record.expiresAt / MILLISECONDS),
    };
    const decided = await ask(callDocument(call, now(), approval));
    if (decided.decision !== 'allow') return conclude(call, decided);
    const isBound = sameBinding(record, { ...binding, rulesetHash: decided.rulesetHash });
    if (!isBound || !(await approvals.use(record.id, call.callId, now()))) {
      return faultVerdict('approval_refused', 'the approval is for another call, or used up', decided);
    }
    const verdict = await conclude(call, decided);
    return verdict.verdict === 'allow' ? { ...verdict, approval: record.id } : verdict;
  };

  const enforce = async (call: ToolCall): Promise<Verdict> => {
    let document: CallDocument;
    try {
      document = callDocument(call, now(), null);
    } catch (error) {
      return faultVerdict('invalid_arguments', messageOf(error));
    }
    try {
      const verdict = await conclude(call, await ask(document));
      // Nobody is asked by a gate that only looks on.
      const asks = verdict.verdict === 'escalate' && options.mode !== 'observe';
      return asks ? await withApproval(call, document, verdict) : verdict;
    } catch (error) {
      return faultVerdict(faultOf(error), messageOf(error));
    }
  };

  return {
    approvals,
    async decide(call) {
      const verdict = await enforce(call);
      const given: Verdict =
        options.mode === 'observe' ? { ...verdict, verdict: 'allow', observed: verdict.verdict } : verdict;
      try {
        options.onVerdict?.(given, call);
      } catch (error) {
        // What nobody can look up afterwards is not done.
        if (options.mode !== 'observe') return faultVerdict('record_failed', messageOf(error));
      }
      return given;
    },
    observe: async (observation) => decider.keep(observation.session, factsOf(observation)),
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

function faultOf(error: unknown): FaultCode {
  if (error instanceof DOMException && error.name === 'TimeoutError') return 'evaluation_timeout';
  if (error instanceof GateServiceError || error instanceof TypeError) return 'engine_unreachable';
  return 'engine_failed';
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
