import { loadModule } from '../../../library/node/load-ruleset.ts';
import type { PassedCompilation } from '../../../compiler/compile.ts';
import { FerruleError } from '../../../runtime/engine/errors.ts';
import { given } from '../../../runtime/values/given.ts';
import type { Analysis } from '../../analyze/analysis.ts';
import type { AnalyzeOptions } from '../../analyze/analyze.ts';
import type { DiffOptions } from '../../diff/diff.ts';
import type { RulesetDiff } from '../../diff/ruleset-diff.ts';
import type { Engine } from '../../../library/node/engine.ts';
import { ORIGINS } from '../../../library/node/origins.ts';

export type { Analysis, AnalyzeOptions, DiffOptions, RulesetDiff };

/**
 * Report of `ferrule analyze` for the engine's ruleset. `requests` of the options are evaluated first, those of test
 * cases for instance. Throws FerruleError `invalid_argument` for an engine that was given its ruleset compiled.
 */
export async function analyze(engine: Engine, options: AnalyzeOptions = {}): Promise<Analysis> {
  const { analyze: look } = await import('../../analyze/analyze.ts');
  return look(await compilationOf(engine), loadModule, given(options));
}

/** Finds requests that the rulesets of two engines decide differently, like `ferrule diff`. Throws like `analyze`. */
export async function diff(old: Engine, latest: Engine, options: DiffOptions = {}): Promise<RulesetDiff> {
  const { diffRulesets } = await import('../../diff/diff.ts');
  return diffRulesets(await compilationOf(old), await compilationOf(latest), loadModule, given(options));
}

async function compilationOf(engine: Engine): Promise<PassedCompilation> {
  const origin = ORIGINS.get(engine);
  if (origin === undefined)
    throw new FerruleError('invalid_argument', 'To inspect a ruleset, the engine needs its YAML');
  return origin.compiled();
}
