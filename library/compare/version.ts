import type { PassedCompilation } from '../../compiler/compile.ts';
import { Engine } from '../../runtime/engine.ts';
import type { LoadModule } from '../load-module.ts';

/** A version of a ruleset, ready to decide again. */
export interface Version {
  readonly hash: string;
  readonly compilation: PassedCompilation;
  /** Contains no facts. */
  readonly engine: Engine;
  readonly createEngine: () => Engine;
}

/** The time that all rules see, in milliseconds. */
export interface Clock {
  ms: number;
}

/** A compilation without errors as a version. */
export function versionOf(compilation: PassedCompilation, clock: Clock, load: LoadModule): Version {
  const { ruleset: compiled } = load(compilation.javascript(), compilation.ruleset.name);
  const createEngine = (): Engine => new Engine(compiled, { now: () => clock.ms });
  return { hash: compilation.hash, compilation, engine: createEngine(), createEngine };
}
