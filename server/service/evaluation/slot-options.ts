import type { Logger } from 'pino';
import type { Audit } from '../../evidence/audit.ts';
import type { EvidenceSettings } from '../../evidence/settings.ts';
import type { RecentDecision } from '../../evidence/recent.ts';
import type { FleetState } from '../../fleet/fleet-log.ts';
import type { WorkerTotals } from '../../metrics/worker-totals.ts';
import type { JobCosts } from './job-costs.ts';
import type { MountedRuleset, WorkerStart } from './protocol.ts';
import type { Death } from './worker-death.ts';

/** What all slots have in common. */
export interface SlotOptions {
  readonly file: URL;
  readonly start: Omit<WorkerStart, 'evidence' | 'running' | 'counters' | 'mounted' | 'fleet' | 'place'>;
  /** Asked for every thread: keys change. */
  readonly evidence: () => EvidenceSettings;
  /** Keeps the log, or null. */
  readonly audit: Audit | null;
  /** The ruleset that a new thread begins with. */
  readonly mounted: () => MountedRuleset | null;
  /** The shared facts that it begins with. */
  readonly fleet: () => FleetState;
  readonly evaluateTimeoutMs: number;
  readonly memoryMb: number;
  readonly log: Logger;
  readonly totals: WorkerTotals;
  readonly costs: JobCosts;
  /** Told of decisions, where a candidate is tried on them. */
  readonly onDecided: (decisions: readonly RecentDecision[]) => void;
  /** Told of every thread that was replaced. */
  readonly onReplaced: (cause: Death) => void;
  /** Milliseconds of a clock that only goes forward. */
  readonly now: () => number;
}
