/**
 * What the HTTP thread and the evaluation workers say to each other. Messages are plain data; both directions are
 * batched, one message a tick.
 */
import type { ErrorCode, Issue } from '../errors.ts';
import type { FleetChange, FleetFact } from '../fleet/fleet-log.ts';

/** Operations of an evaluation worker; each is one file in jobs/. */
export const JOB_KINDS = [
  'assert-fact',
  'batch-data',
  'data',
  'default-decision',
  'evaluate',
  'evaluate-node',
  'list-modules',
  'list-rules',
  'list-templates',
  'match-fleet-facts',
  'query-facts',
  'query-fleet-facts',
  'read-fleet-fact',
  'retract-facts',
] as const;

export type JobKind = (typeof JOB_KINDS)[number];

/** What is not in the body of a request. */
export interface JobContext {
  /** Data API: the raw path behind `/v1/data/`, still encoded. */
  readonly path?: string;
  /** The raw query string, without `?`. */
  readonly query?: string;
  /** The body is compressed with gzip. */
  readonly gzip?: boolean;
  /** There is no body (GET). */
  readonly bodyless?: boolean;
}

/** The session that a job belongs to, as the HTTP thread knows it. */
export interface JobSession {
  readonly id: string;
  /** Name of the ruleset it is bound to; null: there is no such session. */
  readonly ruleset: string | null;
  /** No further session may be made. */
  readonly full: boolean;
  /** Facts to begin with, as JSON texts, when this worker does not hold the session yet. */
  readonly restore: readonly string[] | null;
}

/** What a job has besides its body; few have any of it. */
export interface JobDetails {
  readonly context: JobContext | null;
  readonly session: JobSession | null;
  /** Name of a ruleset that was provided for this very job: it is not looked at again. */
  readonly provided: string | null;
}

/**
 * Requests on their way to a worker, one entry a job in every list. Lists of numbers and one run of bytes, because an
 * object a job would cost more to hand over than most jobs take.
 */
export interface JobBatch {
  readonly ids: readonly number[];
  /** Indexes of JOB_KINDS. */
  readonly kinds: readonly number[];
  /** Where its body ends; it begins where the one before ends. */
  readonly ends: readonly number[];
  readonly details: readonly (JobDetails | null)[];
  readonly bytes: Uint8Array;
}

/** A compiled ruleset on its way to workers. */
export interface LoadedRuleset {
  /** `sha256:` and hex. */
  readonly hash: string;
  readonly name: string;
  readonly javascript: string;
}

/** A version of a stock ruleset: what its files compile to, or why they do not. */
export interface ProvidedRuleset {
  readonly name: string;
  /** Real path relative to the root: the same for every name of the same ruleset. */
  readonly identity: string;
  readonly fingerprint: string;
  readonly outcome: LoadedRuleset | { readonly problem: string };
}

export interface MountedRuleset extends LoadedRuleset {
  /** Counts the versions this service has had. */
  readonly version: number;
}

export type ToWorker =
  | {
      readonly kind: 'jobs';
      readonly jobs: JobBatch;
      readonly provided: readonly ProvidedRuleset[];
      readonly ended: readonly string[];
    }
  /** First phase of a reload: load, and answer `prepared`. */
  | { readonly kind: 'prepare'; readonly ruleset: MountedRuleset }
  /** Second phase: everything after this message is answered by the prepared version. */
  | { readonly kind: 'swap'; readonly version: number }
  /** Shared facts, for the mounted engine: all anew, or what has changed. Jobs after this message see them. */
  | {
      readonly kind: 'fleet';
      readonly facts: readonly FleetFact[] | null;
      readonly changes: readonly FleetChange[];
    }
  /** The reload failed elsewhere. */
  | { readonly kind: 'discard'; readonly version: number };

/** A refusal as data; ServiceError on both ends. */
export interface Refusal {
  readonly code: ErrorCode;
  readonly detail: string;
  readonly field: string | null;
  readonly issues: readonly Issue[] | null;
}

/** What became of a session, for the journal. */
export interface SessionChange {
  /** The session now exists and is bound to this ruleset. */
  readonly created?: string;
  /** An entry to add to the journal. */
  readonly entry?: string;
  /** The journal anew: one entry a fact. */
  readonly entries?: readonly string[];
}

export type JobOutcome =
  | {
      readonly kind: 'answer';
      readonly status: number;
      readonly body: string;
      readonly change: SessionChange | null;
    }
  /** `log`: what a person who runs the service must see, for errors that nobody expected. */
  | { readonly kind: 'refused'; readonly refusal: Refusal; readonly log: string | null }
  /** The ruleset of this name is not loaded here, or has changed. */
  | { readonly kind: 'needs'; readonly ruleset: string }
  /** The body names this session, and the job was not given as one of it. */
  | { readonly kind: 'redirect'; readonly session: string };

/** What a worker says of a job whose answer is not just a text. */
export interface JobReport {
  readonly outcome: JobOutcome;
  /** Whether this thread now holds the engine of the job's session. */
  readonly holds: boolean;
}

/** Answers on their way back, one entry a job in every list; for the same reason as JobBatch. */
export interface AnswerBatch {
  readonly ids: readonly number[];
  /** Where its text ends; it begins where the one before ends. */
  readonly ends: readonly number[];
  /** Null: the text is the body of a 200, and that is all. */
  readonly reports: readonly (JobReport | null)[];
  readonly text: string;
}

export type FromWorker =
  /** The thread has started. */
  | { readonly kind: 'ready' }
  | { readonly kind: 'answers'; readonly answers: AnswerBatch }
  | { readonly kind: 'prepared'; readonly version: number; readonly problem: string | null };

/** What an evaluation worker starts with. */
export interface WorkerStart {
  /** Index 0: id of the job that is running, 0 when none is. */
  readonly running: Int32Array;
  readonly root: string | null;
  readonly mounted: MountedRuleset | null;
  /** Facts of the fleet. */
  readonly fleet: readonly FleetFact[];
  readonly maxSessionFacts: number;
  readonly maxBodyBytes: number;
  readonly defaultDecision: string | null;
  readonly version: string;
}

/** Index in `WorkerStart.running`. */
export const RUNNING_JOB = 0;
