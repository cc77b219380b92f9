import type { PassedCompilation } from '../../compiler/compile.ts';
import { FerruleError } from '../../runtime/errors.ts';
import type { Analysis } from '../authors/analyze/analysis.ts';
import type { AnalyzeOptions } from '../authors/analyze/analyze.ts';
import type { DiffOptions } from '../authors/diff/diff.ts';
import type { RulesetDiff } from '../authors/diff/ruleset-diff.ts';
import type { Engine } from '../library/engine.ts';
import { ORIGINS } from '../library/origins.ts';

export type { Analysis, AnalyzeOptions, DiffOptions, RulesetDiff };

/**
 * What `ferrule analyze` tells of the engine's ruleset. `requests` of the options are evaluated first, those of test
 * cases for instance. Throws FerruleError `invalid_argument` for an engine that was given its ruleset compiled.
 */
export async function analyze(engine: Engine, options: AnalyzeOptions = {}): Promise<Analysis> {
  const { analyze: look } = await import('../authors/analyze/analyze.ts');
  return look(await compilationOf(engine), options);
}

/** Which requests the rulesets of two engines decide differently, as `ferrule diff`. Throws as `analyze`. */
export async function diff(old: Engine, latest: Engine, options: DiffOptions = {}): Promise<RulesetDiff> {
  const { diffRulesets } = await import('../authors/diff/diff.ts');
  return diffRulesets(await compilationOf(old), await compilationOf(latest), options);
}

async function compilationOf(engine: Engine): Promise<PassedCompilation> {
  const origin = ORIGINS.get(engine);
  if (origin === undefined)
    throw new FerruleError('invalid_argument', 'To look at a ruleset, its engine needs the YAML of it');
  return origin.compiled();
}
