import type { ServiceError } from '../errors.ts';
import type { Job, JobAnswer, JobContext, JobKind, JobSession, ProvidedRuleset } from './protocol.ts';

/** What a route asks of the workers. */
export interface JobRequest {
  readonly kind: JobKind;
  readonly body: Buffer | null;
  readonly context: JobContext | null;
  /** The session it belongs to, or null. */
  readonly session: string | null;
}

/** An answer together with the thread that gave it. */
export interface TaskResult {
  readonly answer: JobAnswer;
  /** Generation of the thread. */
  readonly generation: number;
}

/** A request on its way through one worker slot. */
export interface Task {
  readonly id: number;
  readonly request: JobRequest;
  /** A ruleset that the worker asked for. */
  readonly brought: ProvidedRuleset | null;
  /** The session as the thread of this generation must see it; asked when the task is posted. */
  readonly session: (generation: number) => JobSession | null;
  /** Threads that died while running it. */
  deaths: number;
  readonly resolve: (result: TaskResult) => void;
  readonly reject: (error: ServiceError) => void;
}

/** Writes tasks as one message: their bodies in one buffer, which is handed over and not copied again. */
export function packTasks(tasks: readonly Task[], generation: number): { bytes: Uint8Array; jobs: Job[] } {
  let size = 0;
  for (const { request } of tasks) size += request.body?.length ?? 0;
  const bytes = new Uint8Array(size);
  const jobs: Job[] = [];
  let start = 0;
  for (const task of tasks) {
    const { kind, body, context } = task.request;
    const end = start + (body?.length ?? 0);
    if (body !== null) bytes.set(body, start);
    jobs.push({
      id: task.id,
      kind,
      start,
      end,
      context,
      session: task.session(generation),
      provided: task.brought?.name ?? null,
    });
    start = end;
  }
  return { bytes, jobs };
}
