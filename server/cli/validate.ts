import { toJson } from '../../compiler/diagnostics/format.ts';
import type { Source } from '../../compiler/diagnostics/position.ts';
import type { ReportOptions } from '../../compiler/diagnostics/report.ts';
import { createPositions } from '../../compiler/diagnostics/line-column.ts';
import { writeJson } from '../library/json.ts';
import type { Compilation } from '../../compiler/compile.ts';
import { compileGraphPath, isGraphFile } from './compile-graph-path.ts';
import { compilePath, printDiagnostics } from './compile-path.ts';
import { constantSources, CONSTANT_OPTIONS } from './constant-options.ts';
import { DONE, LENIENT_OPTION, WRONG_INPUT, type Command } from './command.ts';

export const validateCommand: Command = {
  name: 'validate',
  summary: 'check a ruleset, or a graph (graphs/NAME.yaml), and report every problem in it',
  arguments: ['PATH'],
  options: {
    strict: { type: 'boolean', help: 'warnings are errors' },
    ...CONSTANT_OPTIONS,
    lenient: LENIENT_OPTION,
    json: { type: 'boolean', help: 'print one JSON object' },
  },
  async run([path = ''], options, terminal) {
    const how = { strict: options['strict'] === true, lenient: options['lenient'] === true };
    const checked = isGraphFile(path)
      ? await checkGraph(path, how)
      : await checkRuleset(path, how, await constantSources(options));
    const { diagnostics, sources, summary } = checked;
    if (options['json'] === true) {
      const positions = createPositions(sources);
      const problems = diagnostics.map((diagnostic) => toJson(diagnostic, positions));
      terminal.out(`${writeJson({ ok: summary !== null, diagnostics: problems })}\n`);
    } else {
      printDiagnostics(checked, terminal);
      if (summary !== null) terminal.out(`ok: ${summary}\n`);
    }
    return summary === null ? WRONG_INPUT : DONE;
  },
};

interface Checked extends Pick<Compilation, 'diagnostics' | 'sources'> {
  /** What there is; null when there are errors. */
  readonly summary: string | null;
}

async function checkRuleset(path: string, how: ReportOptions, settings: readonly Source[]): Promise<Checked> {
  const compilation = await compilePath(path, how, settings);
  const { diagnostics, sources } = compilation;
  if (!compilation.ok) return { diagnostics, sources, summary: null };
  const { templates, modules, rules } = compilation.ruleset;
  const summary = `${templates.length} templates, ${modules.length} modules, ${rules.length} rules`;
  return { diagnostics, sources, summary };
}

async function checkGraph(path: string, how: ReportOptions): Promise<Checked> {
  const { diagnostics, sources, plan, rulesets } = await compileGraphPath(path, how);
  const summary = plan === null ? null : `${plan.nodes.length} nodes, ${rulesets.length} rulesets`;
  return { diagnostics, sources, summary };
}
