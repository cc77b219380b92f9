import type { Source } from '../../compiler/diagnostics/position.ts';
import { createReport, type Diagnostic, type ReportOptions } from '../../compiler/diagnostics/report.ts';
import { checkGraph, type RulesetTemplates } from './check-graph.ts';
import type { GraphPlan } from './graph.ts';
import { readGraph } from './read-graph.ts';

export interface GraphCompilation {
  /** Null when there are errors. */
  readonly plan: GraphPlan | null;
  /** Paths of all rulesets that the graph names. */
  readonly rulesets: readonly string[];
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Reads and checks a graph. Never throws for what is wrong with it.
 *
 * @param id the graph's name: that of its file
 * @param templatesOf looks at a ruleset of this path under the root
 */
export async function compileGraph(
  source: Source,
  id: string,
  templatesOf: (ruleset: string) => Promise<RulesetTemplates>,
  options: ReportOptions = {},
): Promise<GraphCompilation> {
  const report = createReport(options);
  const syntax = readGraph(source, report);
  if (syntax === null) return { plan: null, rulesets: [], diagnostics: report.sorted() };
  const names = [...new Set(syntax.nodes.map(({ ruleset }) => ruleset.value))];
  const rulesets = new Map<string, RulesetTemplates>();
  for (const name of names) rulesets.set(name, await templatesOf(name));
  const plan = checkGraph(syntax, id, rulesets, report);
  return { plan: report.hasErrors() ? null : plan, rulesets: names, diagnostics: report.sorted() };
}
