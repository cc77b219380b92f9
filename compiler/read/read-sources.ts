import type { Source, Span } from '../diagnostics/position.ts';
import type { Report } from '../diagnostics/report.ts';
import type { WrittenSyntax } from '../short-syntax.ts';
import { checkCommentedSections } from './commented-section.ts';
import { readConstants } from './constant.ts';
import type { ReadContext } from './context.ts';
import { isDataFile } from './data-file-names.ts';
import { createDraft, readDocument } from './document.ts';
import { checkImports } from './imports.ts';
import { DEFAULT_READ_LIMITS, type ReadLimits } from './limits.ts';
import { readTrees } from './read-trees.ts';
import { isSettings } from './settings-folder.ts';
import { createTally } from './tally.ts';
import { checkCharacters } from './scalar.ts';
import type { YamlNode } from './yaml-node.ts';

/**
 * The read phase: YAML sources to typed syntax. Never throws on any text: every problem is reported at its place, the
 * element concerned is left out and reading goes on. The order of the sources is that of their paths.
 */
export function readSources(
  sources: readonly Source[],
  report: Report,
  limits: ReadLimits = DEFAULT_READ_LIMITS,
): WrittenSyntax {
  const draft = createDraft();
  const tally = createTally();
  const read = withinLimits(sources, report, limits);
  const files = new Map(read.filter(({ path }) => isDataFile(path)).map((source) => [source.path, source]));
  for (const source of read) {
    if (files.has(source.path)) continue;
    readSource({ source, report, limits, files, tally }, draft);
  }
  checkImports(draft.imports, read, report);
  return draft;
}

/** Reads one source on its own and adds what it holds; its imports are not looked for. */
export function readSource(context: ReadContext, draft = createDraft()): WrittenSyntax {
  checkCharacters(context);
  if (!isSettings(context.source.path)) checkCommentedSections(context);
  for (const tree of readTrees(context)) {
    if (isEmpty(tree)) continue;
    if (isSettings(context.source.path)) draft.settings.push(...readConstants(tree, context));
    else readDocument(tree, draft, context);
  }
  return draft;
}

/** `---` alone, or a document of comments. */
function isEmpty(node: YamlNode): boolean {
  return node.kind === 'scalar' && node.scalar.kind === 'null';
}

function withinLimits(sources: readonly Source[], report: Report, limits: ReadLimits): readonly Source[] {
  const sorted = [...sources].sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
  const first = sorted[limits.sources];
  if (first !== undefined) report.add('too-many-sources', startOf(first), { limit: limits.sources });
  let total = 0;
  let isTotalReported = false;
  return sorted.slice(0, limits.sources).filter((source) => {
    const bytes = utf8Length(source.text);
    if (bytes > limits.sourceBytes) {
      report.add('source-too-long', startOf(source), { bytes, limit: limits.sourceBytes });
      return false;
    }
    total += bytes;
    if (total <= limits.totalBytes) return true;
    if (!isTotalReported) report.add('sources-too-long', startOf(source), { limit: limits.totalBytes });
    isTotalReported = true;
    return false;
  });
}

/** Bytes of a text in UTF-8, as Node counts them: half of a surrogate pair is replaced by three. */
export function utf8Length(text: string): number {
  let bytes = text.length;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit < 0x80) continue;
    bytes += unit < 0x800 ? 1 : 2;
    // A whole pair is four bytes of two units.
    if (unit >= 0xd800 && unit < 0xdc00 && isLow(text.charCodeAt(i + 1))) i++;
  }
  return bytes;
}

function isLow(unit: number): boolean {
  return unit >= 0xdc00 && unit < 0xe000;
}

function startOf(source: Source): Span {
  return { file: source.path, start: 0, end: 0 };
}
