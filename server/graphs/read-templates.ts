import { checkSources, type CompileOptions } from '../../compiler/compile.ts';
import { formatMessage } from '../../compiler/diagnostics/format.ts';
import { readStable } from '../service/evaluation/compile/read-stable.ts';
import { SourceError } from '../library/sources.ts';
import { locate, normalName } from '../service/rulesets/locate.ts';
import type { RulesetTemplates } from './check-graph.ts';

/** What a graph must know of the ruleset of this name under the root, and the fingerprint of its files. */
export async function readTemplates(
  root: string,
  name: string,
  { lenient = false }: Pick<CompileOptions, 'lenient'> = {},
): Promise<{ readonly templates: RulesetTemplates; readonly fingerprint: string | undefined }> {
  const isPath = normalName(name) === name;
  const location = isPath ? locate(root, name) : null;
  if (location?.kind !== 'found') {
    const problem = isPath ? 'is not there' : 'is no path under the root';
    return { templates: { problem }, fingerprint: undefined };
  }
  try {
    const read = await readStable(location.path, location.folder, root);
    const checked = checkSources(read.sources, { name: read.name, lenient });
    const { fingerprint } = read;
    if (!checked.ok) {
      const first = checked.diagnostics.find(({ severity }) => severity === 'error');
      const problem = `does not compile: ${first === undefined ? 'unknown' : formatMessage(first)}`;
      return { templates: { problem }, fingerprint };
    }
    const templates = new Map(checked.ruleset.templates.map((template) => [template.name, template]));
    const sensitive = checked.ruleset.sensitive?.slots ?? null;
    return { templates: { templates, sensitive }, fingerprint };
  } catch (error) {
    if (error instanceof SourceError)
      return { templates: { problem: 'cannot be read' }, fingerprint: undefined };
    throw error;
  }
}
