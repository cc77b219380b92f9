/** Services of evaluation to the other parts: each names those that it uses. */
import type { Found } from '../../sessions/session-log.ts';
import type { CompileReplies, CompileRequest } from '../protocol/compile-protocol.ts';
import type { Asker } from './compiler-thread.ts';
import type { Mounted } from './mounted-engine.ts';
import type { JobResult } from './pool.ts';
import type { JobRequest } from './task.ts';

/** Runs a request on a worker. Rejected with ServiceError for a refusal. */
export interface RunsJobs {
  readonly pool: { readonly submit: (request: JobRequest) => Promise<JobResult> };
}

/** Finds the session with an id among those of an owner. Rejected with ServiceError `store_unavailable`. */
export interface FindsSessions {
  readonly pool: { readonly findSession: (owner: string, id: string) => Promise<Found> };
}

/** Compiles the texts of callers. Rejected with ServiceError. */
export interface CompilesTexts {
  readonly texts: {
    readonly ask: <K extends CompileRequest['kind']>(
      request: Extract<CompileRequest, { readonly kind: K }>,
      asker: Asker,
    ) => Promise<CompileReplies[K]>;
  };
}

/** The mounted ruleset, or that requests name theirs. */
export type Serves<Engine> = { readonly kind: 'stock' } | ({ readonly kind: 'mounted' } & Engine);

/** Knows which ruleset decides, if one is mounted. */
export interface KnowsMounted {
  readonly serving: Serves<{ readonly engine: { readonly current: Mounted } }>;
}
