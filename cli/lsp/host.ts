import type { InitializeParams } from 'vscode-languageserver/node';
import type { Job, JobResult } from '../../authoring/language-service/tasks/job.ts';
import type { JobAnswer } from '../../authoring/language-service/tasks/work/do-job.ts';
import type { Connection } from './connection.ts';

/** A file of the workspace. `null`: it is gone, or is not for us. */
export interface ReadFile {
  readonly uri: string;
  readonly text: string | null;
}

/** The parts of a language server that Node and a browser do differently. */
export interface Host {
  readonly connection: Connection;
  /** Registers the handler of `initialize`. */
  readonly onInitialize: (handler: (params: InitializeParams) => object) => void;
  /** The response of the connection's library that refuses a request. */
  readonly refusal: (code: number, message: string) => unknown;
  /** Address of the page on diagnostics. */
  readonly page: string;
  /** The texts below a folder. None where folders cannot be read: then the client sends `ferrule/files`. */
  readonly readFolder: (uri: string) => Promise<readonly ReadFile[]>;
  /** The texts of files that are inside of the folders. */
  readonly readFiles: (uris: readonly string[], folders: readonly string[]) => Promise<readonly ReadFile[]>;
  readonly startThread: StartThread;
}

/** Reports of a thread that does one job. */
interface ThreadEvents {
  readonly onAnswer: (answer: JobAnswer) => void;
  readonly onFailure: (error: { readonly message: string; readonly isMemory: boolean }) => void;
}

/** Starts a job in a thread of its own; returns a function that ends the thread. */
export type StartThread = (job: Job, megabytes: number, events: ThreadEvents) => () => void;

/** Runs a job in a thread with limits. Throws RequestError if it is refused or ended. */
export type RunJobLimited = (
  job: Job,
  onResults: (results: readonly JobResult[]) => void,
  signal: AbortSignal,
) => Promise<unknown>;
