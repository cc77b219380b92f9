/** Jobs of the worker and their results: plain data, because it crosses to another thread. */
import type { Source } from '../../../compiler/diagnostics/position.ts';

export interface JobRuleset {
  readonly name: string;
  readonly sources: readonly Source[];
  readonly lenient: boolean;
  readonly suites: readonly JobSuite[];
}

export interface JobSuite {
  /** Canonical address of the file. */
  readonly key: string;
  readonly text: string;
  readonly folder: string;
}

export type Job =
  | {
      readonly kind: 'test';
      readonly ruleset: JobRuleset;
      /** Names of the cases to run; null: all. */
      readonly ids: readonly string[] | null;
      readonly coverage: boolean;
      readonly mutate: boolean;
    }
  | { readonly kind: 'analyze'; readonly ruleset: JobRuleset }
  | {
      readonly kind: 'explain';
      readonly ruleset: JobRuleset;
      readonly rule: string;
      readonly request: AskedRequest;
    }
  | {
      readonly kind: 'evaluate';
      readonly ruleset: JobRuleset;
      readonly rule: string;
      readonly request: AskedRequest;
    }
  | {
      readonly kind: 'show';
      readonly ruleset: JobRuleset;
      readonly rule: string;
      readonly what: 'clips' | 'matcher';
    }
  | ({ readonly kind: 'change-form'; readonly ruleset: JobRuleset } & AskedForms);

export type Form = 'long' | 'short';

/** A rule to write in other forms. */
export interface AskedForms {
  /** Path of its source. */
  readonly path: string;
  readonly name: string;
  /** Offset of the name. */
  readonly start: number;
  readonly forms: readonly Form[];
}

/** A rule in another form: its place in the source, and the text that replaces it. */
export interface JobForm {
  readonly form: Form;
  readonly start: number;
  readonly end: number;
  readonly newText: string;
}

/** The request to evaluate: the first that exists. */
export interface AskedRequest {
  /** A request as JSON, `{ facts, input }`. */
  readonly given: string | null;
  /** A case, by its name among the tests. */
  readonly case: string | null;
  /** The sample beside the ruleset, as JSON. */
  readonly sample: string | null;
}

/** A place of a source of the ruleset, or of a suite by its address. */
export interface JobPlace {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

export interface JobMessage {
  readonly text: string;
  readonly expected?: string;
  readonly actual?: string;
  readonly place?: JobPlace;
}

export type TestState = 'passed' | 'failed' | 'skipped' | 'errored';

export interface JobResult {
  readonly id: string;
  readonly state: TestState;
  readonly durationMs: number;
  readonly messages: readonly JobMessage[];
}

/** A request that shows something, with its decision. Facts and document are JSON: numbers keep their digits. */
export interface JobRequest {
  /** `null` if there are none. */
  readonly facts: string | null;
  readonly input: string | null;
  /** Milliseconds; null: any. */
  readonly now: number | null;
  readonly decision: string | null;
  /** Set where the decision alone does not show it. */
  readonly reason?: string | null;
}

/** A change of a ruleset in one place. */
export interface JobMutant extends JobPlace {
  readonly change: string;
  readonly survived: boolean;
  /** A request that the change decides otherwise; null if none was found. */
  readonly shown: JobRequest | null;
}

/** Changes with another decision. The request after them is JSON, left out if no evaluation confirms it. */
export interface JobFlip {
  readonly text: string;
  readonly facts?: string;
  readonly input?: string;
}

/** A node of an explanation. */
export interface JobNode {
  readonly text: string;
  readonly place: JobPlace;
  /** The text there, if it is known. */
  readonly written?: string;
  /** `null`: not known. */
  readonly holds: boolean | null;
  readonly children?: readonly JobNode[];
}

/** Runs a job where it delays nothing. Throws RequestError when it cannot be done, or is ended. */
export type RunJob = (job: Job, onResults?: (results: readonly JobResult[]) => void) => Promise<unknown>;
