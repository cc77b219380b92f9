import type { Logger } from 'pino';
import type { Configuration } from './settings/configuration.ts';
import type { CompilerThread } from './evaluation/main/compiler-thread.ts';
import type { EvaluationPool } from './evaluation/main/pool.ts';
import type { Audit } from '../evidence/audit.ts';
import type { EvidenceKeys } from '../evidence/keys.ts';
import type { Serving } from './rulesets/serving.ts';
import type { Quotas } from './quotas/quotas.ts';
import type { ServiceMetrics } from './metrics/service-metrics.ts';
import type { LoadLog } from './metrics/load-log.ts';
import type { Check } from './readiness.ts';
import type { TraceRoute } from './tracing/tracing.ts';
import type { Ledger } from '../store/budgets/ledger.ts';
import type { StoredApprovals } from './approvals/stored-approvals.ts';
import type { Caller } from './tokens/caller.ts';
import type { Runs } from './runs/runs.ts';
import type { DecisionLog } from './decision-log/decision-log.ts';
import type { Replicas } from './replicas/replicas.ts';

/**
 * All that the service consists of. Only the files that assemble it name this type: every part declares what it needs of it.
 */
export interface Services {
  readonly configuration: Configuration;
  readonly pool: EvaluationPool;
  readonly compiler: CompilerThread;
  /** Compiles the texts of callers. */
  readonly texts: CompilerThread;
  readonly serving: Serving;
  readonly runs: Runs;
  readonly replicas: Replicas;
  readonly approvals: StoredApprovals;
  /** `null` if decisions cannot count: this server keeps nothing. */
  readonly ledger: Ledger | null;
  /** Owner of the token in an `Authorization` header; null if unknown. */
  readonly callerOf: (authorization: string | undefined) => Caller | null | Promise<Caller | null>;
  /** `null` if nothing is recorded. */
  readonly audit: Audit | null;
  /** `null` if there is no log, or the service cannot read it. */
  readonly decisionLog: DecisionLog | null;
  readonly keys: EvidenceKeys;
  readonly metrics: ServiceMetrics;
  /** Limits of what one token, one connection and all together hold at once. */
  readonly quotas: Quotas;
  /** Called for loaded rulesets. */
  readonly loads: LoadLog;
  readonly log: Logger;
  /** `null` if spans are not collected. */
  readonly tracing: TraceRoute | null;
  /** Checks for readiness of the service. */
  readonly checks: readonly Check[];
  /** JSON text of the interface description. */
  readonly openApi: () => Promise<string>;
  /** Path prefix of every endpoint; empty for none. */
  readonly prefix: string;
}
