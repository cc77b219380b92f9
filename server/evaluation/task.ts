import type { ServiceError } from '../errors.ts';
import { JOB_KINDS, type JobBatch, type JobContext, type JobDetails, type JobKind } from './protocol.ts';
import type { JobReport, JobSession, ProvidedRuleset } from './protocol.ts';

/** What a route asks of the workers. */
export interface JobRequest {
  readonly kind: JobKind;
  readonly body: Buffer | null;
  readonly context: JobContext | null;
  /** The session it belongs to, or null. */
  readonly session: string | null;
}

/** What became of a task, together with the thread that did it. */
export interface TaskResult extends JobReport {
  /** Generation of the thread. */
  readonly generation: number;
}

/** A request on its way through one worker slot. */
export interface Task {
  readonly id: number;
  readonly request: JobRequest;
  /** A ruleset that the worker asked for. */
  readonly brought: ProvidedRuleset | null;
  /** The session as the thread of this generation must see it; asked when the task is posted. Null: it is of none. */
  readonly session: ((generation: number) => JobSession) | null;
  /** Threads that died while running it. */
  deaths: number;
  readonly resolve: (result: TaskResult) => void;
  readonly reject: (error: ServiceError) => void;
}

const KIND_NUMBERS = Object.fromEntries(JOB_KINDS.map((kind, number) => [kind, number])) as Readonly<
  Record<JobKind, number>
>;

/** Writes tasks as one message: their bodies in one run of bytes, which is handed over and not copied again. */
export function packTasks(tasks: readonly Task[], generation: number): JobBatch {
  let size = 0;
  for (const { request } of tasks) size += request.body?.length ?? 0;
  const bytes = new Uint8Array(size);
  const ids: number[] = [];
  const kinds: number[] = [];
  const ends: number[] = [];
  const details: (JobDetails | null)[] = [];
  let end = 0;
  for (const task of tasks) {
    const { kind, body } = task.request;
    if (body !== null) {
      bytes.set(body, end);
      end += body.length;
    }
    ids.push(task.id);
    kinds.push(KIND_NUMBERS[kind]);
    ends.push(end);
    details.push(detailsOf(task, generation));
  }
  return { ids, kinds, ends, details, bytes };
}

function detailsOf({ request, session, brought }: Task, generation: number): JobDetails | null {
  const { context } = request;
  if (context === null && session === null && brought === null) return null;
  return {
    context,
    session: session === null ? null : session(generation),
    provided: brought === null ? null : brought.name,
  };
}
