import { realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Source } from '../compiler/diagnostics/position.ts';
import { formatSource } from '../authoring/fmt/format-source.ts';
import { isDataFile } from '../compiler/read/data-file.ts';
import { visible } from '../library/shown-text.ts';
import { readRulesetSources } from '../library/node/sources.ts';
import { CommandError, type Terminal } from './command.ts';
import { printDiagnostics } from './compile-path.ts';
import { readText } from './read-input.ts';

const STDIN = '-';

/** Formats every path. Returns true if all is well: nothing broken and, for a check, nothing to change. */
export async function runFmt(paths: readonly string[], check: boolean, terminal: Terminal): Promise<boolean> {
  let well = true;
  for (const path of paths) {
    well =
      (path === STDIN ? await formatStdin(check, terminal) : await formatPath(path, check, terminal)) && well;
  }
  return well;
}

async function formatStdin(check: boolean, terminal: Terminal): Promise<boolean> {
  const source: Source = { path: 'stdin', text: await readText(STDIN, terminal) };
  const text = formattedText(source, source.path, terminal);
  if (text === null) return false;
  if (!check) terminal.data(text);
  else if (text !== source.text) terminal.out('stdin\n');
  return !check || text === source.text;
}

async function formatPath(path: string, check: boolean, terminal: Terminal): Promise<boolean> {
  const isFolder = await stat(path).then(
    (stats) => stats.isDirectory(),
    () => false,
  );
  let well = true;
  const sources = await readRulesetSources(path);
  // Vendored files, and files that are not YAML, are left unchanged.
  const own = isFolder
    ? sources.filter((source) => !isDataFile(source.path) && !source.path.startsWith('../'))
    : sources.slice(0, 1);
  for (const source of own) {
    const file = isFolder ? join(path, source.path) : path;
    const text = formattedText(source, file, terminal);
    if (text === source.text) continue;
    well &&= text !== null && !check;
    if (text === null) continue;
    if (!check) await replaceFile(file, text);
    terminal.out(`${visible(file)}\n`);
  }
  return well;
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
