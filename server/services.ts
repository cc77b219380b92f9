import type { Configuration } from './configuration.ts';
import type { CompilerThread } from './evaluation/compiler-thread.ts';
import type { MountedEngine } from './evaluation/mounted-engine.ts';
import type { EvaluationPool } from './evaluation/pool.ts';
import type { Reloader } from './evaluation/reloader.ts';
import type { FleetService } from './fleet/fleet-service.ts';
import type { RulesetReplica } from './replicas/ruleset-replica.ts';
import type { Runs } from './runs/runs.ts';

/** What routes work with. */
export interface Services {
  readonly configuration: Configuration;
  readonly pool: EvaluationPool;
  readonly compiler: CompilerThread;
  /** Null on a stock server. */
  readonly mounted: MountedEngine | null;
  /** Null on a stock server. */
  readonly reloader: Reloader | null;
  /** Null unless several servers share what is mounted. */
  readonly replica: RulesetReplica | null;
  /** Null on a server of no fleet. */
  readonly fleet: FleetService | null;
  readonly runs: Runs;
  /** JSON text of the interface description. */
  readonly openApi: string;
}
