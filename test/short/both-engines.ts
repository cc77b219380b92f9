/** Decisions of a policy about documents, by the matcher and by CLIPS where it is installed. */
import { expect } from 'vitest';
import { compileSources } from '../../compiler/compile.ts';
import type { Clips } from '../../library/node/clips/clips-binary.ts';
import { isJudge } from '../../library/node/clips/judgeable.ts';
import { runClips } from '../../library/node/clips/run-clips.ts';
import { Engine } from '../../library/node/engine.ts';
import { loadRuleset } from '../../library/node/load-ruleset.ts';
import type { EvaluationResult } from '../../library/node/engine.ts';
import { emitClips } from '../../compiler/emit/clips/emit-clips.ts';

/** The results of the matcher; CLIPS decides and fires the same. */
export async function decideBoth(
  clips: Clips | null,
  text: string,
  documents: readonly object[],
): Promise<readonly EvaluationResult[]> {
  const compilation = compileSources([{ path: 'policy.yaml', text }]);
  if (!compilation.ok) throw new Error(compilation.diagnostics.map(({ message }) => message).join('\n'));
  const engine = new Engine(loadRuleset(compilation.javascript()));
  const results = documents.map((input) => engine.evaluate({ scoped: true, input, facts: [] }));
  const { ruleset } = compilation;
  if (clips === null || !isJudge(clips.version, ruleset)) return results;
  const constructs = emitClips(compilation.ruleset);
  const answers = await runClips(
    clips,
    documents.map((document) => ({ ruleset, constructs, phases: [engine.readDocument(document)] })),
  );
  for (const [i, answer] of answers.entries()) {
    const { decision, reason, ruleTrace } = results[i]!;
    expect(answer, JSON.stringify(documents[i])).toMatchObject({
      kind: 'answered',
      phases: [{ decision: decision ?? '', reason, ruleTrace }],
    });
  }
  return results;
}
