/** The claims of an analysis hold for random programs: what it excludes never happens, and what it claims possible happens. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { loadModule } from '../../../library/node/load-ruleset.ts';
import { EvaluationError, FerruleError } from '../../../runtime/engine/errors.ts';
import { analyze } from '../../../authoring/analyze/analyze.ts';
import type { Analysis } from '../../../authoring/analyze/analysis.ts';
import { CompileError, Engine } from '../../../library/node/engine.ts';
import { compileOrThrow } from '../../../library/compile-or-throw.ts';
import { programs } from '../../../tools/judge/draw.ts';
import { FEATURES } from '../../../tools/judge/features.ts';
import { JUDGE_NOW_MS } from '../../../library/node/clips/host-functions.ts';
import { programYaml, type Program } from '../../../tools/judge/program.ts';
import { full } from '../../full.ts';

const seed = Number(process.env['FERRULE_SEED'] ?? Date.now() & 0x7fffffff);
const PROGRAMS = Number(process.env['FERRULE_PROGRAMS'] ?? full(30, 10));

/** Null if the program does not compile, or fails on the rows of its relations alone, so that no engine takes it. */
async function analysed(text: string): Promise<Analysis | null> {
  const sources = [{ path: 'drawn.yaml', text }];
  try {
    return analyze(compileOrThrow(sources, { cells: true }), loadModule, {
      now: JUDGE_NOW_MS,
      budgetMs: 1_000,
    });
  } catch (error) {
    if (error instanceof CompileError) return null;
    if (!(error instanceof EvaluationError)) throw error;
    await expect(Engine.fromSources(sources)).rejects.toThrow(error.message);
    return null;
  }
}

async function tracesOf({ phases }: Program, text: string): Promise<readonly (readonly string[])[]> {
  const engine = await Engine.fromSources([{ path: 'drawn.yaml', text }], {
    now: () => JUDGE_NOW_MS,
    limits: { firings: 300, matches: 20_000 },
  });
  return phases.flatMap((facts) => {
    try {
      return [engine.evaluate({ scoped: true, facts }).ruleTrace];
    } catch (error) {
      if (error instanceof FerruleError) return [];
      throw error;
    }
  });
}

it('no evaluation contradicts a claim', async () => {
  await fc.assert(
    fc.asyncProperty(programs(FEATURES), async (program) => {
      const text = programYaml(program);
      const told = await analysed(text);
      if (told === null) return;
      const traces = await tracesOf(program, text);
      for (const { code, rule, with: others } of told.findings) {
        if (rule === null) continue;
        const fired = traces.filter((trace) => trace.includes(rule));
        if (code === 'unreachable-rule') expect(fired).toEqual([]);
        if (code === 'redundant-rule') for (const trace of fired) expect(trace).toContain(others[0]);
        if (code === 'shadowed-rule')
          for (const trace of fired) expect(trace.filter((name) => others.includes(name))).not.toEqual([]);
      }
    }),
    { seed, numRuns: PROGRAMS },
  );
});
