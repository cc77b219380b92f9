import { compileSources, type Compilation } from '../compiler/compile.ts';
import type { Source } from '../compiler/diagnostics/position.ts';
import type { ReportOptions } from '../compiler/diagnostics/report.ts';
import { stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { visible } from '../library/shown-text.ts';
import { readRulesetSources, rulesetName } from '../library/node/sources.ts';
import type { Finding } from '../authoring/analyze/analysis.ts';
import { findingLines } from '../authoring/analyze/formats/text.ts';
import { textOption, usageError, type OptionValues, type Terminal } from './command.ts';
import { constantSources } from './constant-options.ts';
import { compileGraphPath, isGraphFile } from './compile-graph-path.ts';
import { printDiagnostics } from './compile-path.ts';
import { unoptimised } from './unoptimised.ts';
import { readText } from './read-input.ts';
import type { Checked, ValidateFormat } from './validate-formats/checked.ts';
import { VALIDATE_FORMATS } from './validate-formats/formats.ts';
import { rootOf } from './root-option.ts';
import { counted } from '../library/counted.ts';

const STDIN = '-';
/** Name of standard input in messages. */
const STDIN_NAME = 'stdin';

/** Checks every path and writes the findings. Returns true if all paths are valid. */
export async function runValidate(
  paths: readonly string[],
  options: OptionValues,
  terminal: Terminal,
): Promise<boolean> {
  const format = readFormat(options);
  if (paths.filter((path) => path === STDIN).length > 1) throw usageError('- is given twice');
  const how = { strict: options['strict'] === true, lenient: options['lenient'] === true };
  const settings = await constantSources(options);
  const results: Checked[] = [];
  for (const path of paths) {
    const checked = await check(path, how, { settings, root: rootOf(options) }, terminal);
    if (format === null) printText(path, checked, paths.length > 1, terminal);
    results.push(checked);
  }
  if (format !== null) terminal.data(format.write(results));
  return results.every(({ summary }) => summary !== null);
}

/** `null` for text. */
function readFormat(options: OptionValues): ValidateFormat | null {
  const given = textOption(options, 'format');
  const json = options['json'] === true;
  if (json && given !== null && given !== 'json') throw usageError('--json cannot be combined with --format');
  const name = json ? 'json' : (given ?? 'text');
  if (name === 'text') return null;
  const format = VALIDATE_FORMATS.find((one) => one.name === name);
  if (format !== undefined) return format;
  const known = ['text', ...VALIDATE_FORMATS.map((one) => one.name)].join(', ');
  throw usageError(`unknown format '${name}' (${known})`);
}

function printText(path: string, checked: Checked, several: boolean, terminal: Terminal): void {
  printDiagnostics(checked, terminal);
  for (const finding of checked.findings)
    for (const line of findingLines(finding, checked)) terminal.err(`${visible(line)}\n`);
  if (checked.summary !== null)
    terminal.out(`ok: ${several ? `${visible(path)}: ` : ''}${checked.summary}\n`);
}

async function check(
  path: string,
  how: ReportOptions,
  { settings, root }: { readonly settings: readonly Source[]; readonly root: string | undefined },
  terminal: Terminal,
): Promise<Checked> {
  if (path === STDIN) {
    const source: Source = { path: STDIN_NAME, text: await readText(STDIN, terminal) };
    const compiled = compileSources([source, ...settings], { name: STDIN_NAME, ...how, cells: how.strict });
    return rulesetResult(compiled, (file) => file, how.strict ? await analysed(compiled, null) : []);
  }
  if (isGraphFile(path)) return checkGraph(path, how);
  const sources = [...(await readRulesetSources(path, path, root)), ...settings];
  const compiled = await unoptimised(sources, () =>
    compileSources(sources, { name: rulesetName(path), ...how, cells: how.strict }),
  );
  const folder = (await stat(path)).isDirectory() ? path : dirname(path);
  const pathOf = (file: string): string => forward(join(folder, file));
  return rulesetResult(compiled, pathOf, how.strict ? await analysed(compiled, path) : []);
}

/** Warnings of the analysis. Loaded when needed: only `--strict` pays for it. */
async function analysed(compilation: Compilation, path: string | null): Promise<readonly Finding[]> {
  if (!compilation.ok) return [];
  const { analyze } = await import('../authoring/analyze/analyze.ts');
  const { loadModule } = await import('../library/node/load-ruleset.ts');
  const { suiteRequests } = await import('../library/node/suites/suite-requests.ts');
  const now = Date.now();
  const requests = path === null ? [] : await suiteRequests(path, now);
  const { findings } = analyze(compilation, loadModule, { requests, now });
  return findings.filter(({ severity }) => severity === 'warning');
}

function rulesetResult(
  compilation: Compilation,
  pathOf: Checked['pathOf'],
  findings: readonly Finding[],
): Checked {
  const { diagnostics, sources } = compilation;
  const told = { diagnostics, sources, pathOf, findings };
  if (!compilation.ok || findings.length > 0) return { ...told, summary: null };
  const { templates, modules, rules } = compilation.ruleset;
  const declared = templates.filter(({ from }) => from !== 'document');
  const counts = [
    counted(declared.length, 'template'),
    counted(modules.length, 'module'),
    counted(rules.length, 'rule'),
  ];
  return { ...told, summary: counts.join(', ') };
}

async function checkGraph(path: string, how: ReportOptions): Promise<Checked> {
  const { diagnostics, sources, plan, rulesets } = await compileGraphPath(path, how);
  const summary =
    plan === null ? null : `${counted(plan.nodes.length, 'node')}, ${counted(rulesets.length, 'ruleset')}`;
  return { diagnostics, sources, summary, pathOf: () => forward(path), findings: [] };
}

function forward(path: string): string {
  return path.replaceAll('\\', '/');
}
