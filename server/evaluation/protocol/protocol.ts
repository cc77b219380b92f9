/**
 * Messages between the HTTP thread and the evaluation workers. Messages are plain data; both directions are
 * batched, one message a tick.
 */
import type { Limits } from '../../../runtime/description.ts';
import type { FactInput } from '../../../runtime/facts/read-facts.ts';
import type { GrantedApproval } from '../../../agents/gate/approval-facts.ts';
import type { EnvoyJob } from './envoy-request.ts';
import type { ErrorCode, Issue } from '../../../library/errors.ts';
import type { PackedDecisions } from '../../../evidence/packed-decisions.ts';
import type { EvidenceSettings } from '../../../evidence/settings.ts';
import type { SeriesStart } from '../../metrics/worker-metrics.ts';
import type { Caller } from '../../tokens/caller.ts';
import type { FleetNews, FleetState } from '../../../store/fleet/fleet-log.ts';
import type { SentByCase } from '../../../library/node/suites/requests-beside.ts';
import type { LoadedDetails } from '../../metrics/load-log.ts';
import type { Restore } from '../../sessions/session-log.ts';
import type { SessionChange } from '../../../store/sessions/session-head.ts';

/** The caller of a request, as far as a worker needs it. */
export type JobCaller = Pick<Caller, 'actor' | 'rulesets'>;

/** Request whose decision is previewed: nothing counts. */
export type Previewed = 'evaluate' | 'explain';

/** Parts of a request outside its body. */
export interface JobContext {
  /** Data API: the raw path behind `/v1/data/`, still encoded. AuthZEN: what is searched. */
  readonly path?: string;
  /** The raw query string, without `?`. */
  readonly query?: string;
  /** The body is compressed with gzip. */
  readonly gzip?: boolean;
  /** The response also says which ruleset decided: its name, whatever the request called it. */
  readonly names?: true;
  /** A person approved the call: written by the service itself. */
  readonly approval?: GrantedApproval;
  /** Bytes that the body may have, packed or not (default: the cap of every body). */
  readonly maxBytes?: number;
  /** The request that Envoy checks; its body is the body of the job. */
  readonly envoy?: EnvoyJob;
  /** The caller may bring facts as the host does. */
  readonly host?: boolean;
  /** The evaluation is a step of a decision that counts, on these sums of its budgets (first none). */
  readonly counting?: {
    readonly sums: readonly FactInput[];
    /** The time that rules see, in milliseconds. */
    readonly at: number;
    readonly preview?: Previewed;
    /** A ruleset without budgets is evaluated as ever. */
    readonly ifBudgets?: true;
  };
  /** The request has no body (GET). */
  readonly bodyless?: boolean;
}

/** The session that a job belongs to, as the HTTP thread knows it. */
export interface JobSession {
  readonly id: string;
  /** Name of its engine; for a missing session, the name that it gets if the job creates it. */
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

/** Further data of a job; rarely set. */
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
  /** End of its body, which begins at the end of the previous one. */
  readonly ends: readonly number[];
  readonly details: readonly (JobDetails | null)[];
  /** The caller, as members of a record; null if nothing is recorded. */
  readonly origins: readonly (string | null)[] | null;
  /** All their senders. */
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
  /** Files and folders outside its own, with their stamps. */
  readonly others: { readonly paths: readonly string[]; readonly stamps: string };
  readonly outcome: LoadedRuleset | { readonly problem: string };
  /** For a version that was compiled for this; null if it was compiled before, or does not compile. */
  readonly details: LoadedDetails | null;
}

export interface MountedRuleset extends LoadedRuleset {
  /** Counts the versions this service has had. */
  readonly version: number;
}

export type ToWorker =
  | {
      readonly kind: 'jobs';
      /** Counts the returns that were seen before. */
      readonly turn: number;
      readonly jobs: JobBatch;
      readonly provided: readonly ProvidedRuleset[];
      readonly ended: readonly string[];
    }
  /** First phase of a reload: load, and answer `prepared`. */
  | { readonly kind: 'prepare'; readonly ruleset: MountedRuleset }
  /** Second phase: the prepared version decides everything after this message. */
  | { readonly kind: 'swap'; readonly version: number }
  /** Shared facts for the mounted engine: all of them, or the changes. Jobs after this message see them. */
  | ({ readonly kind: 'fleet' } & FleetNews)
  /** Keys that jobs after this message are signed and masked with. */
  | { readonly kind: 'keys'; readonly evidence: EvidenceSettings }
  /** Warm up on these cases: the service takes requests. */
  | { readonly kind: 'warm-up'; readonly cases: CasesOfSuites }
  /** Requests recent decisions, as `recent`. */
  | { readonly kind: 'recent' }
  /** Nothing more comes: the log is to be closed and `finished` said. */
  | { readonly kind: 'finish' }
  /** The reload failed elsewhere. */
  | { readonly kind: 'discard'; readonly version: number };

/** A refusal as data; ServiceError on both ends. */
export interface Refusal {
  readonly code: ErrorCode;
  readonly detail: string;
  readonly field: string | null;
  readonly issues: readonly Issue[] | null;
}

/** Outcome for a session: it now exists, bound to this ruleset, or it has changed. */
export type SessionEffect = { readonly created: string } | SessionChange;

export type JobOutcome =
  | {
      readonly kind: 'answer';
      readonly status: number;
      readonly body: string;
      readonly change: SessionEffect | null;
      /** For an evaluation: identifier of the decision and hash of the ruleset, one after the other. */
      readonly mark: string | null;
    }
  /** `log`: details for the operator, for unexpected errors. */
  | { readonly kind: 'refused'; readonly refusal: Refusal; readonly log: string | null }
  /** The ruleset of this name is not loaded here, or has changed. */
  | { readonly kind: 'needs'; readonly ruleset: string }
  /** The body names this session, and the job was not given as one of it. */
  | { readonly kind: 'redirect'; readonly session: string }
  /** The engine of the job's session is not here, or not as far as it was said to be. */
  | { readonly kind: 'lost' };

/** Result of a job whose response is not just a text. */
export interface JobReport {
  readonly outcome: JobOutcome;
  /** Number of the last entry that the engine of the job's session now has in this thread; null: there is none. */
  readonly at: number | null;
}

/** Characters of a mark: a UUID, `sha256:` and 64 hexadecimal digits. */
export const MARK_LENGTH = 36 + 71;
export const ID_LENGTH = 36;

/** Thread time of consecutive jobs. */
export interface Work {
  readonly jobs: number;
  readonly ms: number;
}

/** Responses on their way back, one entry per job in every list; for the same reason as JobBatch. */
export interface AnswerBatch {
  readonly ids: readonly number[];
  /** Durations of the jobs, in order. Later waits of responses for a disk are not included. */
  readonly work: readonly Work[];
  /** End of its text, which begins at the end of the previous one. */
  readonly ends: readonly number[];
  /** `null` if the text is the body of a 200 and nothing else; after its mark if it has one. */
  readonly reports: readonly (JobReport | null)[];
  readonly text: string;
  /** True if a text begins with a mark. */
  readonly marked: readonly boolean[];
  /** Records that must be written before the responses are sent, if the service keeps the log. */
  readonly records: readonly string[] | null;
}

export type FromWorker =
  /** The thread counts a series from here on. */
  | { readonly kind: 'series'; readonly series: SeriesStart }
  /** The thread has started. */
  | { readonly kind: 'ready' }
  | { readonly kind: 'answers'; readonly answers: AnswerBatch }
  /** These jobs were not begun, and neither are others before this turn: others may have theirs first. */
  | { readonly kind: 'returned'; readonly turn: number; readonly ids: readonly number[] }
  /** A problem for who runs the service. */
  | { readonly kind: 'warning'; readonly problem: string }
  /** A checkpoint was signed. */
  | { readonly kind: 'checkpoint'; readonly note: string }
  | { readonly kind: 'finished' }
  | { readonly kind: 'recent'; readonly decisions: PackedDecisions }
  /** New decisions; only if a candidate is tried on them. */
  | { readonly kind: 'decided'; readonly decisions: PackedDecisions }
  | { readonly kind: 'prepared'; readonly version: number; readonly problem: string | null };

/** Requests of the cases of the suites beside each ruleset, by the ruleset's hash. */
export type CasesOfSuites = ReadonlyMap<string, readonly SentByCase[]>;

/** Initial data of an evaluation worker. */
export interface WorkerStart {
  /** Index 0: id of the job that is running, 0 when none is. */
  readonly running: Int32Array;
  /** Counters of the thread. */
  readonly counters: Float64Array;
  /** Number of its place among the workers, from 0. */
  readonly place: number;
  readonly evidence: EvidenceSettings;
  readonly root: string | null;
  readonly mounted: MountedRuleset | null;
  /** Rulesets under the root that are loaded at start. */
  readonly preloaded: readonly ProvidedRuleset[];
  /** Requests of their suites, and of those of the mounted one. */
  /** `null` if the thread is sent them later, as `warm-up`. */
  readonly cases: CasesOfSuites | null;
  /** Facts of the fleet; without a fleet none. */
  readonly fleet: FleetState;
  /** `null` if the server is in no fleet. */
  readonly fleetName: string | null;
  readonly limits: Partial<Limits>;
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
  /** True to report every decision. */
  readonly isShadowed: boolean;
}

/** Index in `WorkerStart.running`. */
export const RUNNING_JOB = 0;
