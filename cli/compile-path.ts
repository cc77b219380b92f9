import { counted } from '../library/counted.ts';
import type { Compilation, CompileOptions, PassedCompilation } from '../compiler/compile.ts';
import type { Source } from '../compiler/diagnostics/position.ts';
import { formatFrame } from '../compiler/diagnostics/format.ts';
import { createPositions } from '../compiler/diagnostics/line-column.ts';
import { readRulesetSources, rulesetName } from '../library/node/sources.ts';
import { CommandError, type Terminal } from './command.ts';

/**
 * Compiles a file or folder.
 *
 * @param root root directory for imports (default: parent of the ruleset)
 * Throws SourceError.
 */
export async function compilePath(
  path: string,
  options: CompileOptions = {},
  settings: readonly Source[] = [],
  root?: string,
): Promise<Compilation> {
  // Loaded when needed: the compiler takes longer to load than most commands take to run.
  const { compileSources } = await import('../compiler/compile.ts');
  const sources = [...(await readRulesetSources(path, path, root)), ...settings];
  return compileSources(sources, { name: rulesetName(path), ...options });
}

/** Prints all diagnostics to the error stream, each with the line it concerns. */
export function printDiagnostics(
  compilation: Pick<Compilation, 'diagnostics' | 'sources'>,
  terminal: Terminal,
): void {
  const positions = createPositions(compilation.sources);
  for (const diagnostic of compilation.diagnostics) terminal.err(`${formatFrame(diagnostic, positions)}\n`);
}

/**
 * Prints the diagnostics and goes on only with a ruleset that compiled.
 *
 * @param exitCode of the command otherwise
 */
export function requireOk(
  compilation: Compilation,
  terminal: Terminal,
  exitCode?: number,
): asserts compilation is PassedCompilation {
  printDiagnostics(compilation, terminal);
  if (compilation.ok) return;
  const errors = compilation.diagnostics.filter(({ severity }) => severity === 'error').length;
  throw new CommandError(`the ruleset does not compile (${counted(errors, 'error')})`, exitCode);
}
