import type { Logger } from 'pino';
import type { Configuration } from '../settings/configuration.ts';
import type { CompilerThread } from './evaluation/compiler-thread.ts';
import type { MountedEngine } from './evaluation/mounted-engine.ts';
import type { EvaluationPool } from './evaluation/pool.ts';
import type { Reloader } from './evaluation/reloader.ts';
import type { Audit } from '../evidence/audit.ts';
import type { EvidenceKeys } from '../evidence/keys.ts';
import type { FleetService } from '../fleet/fleet-service.ts';
import type { RulesetReplica } from './replicas/ruleset-replica.ts';
import type { ServiceMetrics } from '../metrics/service-metrics.ts';
import type { LoadLog } from './load-log.ts';
import type { Check } from './readiness.ts';
import type { TraceRoute } from '../tracing/tracing.ts';
import type { StoredApprovals } from '../approvals/stored-approvals.ts';
import type { Caller } from '../tokens/caller.ts';
import type { Runs } from '../runs/runs.ts';

/** A mounted ruleset, with what the server shares of it with others. */
export interface MountedServing {
  readonly kind: 'mounted';
  readonly engine: MountedEngine;
  readonly reloader: Reloader;
  /** Null unless several servers share what is mounted. */
  readonly replica: RulesetReplica | null;
  /** Null on a server of no fleet. */
  readonly fleet: FleetService | null;
}

/** What a server evaluates with: the rulesets under its root, named by each request, or the one that is mounted. */
export type Serving = { readonly kind: 'stock' } | MountedServing;

/** What routes work with. */
export interface Services {
  readonly configuration: Configuration;
  readonly pool: EvaluationPool;
  readonly compiler: CompilerThread;
  /** Compiles the texts of callers. */
  readonly texts: CompilerThread;
  readonly serving: Serving;
  readonly runs: Runs;
  readonly approvals: StoredApprovals;
  /** Whose token an `Authorization` header holds; null: nobody's. */
  readonly callerOf: (authorization: string | undefined) => Caller | null | Promise<Caller | null>;
  /** Null: nothing is recorded. */
  readonly audit: Audit | null;
  readonly keys: EvidenceKeys;
  readonly metrics: ServiceMetrics;
  /** Told of rulesets that are loaded. */
  readonly loads: LoadLog;
  readonly log: Logger;
  /** Null: nobody collects spans. */
  readonly tracing: TraceRoute | null;
  /** What must hold for the service to be ready. */
  readonly checks: readonly Check[];
  /** JSON text of the interface description. */
  readonly openApi: string;
  /** What stands before the path of every endpoint; empty: nothing. */
  readonly prefix: string;
}
