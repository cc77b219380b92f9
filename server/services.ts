import type { Configuration } from './configuration.ts';
import type { CompilerThread } from './evaluation/compiler-thread.ts';
import type { MountedEngine } from './evaluation/mounted-engine.ts';
import type { EvaluationPool } from './evaluation/pool.ts';
import type { Runs } from './runs/runs.ts';

/** What routes work with. */
export interface Services {
  readonly configuration: Configuration;
  readonly pool: EvaluationPool;
  readonly compiler: CompilerThread;
  /** Null on a stock server. */
  readonly mounted: MountedEngine | null;
  readonly runs: Runs;
  /** JSON text of the interface description. */
  readonly openApi: string;
}
