/**
 * What the HTTP thread and the evaluation workers say to each other. Messages are plain data; both directions are
 * batched, one message a tick.
 */
import type { GrantedApproval } from '../../gate/approval-facts.ts';
import type { ErrorCode, Issue } from '../../errors.ts';
import type { RecentDecision } from '../../evidence/recent.ts';
import type { EvidenceSettings } from '../../evidence/settings.ts';
import type { SeriesStart } from '../../metrics/worker-metrics.ts';
import type { Caller } from '../../tokens/caller.ts';
import type { FleetChange, FleetFact, FleetState } from '../../fleet/fleet-log.ts';
import type { SentByCase } from '../../library/requests-beside.ts';
import type { LoadedDetails } from '../load-log.ts';
import type { Restore, SessionChange } from '../../sessions/session-log.ts';

/** Operations of an evaluation worker; each is one file in jobs/. */
export const JOB_KINDS = [
  'assert-fact',
  'assert-facts',
  'authzen-evaluation',
  'authzen-evaluations',
  'authzen-search',
  'batch-data',
  'create-session',
  'data',
  'default-decision',
  'evaluate',
  'evaluate-node',
  'list-facts',
  'list-modules',
  'list-rules',
  'list-templates',
  'match-fleet-facts',
  'query-facts',
  'query-fleet-facts',
  'read-fleet-fact',
  'restore-session',
  'retract-facts',
] as const;

export type JobKind = (typeof JOB_KINDS)[number];

/** Operations that decide something. */
export const DECIDING_KINDS: ReadonlySet<JobKind> = new Set<JobKind>([
  'authzen-evaluation',
  'authzen-evaluations',
  'authzen-search',
  'batch-data',
  'data',
  'default-decision',
  'evaluate',
  'evaluate-node',
]);

/** Operations that are recorded when they succeed. */
export const RECORDED_KINDS: ReadonlySet<JobKind> = new Set<JobKind>([
  ...DECIDING_KINDS,
  'assert-fact',
  'assert-facts',
  'retract-facts',
]);

/** Who sent a request, as far as a worker needs to know. */
export type JobCaller = Pick<Caller, 'actor' | 'rulesets'>;

/** What is not in the body of a request. */
export interface JobContext {
  /** Data API: the raw path behind `/v1/data/`, still encoded. AuthZEN: what is searched. */
  readonly path?: string;
  /** The raw query string, without `?`. */
  readonly query?: string;
  /** The body is compressed with gzip. */
  readonly gzip?: boolean;
  /** A person approved the call: written by the service itself. */
  readonly approval?: GrantedApproval;
  /** There is no body (GET). */
  readonly bodyless?: boolean;
}

/** The session that a job belongs to, as the HTTP thread knows it. */
export interface JobSession {
  readonly id: string;
  /** Names its engine; of a session that there is not, the name that it gets if the job makes it. */
  readonly handle: string;
  readonly state: 'live' | 'ended' | 'never';
  /** Name of the ruleset it is bound to; empty when it is not live. */
  readonly ruleset: string;
  /** Number of the last entry that its engine must have when the job begins. */
  readonly sequence: number;
  /** Bytes that may be added to all sessions. */
  readonly room: number;
  /** Entries that its engine has not. */
  readonly restore: Restore | null;
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
  /** Who asks, as members of a record; null when nothing is recorded. */
  readonly origins: readonly (string | null)[] | null;
  /** Everybody who sent one of them. */
  readonly callers: readonly JobCaller[];
  /** Index of its caller; empty when there is only one. */
  readonly callerOf: readonly number[];
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
  /** Files and folders besides its own, with their stamps. */
  readonly others: { readonly paths: readonly string[]; readonly stamps: string };
  readonly outcome: LoadedRuleset | { readonly problem: string };
  /** Of a version that was compiled for this; null: it was compiled before, or does not compile. */
  readonly details: LoadedDetails | null;
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
  | ({ readonly kind: 'fleet' } & FleetNews)
  /** Keys that jobs after this message are signed and masked with. */
  | { readonly kind: 'keys'; readonly evidence: EvidenceSettings }
  /** What was decided last is to be told, as `recent`. */
  | { readonly kind: 'recent' }
  /** Nothing more comes: the log is to be closed and `finished` said. */
  | { readonly kind: 'finish' }
  /** The reload failed elsewhere. */
  | { readonly kind: 'discard'; readonly version: number };

/** What has become of the shared facts. */
export interface FleetNews {
  /** Null: only `changes`. */
  readonly facts: readonly FleetFact[] | null;
  readonly changes: readonly FleetChange[];
  /** Number of the last change of the fleet after this. */
  readonly sequence: number;
}

/** A refusal as data; ServiceError on both ends. */
export interface Refusal {
  readonly code: ErrorCode;
  readonly detail: string;
  readonly field: string | null;
  readonly issues: readonly Issue[] | null;
}

/** What became of a session: it exists now, bound to this ruleset, or it has changed. */
export type SessionEffect = { readonly created: string } | SessionChange;

export type JobOutcome =
  | {
      readonly kind: 'answer';
      readonly status: number;
      readonly body: string;
      readonly change: SessionEffect | null;
      /** Of an evaluation: identifier of the decision and hash of the ruleset, one after the other. */
      readonly mark: string | null;
    }
  /** `log`: what a person who runs the service must see, for errors that nobody expected. */
  | { readonly kind: 'refused'; readonly refusal: Refusal; readonly log: string | null }
  /** The ruleset of this name is not loaded here, or has changed. */
  | { readonly kind: 'needs'; readonly ruleset: string }
  /** The body names this session, and the job was not given as one of it. */
  | { readonly kind: 'redirect'; readonly session: string }
  /** The engine of the job's session is not here, or not as far as it was said to be. */
  | { readonly kind: 'lost' };

/** What a worker says of a job whose answer is not just a text. */
export interface JobReport {
  readonly outcome: JobOutcome;
  /** Number of the last entry that the engine of the job's session now has in this thread; null: there is none. */
  readonly at: number | null;
}

/** Characters of a mark: a UUID, `sha256:` and 64 hexadecimal digits. */
export const MARK_LENGTH = 36 + 71;
export const ID_LENGTH = 36;

/** What some jobs, one after the other, took of their thread. */
export interface Work {
  readonly jobs: number;
  readonly ms: number;
}

/** Answers on their way back, one entry a job in every list; for the same reason as JobBatch. */
export interface AnswerBatch {
  readonly ids: readonly number[];
  /** What the jobs took, in their order. Answers may have waited for a disk since: that is no time of theirs. */
  readonly work: readonly Work[];
  /** Where its text ends; it begins where the one before ends. */
  readonly ends: readonly number[];
  /** Null: the text is the body of a 200, and that is all; after its mark if it has one. */
  readonly reports: readonly (JobReport | null)[];
  readonly text: string;
  /** Whether a text begins with a mark. */
  readonly marked: readonly boolean[];
  /** What is to be recorded before the answers may go out, when the service keeps the log. */
  readonly records: readonly string[] | null;
}

export type FromWorker =
  /** The thread counts a series from here on. */
  | { readonly kind: 'series'; readonly series: SeriesStart }
  /** The thread has started. */
  | { readonly kind: 'ready' }
  | { readonly kind: 'answers'; readonly answers: AnswerBatch }
  /** A problem for who runs the service. */
  | { readonly kind: 'warning'; readonly problem: string }
  /** A checkpoint was signed. */
  | { readonly kind: 'checkpoint'; readonly note: string }
  | { readonly kind: 'finished' }
  | { readonly kind: 'recent'; readonly decisions: readonly RecentDecision[] }
  /** What was decided just now; only where a candidate is tried on it. */
  | { readonly kind: 'decided'; readonly decisions: readonly RecentDecision[] }
  | { readonly kind: 'prepared'; readonly version: number; readonly problem: string | null };

/** What the cases of the suites beside each ruleset send, by the ruleset's hash. */
export type CasesOfSuites = ReadonlyMap<string, readonly SentByCase[]>;

/** What an evaluation worker starts with. */
export interface WorkerStart {
  /** Index 0: id of the job that is running, 0 when none is. */
  readonly running: Int32Array;
  /** Where the thread counts. */
  readonly counters: Float64Array;
  /** Number of its place among the workers, from 0. */
  readonly place: number;
  readonly evidence: EvidenceSettings;
  readonly root: string | null;
  readonly mounted: MountedRuleset | null;
  /** Rulesets under the root that are there before anybody asks. */
  readonly preloaded: readonly ProvidedRuleset[];
  /** Of their suites, and of those of the mounted one. */
  readonly cases: CasesOfSuites;
  /** Facts of the fleet; without a fleet none. */
  readonly fleet: FleetState;
  /** Null: the server is of no fleet. */
  readonly fleetName: string | null;
  readonly maxInputFacts: number;
  readonly maxSessionFacts: number;
  readonly maxSessionBytes: number;
  /** Memory that engines of sessions may take, in bytes, roughly: those unused for longest go. */
  readonly maxEngineBytes: number;
  readonly maxBodyBytes: number;
  readonly defaultDecision: string | null;
  readonly authzenRuleset: string | null;
  readonly approvalSeconds: number;
  readonly version: string;
  /** Decisions that are kept in memory, and bytes of their bodies. */
  readonly recent: number;
  readonly recentBytes: number;
  /** Every decision is told. */
  readonly isShadowed: boolean;
}

/** Index in `WorkerStart.running`. */
export const RUNNING_JOB = 0;
