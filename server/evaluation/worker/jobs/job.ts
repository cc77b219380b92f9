import type { Evaluated, WorkerEvidence } from '../../../../evidence/worker-evidence.ts';
import type { HeldFleet } from '../../../../library/held.ts';
import { writeResponse } from '../../../../library/evaluate-response.ts';
import type { JobCaller, JobContext, JobSession, SessionEffect } from '../../protocol/protocol.ts';
import type { ReadyRuleset, RulesetStore } from '../ruleset-store.ts';
import type { WorkerCounters } from '../../../metrics/worker-counters.ts';
import type { SessionBounds } from '../session-change.ts';
import type { SessionStore } from '../session-store.ts';

/** One request as its job sees it. */
export interface JobInput {
  /** The body's text. Throws ServiceError for invalid UTF-8. */
  readonly text: () => string;
  readonly caller: JobCaller;
  readonly context: JobContext;
  readonly session: JobSession | null;
  readonly provided: string | null;
}

/** State of a worker between jobs. */
export interface WorkerState {
  readonly rulesets: RulesetStore;
  readonly sessions: SessionStore;
  /** The mounted engine; null on a stock server. */
  readonly mounted: () => ReadyRuleset | null;
  /** Facts of a fleet in the mounted engine; null without a fleet. */
  readonly fleet: () => HeldFleet | null;
  readonly evidence: WorkerEvidence;
  readonly maxSessionFacts: number;
  readonly maxSessionBytes: number;
  readonly defaultDecision: string | null;
  /** For a stock server: the name of the ruleset for AuthZEN. */
  readonly authzenRuleset: string | null;
  /** Time in which approval of an escalated decision can be requested. */
  readonly approvalSeconds: number;
  readonly counters: WorkerCounters;
  /** Version of the service. */
  readonly version: string;
}

export interface JobResult {
  readonly status: number;
  readonly body: string;
  readonly change: SessionEffect | null;
  /** For one evaluation: see Evaluated. */
  readonly mark: string | null;
}

/** Runs one job. Throws ServiceError or FerruleError to refuse it, or Detour to run it elsewhere or later. */
export type JobFunction = (input: JobInput, state: WorkerState) => JobResult;

/** Limits of a job's session. */
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
