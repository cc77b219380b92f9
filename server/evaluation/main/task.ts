import type { ServiceError } from '../../../library/errors.ts';
import type { Caller } from '../../tokens/caller.ts';
import { JOB_KINDS, type JobKind } from '../protocol/job-kinds.ts';
import { type JobBatch, type JobContext, type JobDetails } from '../protocol/protocol.ts';
import type { JobReport, JobSession, ProvidedRuleset } from '../protocol/protocol.ts';

/** Interface of the workers for routes. */
export interface JobRequest {
  /** The caller. */
  readonly caller: Caller;
  readonly kind: JobKind;
  readonly body: Buffer | null;
  readonly context: JobContext | null;
  /** The session it belongs to, or null. */
  readonly session: string | null;
  /** The caller as members of a record; null if nothing is recorded or no caller is known. */
  readonly origin: string | null;
}

/** Outcome of a task, with its thread. */
export interface TaskResult extends JobReport {
  /** Generation of the thread. */
  readonly generation: number;
}

/** A request on its way through one worker slot. */
export interface Task {
  /** Number among its slot's tasks, once a thread has it; 0 before. */
  id: number;
  /** Milliseconds that it is expected to take; set when a thread gets it. */
  expectedMs: number;
  readonly request: JobRequest;
  /** A ruleset that the worker requested. */
  readonly brought: ProvidedRuleset | null;
  /** `null` for none. */
  readonly session: JobSession | null;
  /** Threads that died while running it. */
  deaths: number;
  readonly resolve: (result: TaskResult) => void;
  readonly reject: (error: ServiceError) => void;
}

const KIND_NUMBERS = Object.fromEntries(JOB_KINDS.map((kind, number) => [kind, number])) as Readonly<
  Record<JobKind, number>
>;

const ONLY_CALLER: readonly number[] = [];

/**
 * Writes tasks as one message: their bodies in one run of bytes, which is handed over and not copied again.
 *
 * @param recorded true if the caller is recorded
 */
export function packTasks(tasks: readonly Task[], recorded: boolean): JobBatch {
  let size = 0;
  for (const { request } of tasks) size += request.body?.length ?? 0;
  const bytes = new Uint8Array(size);
  const ids: number[] = [];
  const kinds: number[] = [];
  const ends: number[] = [];
  const details: (JobDetails | null)[] = [];
  const callers: Caller[] = [];
  const callerOf: number[] = [];
  let end = 0;
  for (const task of tasks) {
    const { kind, body, caller } = task.request;
    const from = callers.indexOf(caller);
    callerOf.push(from === -1 ? callers.push(caller) - 1 : from);
    if (body !== null) {
      bytes.set(body, end);
      end += body.length;
    }
    ids.push(task.id);
    kinds.push(KIND_NUMBERS[kind]);
    ends.push(end);
    details.push(detailsOf(task));
  }
  return {
    ids,
    kinds,
    ends,
    details,
    origins: recorded ? tasks.map(({ request }) => request.origin) : null,
    callers: callers.map(({ actor, rulesets }) => ({ actor, rulesets })),
    callerOf: callers.length > 1 ? callerOf : ONLY_CALLER,
    bytes,
  };
}

function detailsOf({ request, session, brought }: Task): JobDetails | null {
  const { context } = request;
  if (context === null && session === null && brought === null) return null;
  return { context, session, provided: brought === null ? null : brought.name };
}
