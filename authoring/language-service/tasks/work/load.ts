import type { PassedCompilation } from '../../../../compiler/compile.ts';
import { compileOrThrow } from '../../../../library/compile-or-throw.ts';
import {
  createExplainableRuleset,
  type ExplainableRuleset,
} from '../../../../library/explain/explainable-ruleset.ts';
import { explain, type ExplainOptions } from '../../../../library/explain/explain.ts';
import type { Explanation } from '../../../../library/explain/explanation.ts';
import type { LoadModule } from '../../../../library/load-module.ts';
import type { CompiledRuleset } from '../../../../runtime/abi.ts';
import { Engine } from '../../../../runtime/engine.ts';
import { createCollector } from '../../../coverage/collect.ts';
import type { TestRuleset } from '../../../run/test-ruleset.ts';
import type { JobRuleset } from '../job.ts';

/** An engine that records the request instead of deciding on it. */
class AskedEngine extends Engine {
  explainWith(explainable: ExplainableRuleset, options: ExplainOptions): Explanation {
    return explain(explainable, { ...this.surroundings, held: this.facts() }, options);
  }
}

export interface LoadedRuleset {
  readonly compilation: PassedCompilation;
  readonly tested: TestRuleset;
  readonly explain: (options: ExplainOptions) => Explanation;
}

interface Decides {
  readonly ruleset: CompiledRuleset;
  /** Milliseconds of Unix time. */
  readonly clock: { now: number };
}

/** Compiles and loads a ruleset for tests, without a file system. Throws CompileError. */
export function loadRuleset(ruleset: JobRuleset, load: LoadModule, isCovered = false): LoadedRuleset {
  const { name, sources, lenient } = ruleset;
  return loadCompilation(compileOrThrow(sources, { name, lenient }), ruleset, load, isCovered);
}

/**
 * The same for a ruleset that is compiled already.
 *
 * @param decides the loaded module and the clock of what decides already; left out: loads the module, with a clock of its own
 */
export function loadCompilation(
  compilation: PassedCompilation,
  { name, sources, lenient }: Pick<JobRuleset, 'name' | 'sources' | 'lenient'>,
  load: LoadModule,
  isCovered = false,
  decides: Decides = { ruleset: load(compilation.javascript(), name).ruleset, clock: { now: Date.now() } },
): LoadedRuleset {
  const { ruleset, clock } = decides;
  const engine = new AskedEngine(ruleset, { now: () => clock.now });
  let explainable: ExplainableRuleset | null = null;
  const explainOf = (options: ExplainOptions): Explanation =>
    engine.explainWith((explainable ??= createExplainableRuleset(compilation, load)), options);
  const { rules, templates } = engine.describe();
  return {
    compilation,
    explain: explainOf,
    tested: {
      path: '.',
      sources,
      engine,
      clock,
      rules: new Set(rules.map((one) => one.name)),
      slots: new Map(templates.map((one) => [one.name, new Set(one.slots.map((slot) => slot.name))])),
      explain: (options) => Promise.resolve(explainOf(options)),
      load,
      collector: isCovered ? createCollector(sources, name, lenient, load) : null,
      budgets: new Set((engine.ruleset.budgets ?? []).map((one) => one.name)),
      fleet: new Set(templates.filter(({ scope }) => scope === 'fleet').map((one) => one.name)),
      host: new Set(templates.filter(({ from }) => from === 'host').map((one) => one.name)),
    },
  };
}
