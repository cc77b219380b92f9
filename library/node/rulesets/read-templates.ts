import { checkSources, type CompileOptions } from '../../../compiler/compile.ts';
import { formatMessage } from '../../../compiler/diagnostics/format.ts';
import { readStable, type OtherFiles } from './read-stable.ts';
import { problemOf, SourceError } from '../../source-error.ts';
import { locate, normalName } from './locate.ts';
import type { RulesetTemplates } from '../../graphs/check-graph.ts';

/** Data of a ruleset that a graph needs, and stamps that show changes. */
export interface ReadTemplates {
  readonly templates: RulesetTemplates;
  readonly fingerprint: string | undefined;
  readonly others: OtherFiles;
}

const NO_OTHERS: OtherFiles = { paths: [], stamps: '' };

/** Data of the ruleset of this name under the root that a graph needs. */
export async function readTemplates(
  root: string,
  name: string,
  { lenient = false }: Pick<CompileOptions, 'lenient'> = {},
): Promise<ReadTemplates> {
  const isPath = normalName(name) === name;
  const location = isPath ? locate(root, name) : null;
  if (location?.kind !== 'found') {
    const problem = isPath ? 'does not exist' : 'is not a path under the root';
    return { templates: { problem }, fingerprint: undefined, others: NO_OTHERS };
  }
  try {
    const read = await readStable(location.path, location.folder, root);
    const checked = checkSources(read.sources, { name: read.name, lenient });
    const { fingerprint, others } = read;
    if (!checked.ok) {
      const first = checked.diagnostics.find(({ severity }) => severity === 'error');
      const problem = `does not compile: ${first === undefined ? 'unknown' : formatMessage(first)}`;
      return { templates: { problem }, fingerprint, others };
    }
    const templates = new Map(checked.ruleset.templates.map((template) => [template.name, template]));
    const sensitive = checked.ruleset.sensitive?.slots ?? null;
    const takesInput = checked.ruleset.input.length > 0;
    return { templates: { templates, sensitive, takesInput }, fingerprint, others };
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
    return { templates: { problem: problemOf(error) }, fingerprint: undefined, others: NO_OTHERS };
  }
}
