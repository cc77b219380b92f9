import type { Evaluated, WorkerEvidence } from '../../../evidence/worker-evidence.ts';
import type { HeldFleet } from '../../../evidence/held.ts';
import { writeResponse } from '../../../library/evaluate-response.ts';
import type { JobCaller, JobContext, JobSession, SessionEffect } from '../protocol.ts';
import type { ReadyRuleset, RulesetStore } from '../ruleset-store.ts';
import type { WorkerCounters } from '../../../metrics/worker-counters.ts';
import type { SessionBounds } from '../session-change.ts';
import type { SessionStore } from '../session-store.ts';

/** One request as its job sees it. */
export interface JobInput {
  /** The body's text. Throws ServiceError for bytes that are no text. */
  readonly text: () => string;
  readonly caller: JobCaller;
  readonly context: JobContext;
  readonly session: JobSession | null;
  readonly provided: string | null;
}

/** What a worker holds between jobs. */
export interface WorkerState {
  readonly rulesets: RulesetStore;
  readonly sessions: SessionStore;
  /** The mounted engine; null on a stock server. */
  readonly mounted: () => ReadyRuleset | null;
  /** What the mounted engine holds of a fleet; null: the server is of none. */
  readonly fleet: () => HeldFleet | null;
  readonly evidence: WorkerEvidence;
  readonly maxSessionFacts: number;
  readonly maxSessionBytes: number;
  readonly defaultDecision: string | null;
  /** Of a stock server: the name of the ruleset that answers AuthZEN. */
  readonly authzenRuleset: string | null;
  /** How long what is escalated can be asked for. */
  readonly approvalSeconds: number;
  readonly counters: WorkerCounters;
  /** Version of the service. */
  readonly version: string;
}

export interface JobResult {
  readonly status: number;
  readonly body: string;
  readonly change: SessionEffect | null;
  /** Of one evaluation: see Evaluated. */
  readonly mark: string | null;
}

/** Does one job. Throws ServiceError or FerruleError to refuse it, Detour to have it done elsewhere or later. */
export type JobFunction = (input: JobInput, state: WorkerState) => JobResult;

/** What the session of a job may hold. */
export function boundsOf({ session }: JobInput, state: WorkerState): SessionBounds {
  return { facts: state.maxSessionFacts, bytes: state.maxSessionBytes, room: session?.room ?? 0 };
}

export function ok(body: string, change: SessionEffect | null = null): JobResult {
  return { status: 200, body, change, mark: null };
}

/** EvaluateResponse, or `body` in its place. */
export function decided(evaluated: Evaluated, body?: string): JobResult {
  const { result, decision, mark } = evaluated;
  return { ...ok(body ?? writeResponse(decision(), result)), mark };
}
