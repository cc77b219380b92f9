import { basename } from 'node:path';
import { ServiceError } from '../../../library/errors.ts';
import { compileGraph } from '../../../library/graphs/compile-graph.ts';
import { GRAPHS_FOLDER } from '../../../library/graphs/graph.ts';
import {
  findGraph,
  joinFingerprints,
  type ProvidedGraph,
} from '../../../library/node/rulesets/graph-catalog.ts';
import { readTemplates } from '../../../library/node/rulesets/read-templates.ts';
import { CompileError } from '../../../library/compile-error.ts';
import { writeJson } from '../../../library/json.ts';
import type { CompilerStart } from '../protocol/compile-protocol.ts';
import { readStable, type OtherFiles } from '../../../library/node/rulesets/read-stable.ts';

/**
 * Reads and checks the graph of this name as it is now, with the rulesets that it names. What is wrong with it is an
 * outcome like any other. Throws ServiceError for a name without a graph.
 */
export async function provideGraph(
  root: string,
  graphId: string,
  { lenient }: Pick<CompilerStart, 'lenient'>,
): Promise<ProvidedGraph> {
  const path = findGraph(root, graphId);
  const read = await readStable(path, false).catch(() => {
    throw new ServiceError('graph_not_found', 'no such graph', 'graph_id');
  });
  const source = { path: `${GRAPHS_FOLDER}/${basename(path)}`, text: read.sources[0]?.text ?? '' };
  const fingerprints: (string | undefined)[] = [read.fingerprint];
  const others: OtherFiles[] = [];
  const { plan, rulesets, diagnostics } = await compileGraph(
    source,
    graphId,
    async (name) => {
      const read = await readTemplates(root, name, { lenient });
      fingerprints.push(read.fingerprint);
      others.push(read.others);
      return read.templates;
    },
    { lenient },
  );
  return {
    rulesets,
    fingerprint: joinFingerprints(fingerprints),
    others,
    outcome:
      plan === null
        ? { problem: new CompileError(diagnostics, [source]).message }
        : { plan: writeJson(plan) },
  };
}
