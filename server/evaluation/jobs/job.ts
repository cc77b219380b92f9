import type { JobContext, JobSession, SessionChange } from '../protocol.ts';
import type { ReadyRuleset, RulesetStore } from '../ruleset-store.ts';
import type { SessionStore } from '../session-store.ts';

/** One request as its job sees it. */
export interface JobInput {
  /** The body's text. Throws ServiceError for bytes that are no text. */
  readonly text: () => string;
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
  readonly maxSessionFacts: number;
  readonly defaultDecision: string | null;
  /** Version of the service. */
  readonly version: string;
}

export interface JobResult {
  readonly status: number;
  readonly body: string;
  readonly change: SessionChange | null;
}

/** Does one job. Throws ServiceError or FerruleError to refuse it, Detour to have it done elsewhere or later. */
export type JobFunction = (input: JobInput, state: WorkerState) => JobResult;

export function ok(body: string, change: SessionChange | null = null): JobResult {
  return { status: 200, body, change };
}
