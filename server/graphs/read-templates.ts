import { checkSources } from '../../compiler/compile.ts';
import { formatMessage } from '../../compiler/diagnostics/format.ts';
import { readStable } from '../evaluation/compile/read-stable.ts';
import { SourceError } from '../library/sources.ts';
import { locate, normalName } from '../rulesets/locate.ts';
import type { RulesetTemplates } from './check-graph.ts';

/** What a graph must know of the ruleset of this name under the root, and the fingerprint of its files. */
export async function readTemplates(
  root: string,
  name: string,
): Promise<{ readonly templates: RulesetTemplates; readonly fingerprint: string | undefined }> {
  const isPath = normalName(name) === name;
  const location = isPath ? locate(root, name) : null;
  if (location?.kind !== 'found') {
    const problem = isPath ? 'is not there' : 'is no path under the root';
    return { templates: { problem }, fingerprint: undefined };
  }
  try {
    const read = await readStable(location.path, location.folder);
    const { ruleset, diagnostics } = checkSources(read.sources, { name: read.name });
    const { fingerprint } = read;
    if (ruleset === null) {
      const first = diagnostics.find(({ severity }) => severity === 'error');
      const problem = `does not compile: ${first === undefined ? 'unknown' : formatMessage(first)}`;
      return { templates: { problem }, fingerprint };
    }
    const templates = new Map(ruleset.templates.map((template) => [template.name, template]));
    return { templates: { templates }, fingerprint };
  } catch (error) {
    if (error instanceof SourceError)
      return { templates: { problem: 'can not be read' }, fingerprint: undefined };
    throw error;
  }
}
