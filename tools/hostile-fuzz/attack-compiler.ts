import { compileSources } from '../../compiler/compile.ts';
import { Engine } from '../../runtime/engine.ts';
import { FerruleError } from '../../runtime/engine/errors.ts';
import { loadRuleset } from '../../library/node/load-ruleset.ts';
import { isInternalMessage } from './internal-message.ts';
import { emitClips } from '../../compiler/emit/clips/emit-clips.ts';

export type Outcome = 'refused' | 'loaded';

/** `code`: of the first error of a text that was refused. */
export interface Compiled {
  readonly outcome: Outcome;
  readonly code: string | null;
}

/** Compiles a text and, when it compiles, loads and runs it. Throws an Error that says what went wrong. */
export function attackCompiler(text: string): Compiled {
  const compilation = compileSources([{ path: 'rules.yaml', text }]);
  for (const { code, message, at } of compilation.diagnostics) {
    if (isInternalMessage(message)) throw new Error(`message of ${code}: ${message}`);
    if (!(at.start >= 0 && at.start <= at.end && at.end <= text.length)) throw new Error(`place of ${code}`);
  }
  if (!compilation.ok) {
    const error = compilation.diagnostics.find(({ severity }) => severity === 'error');
    if (error === undefined) throw new Error('refused without an error');
    return { outcome: 'refused', code: error.code };
  }
  emitClips(compilation.ruleset);
  const engine = new Engine(loadRuleset(compilation.javascript()));
  try {
    engine.evaluate({ scoped: true, facts: [] });
  } catch (error) {
    // An error of the rules themselves (a division by zero, a loop without end) is an answer.
    if (!(error instanceof FerruleError) || isInternalMessage(error.message)) throw error;
  }
  return { outcome: 'loaded', code: null };
}
