import type { Source } from '../../compiler/diagnostics/position.ts';
import type { ExplainOptions } from '../../library/explain/explain.ts';
import type { Explanation } from '../../library/explain/explanation.ts';
import type { LoadModule } from '../../library/load-module.ts';
import type { Engine } from '../../runtime/engine.ts';
import type { Collector } from '../coverage/collect.ts';

/** A ruleset under test: one engine for all of its cases, with a clock that they set. */
export interface TestRuleset {
  readonly path: string;
  readonly sources: readonly Source[];
  readonly engine: Engine;
  /** Milliseconds since the epoch. */
  readonly clock: { now: number };
  /** `module::rule` of each rule. */
  readonly rules: ReadonlySet<string>;
  /** Slot names by template. */
  readonly slots: ReadonlyMap<string, ReadonlySet<string>>;
  readonly budgets: ReadonlySet<string>;
  readonly fleet: ReadonlySet<string>;
  /** Called before each evaluation; null if coverage is not requested. */
  readonly collector: Collector | null;
  /** Explains why a rule did not fire in a failed case; null: failed cases are not explained. */
  readonly explain: ((options: ExplainOptions) => Promise<Explanation>) | null;
  readonly load: LoadModule;
  /** Templates of which only the host brings facts: a test is the host. */
  readonly host: ReadonlySet<string>;
}
