import { join } from 'node:path';
import { compileOrThrow } from '../../library/compile-or-throw.ts';
import type { Ruleset } from '../../compiler/ruleset.ts';
import type { FactOutput } from '../../runtime/facts/read-facts.ts';
import { Engine } from '../../library/node/engine.ts';
import { readRulesetSources } from '../../library/node/sources.ts';
import type { PhaseAnswer } from '../../library/node/clips/answer.ts';
import type { Clips } from '../../library/node/clips/clips-binary.ts';
import { factText } from '../../library/node/clips/fact-text.ts';
import { isJudge } from '../../library/node/clips/judgeable.ts';
import type { Phase } from '../../library/node/clips/facts.ts';
import { runClips } from '../../library/node/clips/run-clips.ts';
import type { ClassicProgram } from './programs.ts';
import { emitClips } from '../../compiler/emit/clips/emit-clips.ts';

/** More than any of the programs fires. */
const FIRING_LIMIT = 20_000;

export interface ClassicRun {
  readonly answer: PhaseAnswer;
  readonly facts: readonly FactOutput[];
  /** In request scope: all facts given, then the second half of them given to what the engine holds, twice. */
  readonly scopedTraces: readonly (readonly string[])[];
}

/** A program in both its forms. */
export interface CompiledClassic {
  readonly program: ClassicProgram;
  readonly ruleset: Ruleset;
  readonly constructs: string;
  /** An engine of the library, still without facts. */
  readonly engine: Engine;
}

export async function compileClassic(program: ClassicProgram): Promise<CompiledClassic> {
  const folder = join('test', 'classics', program.folder);
  const { ruleset } = compileOrThrow(await readRulesetSources(folder));
  return { program, ruleset, constructs: emitClips(ruleset), engine: await Engine.fromRules(folder) };
}

/** Result of a program in ferrule. */
export function runInFerrule({ program, ruleset, engine }: CompiledClassic): ClassicRun {
  const { facts } = program;
  const half = facts.length >> 1;
  const scopedEngine = new Engine(engine.ruleset);
  const scopedTraces = [scopedEngine.evaluate({ scoped: true, facts }).ruleTrace];
  scopedEngine.assertFacts(facts.slice(0, half));
  for (let run = 0; run < 2; run++)
    scopedTraces.push(scopedEngine.evaluate({ scoped: true, facts: facts.slice(half) }).ruleTrace);

  const plainEngine = new Engine(engine.ruleset);
  plainEngine.assertFacts(facts);
  const { decision, reason, metadata, ruleTrace, moduleTrace } = plainEngine.evaluate();
  const left = plainEngine.facts();
  const templates = new Map(ruleset.templates.map((template) => [template.name, template]));
  const answer = {
    decision: decision ?? '',
    reason: reason ?? '',
    metadata: Object.entries(metadata),
    ruleTrace,
    moduleTrace,
    facts: left.map(({ template, data }) => factText(templates.get(template)!, data)),
  };
  return { answer, facts: left, scopedTraces };
}

/** Result of CLIPS for the emitted constructs, and if it keeps the fact order of 6.4. */
export async function runInClips(
  clips: Clips,
  { program, ruleset, constructs }: CompiledClassic,
): Promise<{ readonly answer: PhaseAnswer; readonly ordered: boolean }> {
  const phases = [program.facts as Phase];
  const [answer] = await runClips(clips, [{ ruleset, constructs, phases, firingLimit: FIRING_LIMIT }]);
  const [phase] = answer?.kind === 'answered' ? answer.phases : [];
  if (!phase)
    throw new Error(`CLIPS ${clips.version} did not run ${program.name}: ${JSON.stringify(answer)}`);
  return { answer: phase, ordered: isJudge(clips.version, ruleset) };
}
