import { realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Source } from '../compiler/diagnostics/position.ts';
import { longForm, shortForm } from '../authoring/fmt/change-form.ts';
import { formatSource } from '../authoring/fmt/format-source.ts';
import { isDataFile } from '../compiler/read/data-file-names.ts';
import { visible } from '../library/shown-text.ts';
import { readRulesetSources } from '../library/node/sources.ts';
import { CommandError, type Terminal } from './command.ts';
import { printDiagnostics } from './compile-path.ts';
import { readText } from './read-input.ts';

const STDIN = '-';

export interface FmtOptions {
  /** Change nothing. */
  readonly check: boolean;
  /** `null`: the form stays. */
  readonly form: 'short' | 'long' | null;
}

/** Formats every path. Returns true if all is well: nothing broken and, for a check, nothing to change. */
export async function runFmt(
  paths: readonly string[],
  options: FmtOptions,
  terminal: Terminal,
): Promise<boolean> {
  let well = true;
  for (const path of paths) {
    well =
      (path === STDIN ? await formatStdin(options, terminal) : await formatPath(path, options, terminal)) &&
      well;
  }
  return well;
}

async function formatStdin({ check, form }: FmtOptions, terminal: Terminal): Promise<boolean> {
  const source: Source = { path: 'stdin', text: await readText(STDIN, terminal) };
  const [changed] = changeForm([source], form, source.path, terminal) ?? [];
  const text = changed === undefined ? null : formattedText(changed, source.path, terminal);
  if (text === null) return false;
  if (!check) terminal.data(text);
  else if (text !== source.text) terminal.out('stdin\n');
  return !check || text === source.text;
}

async function formatPath(path: string, { check, form }: FmtOptions, terminal: Terminal): Promise<boolean> {
  const isFolder = await stat(path).then(
    (stats) => stats.isDirectory(),
    () => false,
  );
  let well = true;
  const sources = await readRulesetSources(path);
  const changed = changeForm(sources, form, path, terminal);
  if (changed === null) return false;
  const written = new Map(sources.map((source) => [source.path, source.text]));
  // Vendored files, and files that are not YAML, are left unchanged.
  const own = isFolder
    ? changed.filter((source) => !isDataFile(source.path) && !source.path.startsWith('../'))
    : changed.slice(0, 1);
  for (const source of own) {
    const file = isFolder ? join(path, source.path) : path;
    const text = formattedText(source, file, terminal);
    if (text === written.get(source.path)) continue;
    well &&= text !== null && !check;
    if (text === null) continue;
    if (!check) await replaceFile(file, text);
    terminal.out(`${visible(file)}\n`);
  }
  return well;
}

/** `null` if the reason was reported. */
function changeForm(
  sources: readonly Source[],
  form: FmtOptions['form'],
  shown: string,
  terminal: Terminal,
): readonly Source[] | null {
  if (form === null) return sources;
  const changed = form === 'short' ? shortForm(sources) : longForm(sources);
  if (changed.kind === 'changed') return changed.sources;
  if (changed.kind === 'broken') printDiagnostics(changed, terminal);
  else
    terminal.err(`${visible(shown)}: left as it is: the ${form} form would not have the same constructs\n`);
  return null;
}

/** `null` if the reason was reported. */
function formattedText(source: Source, shown: string, terminal: Terminal): string | null {
  const formatted = formatSource(source);
  if (formatted.kind === 'formatted') return formatted.text;
  if (formatted.kind === 'broken') {
    printDiagnostics({ diagnostics: formatted.diagnostics, sources: [source] }, terminal);
  } else terminal.err(`${visible(shown)}: left as it is: another layout might change what it says\n`);
  return null;
}

/** Whole or not at all, with the rights that the file has. A link stays one. */
async function replaceFile(path: string, text: string): Promise<void> {
  const target = await realpath(path);
  const unfinished = `${target}.${process.pid}.tmp`;
  try {
    await writeFile(unfinished, text, { mode: (await stat(target)).mode, flag: 'wx' });
    await rename(unfinished, target);
  } catch (error) {
    await rm(unfinished, { force: true });
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    throw new CommandError(`cannot write ${path} (${code})`);
  }
}
