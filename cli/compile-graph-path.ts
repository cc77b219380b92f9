import { basename, dirname, resolve } from 'node:path';
import type { Source } from '../compiler/diagnostics/position.ts';
import type { ReportOptions } from '../compiler/diagnostics/report.ts';
import { GRAPHS_FOLDER } from '../library/graphs/graph.ts';
import type { GraphCompilation } from '../library/graphs/compile-graph.ts';
import { readRulesetSources, rulesetName } from '../library/node/sources.ts';

interface GraphFile extends GraphCompilation {
  readonly sources: readonly Source[];
}

/** True if a path is that of a graph: a YAML file in a folder of graphs. */
export function isGraphFile(path: string): boolean {
  return /\.ya?ml$/.test(path) && basename(dirname(resolve(path))) === GRAPHS_FOLDER;
}

/** Checks a graph; its rulesets are looked for in the folder around the folder of graphs. Throws SourceError. */
export async function compileGraphPath(path: string, options: ReportOptions): Promise<GraphFile> {
  const { compileGraph } = await import('../library/graphs/compile-graph.ts');
  const { readTemplates } = await import('../library/node/rulesets/read-templates.ts');
  const root = dirname(dirname(resolve(path)));
  const [read] = await readRulesetSources(path);
  const source: Source = { path: `${GRAPHS_FOLDER}/${basename(path)}`, text: read?.text ?? '' };
  const compiled = await compileGraph(
    source,
    rulesetName(path),
    async (name) => (await readTemplates(root, name, options)).templates,
    options,
  );
  return { ...compiled, sources: [source] };
}
