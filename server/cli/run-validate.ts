import { compileSources, type Compilation } from '../../compiler/compile.ts';
import type { Source } from '../../compiler/diagnostics/position.ts';
import type { ReportOptions } from '../../compiler/diagnostics/report.ts';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { readRulesetSources, rulesetName } from '../library/sources.ts';
import { textOption, usageError, type OptionValues, type Terminal } from './command.ts';
import { constantSources } from './constant-options.ts';
import { compileGraphPath, isGraphFile } from './compile-graph-path.ts';
import { printDiagnostics } from './compile-path.ts';
import { unoptimised } from './unoptimised.ts';
import { readText } from './read-input.ts';
import type { Checked, ValidateFormat } from './validate-formats/checked.ts';
import { VALIDATE_FORMATS } from './validate-formats/formats.ts';

const STDIN = '-';
/** What standard input is called in problems. */
const STDIN_NAME = 'stdin';

/** Checks every path and writes what was found. Answers whether all of them are well. */
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
    const checked = await check(path, how, settings, terminal);
    if (format === null) printText(path, checked, paths.length > 1, terminal);
    results.push(checked);
  }
  if (format !== null) terminal.out(format.write(results));
  return results.every(({ summary }) => summary !== null);
}

/** Null: text. */
function readFormat(options: OptionValues): ValidateFormat | null {
  const given = textOption(options, 'format');
  const json = options['json'] === true;
  if (json && given !== null && given !== 'json') throw usageError('--json and --format exclude each other');
  const name = json ? 'json' : (given ?? 'text');
  if (name === 'text') return null;
  const format = VALIDATE_FORMATS.find((one) => one.name === name);
  if (format !== undefined) return format;
  const known = ['text', ...VALIDATE_FORMATS.map((one) => one.name)].join(', ');
  throw usageError(`unknown format '${name}' (${known})`);
}

function printText(path: string, checked: Checked, several: boolean, terminal: Terminal): void {
  printDiagnostics(checked, terminal);
  if (checked.summary !== null) terminal.out(`ok: ${several ? `${path}: ` : ''}${checked.summary}\n`);
}

async function check(
  path: string,
  how: ReportOptions,
  settings: readonly Source[],
  terminal: Terminal,
): Promise<Checked> {
  if (path === STDIN) {
    const source: Source = { path: STDIN_NAME, text: await readText(STDIN, terminal) };
    return rulesetResult(compileSources([source, ...settings], { name: STDIN_NAME, ...how }), (file) => file);
  }
  if (isGraphFile(path)) return checkGraph(path, how);
  const sources = [...(await readRulesetSources(path)), ...settings];
  const isFolder = (await stat(path)).isDirectory();
  const compilation = await unoptimised(sources, () =>
    compileSources(sources, { name: rulesetName(path), ...how }),
  );
  return rulesetResult(compilation, (file) => forward(isFolder ? join(path, file) : path));
}

function rulesetResult(compilation: Compilation, pathOf: Checked['pathOf']): Checked {
  const { diagnostics, sources } = compilation;
  if (!compilation.ok) return { diagnostics, sources, summary: null, pathOf };
  const { templates, modules, rules } = compilation.ruleset;
  const summary = `${templates.length} templates, ${modules.length} modules, ${rules.length} rules`;
  return { diagnostics, sources, summary, pathOf };
}

async function checkGraph(path: string, how: ReportOptions): Promise<Checked> {
  const { diagnostics, sources, plan, rulesets } = await compileGraphPath(path, how);
  const summary = plan === null ? null : `${plan.nodes.length} nodes, ${rulesets.length} rulesets`;
  return { diagnostics, sources, summary, pathOf: () => forward(path) };
}

function forward(path: string): string {
  return path.replaceAll('\\', '/');
}
