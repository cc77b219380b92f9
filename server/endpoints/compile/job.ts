import { compileSources, type Compilation } from '../../../compiler/compile.ts';
import { createPositions } from '../../../compiler/diagnostics/line-column.ts';
import { formatMessage } from '../../../compiler/diagnostics/format.ts';
import { check } from '../../requests/contract-check.ts';
import { ServiceError } from '../../../library/errors.ts';
import { CompileRequest } from './contract.ts';
import type { CompileBase, CompilerStart } from '../../evaluation/protocol/compile-protocol.ts';
import { readJson } from '../../requests/job-body.ts';
import { identifyTemplates } from '../../evaluation/compiling/compile-state.ts';
import { readText } from '../../evaluation/compiling/read-text.ts';
import { emitClips } from '../../../compiler/emit/clips/emit-clips.ts';

const FILE = 'ruleset.yaml';

/**
 * `POST /v1/compile`: the constructs of YAML text, on the templates of the mounted ruleset if there is one. YAML that
 * does not compile is an answer, not an error. Throws ServiceError.
 */
export async function compileYaml(
  text: string,
  base: CompileBase | null,
  rulesets: readonly string[] | null,
  { lenient, root }: Pick<CompilerStart, 'lenient' | 'root'>,
): Promise<string> {
  const { yaml_content: yaml } = check(CompileRequest, readJson(text));
  const own = { path: FILE, text: yaml };
  const sources = root === null ? [own] : await readText(own, root, rulesets);
  const compilation = compileSources(sources, { base: base?.layers ?? [], lenient });
  if (!compilation.ok) return JSON.stringify({ clips: '', errors: messagesOf(compilation, 'error') });
  if (base !== null) checkTemplates(compilation.ruleset.templates, base);
  const warnings = messagesOf(compilation, 'warning');
  const more = warnings.length === 0 ? {} : { warnings };
  return JSON.stringify({ clips: emitClips(compilation.ruleset), errors: [], ...more });
}

/** A template of the mounted ruleset may be declared again, but not changed: its facts exist. */
function checkTemplates(templates: Parameters<typeof identifyTemplates>[0], base: CompileBase): void {
  for (const [name, text] of Object.entries(identifyTemplates(templates))) {
    if (Object.hasOwn(base.templates, name) && base.templates[name] !== text) {
      throw new ServiceError(
        'template_conflict',
        `template '${name}' has another declaration in the mounted ruleset`,
        name,
      );
    }
  }
}

/** One `line:column: message` an error, or a warning, behind its file where that is not the text. */
function messagesOf({ diagnostics, sources }: Compilation, wanted: 'error' | 'warning'): string[] {
  const positions = createPositions(sources);
  return diagnostics
    .filter(({ severity }) => severity === wanted)
    .map((diagnostic) => {
      const { line, column } = positions.of(diagnostic.at);
      const file = diagnostic.at.file === FILE ? '' : `${diagnostic.at.file}:`;
      return `${file}${line}:${column}: ${formatMessage(diagnostic)}`;
    });
}
