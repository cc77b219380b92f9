import type { Worker } from 'node:worker_threads';
import type { Logger } from 'pino';
import type { Audit } from '../../../evidence/audit.ts';
import type { EvidenceSettings } from '../../../evidence/settings.ts';
import type { PackedDecisions } from '../../../evidence/packed-decisions.ts';
import type { FleetState } from '../../../store/fleet/fleet-log.ts';
import type { WorkerTotals } from '../../metrics/worker-totals.ts';
import type { JobCosts } from './job-costs.ts';
import type { CasesOfSuites, MountedRuleset, WorkerStart } from '../protocol/protocol.ts';
import type { Death } from './worker-death.ts';

/** Settings shared by all slots. */
export interface SlotOptions {
  /** A thread that waits for its start message. */
  readonly thread: () => Worker;
  readonly start: Omit<
    WorkerStart,
    'evidence' | 'running' | 'counters' | 'mounted' | 'fleet' | 'place' | 'cases'
  >;
  /** Called for every thread: keys change. */
  readonly evidence: () => EvidenceSettings;
  /** Keeps the log, or null. */
  readonly audit: Audit | null;
  /** The ruleset that a new thread begins with. */
  readonly mounted: () => MountedRuleset | null;
  /** The cases of the first rulesets; null before they are read. */
  readonly cases: () => CasesOfSuites | null;
  /** The shared facts that it begins with. */
  readonly fleet: () => FleetState;
  readonly evaluateTimeoutMs: number;
  readonly log: Logger;
  readonly totals: WorkerTotals;
  readonly costs: JobCosts;
  /** Called with decisions, if a candidate is tried on them. */
  readonly onDecided: (decisions: PackedDecisions) => void;
  /** Called for every replaced thread. */
  readonly onReplaced: (cause: Death) => void;
  /** Milliseconds of a clock that only goes forward. */
  readonly now: () => number;
}
