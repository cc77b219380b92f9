import { basename } from 'node:path';
import { checkSources } from '../../../compiler/compile.ts';
import { formatMessage } from '../../../compiler/diagnostics/format.ts';
import { ServiceError } from '../../errors.ts';
import type { RulesetTemplates } from '../../graphs/check-graph.ts';
import { compileGraph } from '../../graphs/compile-graph.ts';
import { GRAPHS_FOLDER } from '../../graphs/graph.ts';
import { findGraph, joinFingerprints, type ProvidedGraph } from '../../graphs/graph-catalog.ts';
import { CompileError } from '../../library/compile-error.ts';
import { writeJson } from '../../library/json.ts';
import { SourceError } from '../../library/sources.ts';
import { locate, normalName } from '../../rulesets/locate.ts';
import { readStable } from './read-stable.ts';

/**
 * Reads and checks the graph of this name as it is now, with the rulesets that it names. What is wrong with it is an
 * outcome like any other. Throws ServiceError for a name without a graph.
 */
export async function provideGraph(root: string, graphId: string): Promise<ProvidedGraph> {
  const path = findGraph(root, graphId);
  const read = await readStable(path, false).catch(() => {
    throw new ServiceError('graph_not_found', 'there is no such graph', 'graph_id');
  });
  const source = { path: `${GRAPHS_FOLDER}/${basename(path)}`, text: read.sources[0]?.text ?? '' };
  const fingerprints: (string | undefined)[] = [read.fingerprint];
  const { plan, rulesets, diagnostics } = await compileGraph(source, graphId, async (name) => {
    const { templates, fingerprint } = await templatesOf(root, name);
    fingerprints.push(fingerprint);
    return templates;
  });
  return {
    rulesets,
    fingerprint: joinFingerprints(fingerprints),
    outcome:
      plan === null
        ? { problem: new CompileError(diagnostics, [source]).message }
        : { plan: writeJson(plan) },
  };
}

async function templatesOf(
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
