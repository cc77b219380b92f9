import type { Source, Span } from '../diagnostics/position.ts';
import type { Report } from '../diagnostics/report.ts';
import type { Syntax } from '../syntax.ts';
import { buildTree } from './build-tree.ts';
import { readConstants } from './constant.ts';
import { isDataFile } from './data-file.ts';
import { createDraft, readDocument } from './document.ts';
import { DEFAULT_READ_LIMITS, type ReadLimits } from './limits.ts';
import { parseDocuments } from './parse-documents.ts';
import { checkCharacters } from './scalar.ts';

/**
 * The read phase: YAML sources to Syntax. Never throws on any text: every problem is reported at its place, the
 * element concerned is left out and reading goes on. The order of the sources is that of their paths.
 */
export function readSources(
  sources: readonly Source[],
  report: Report,
  limits: ReadLimits = DEFAULT_READ_LIMITS,
): Syntax {
  const draft = createDraft();
  const tally = { rules: 0 };
  const read = withinLimits(sources, report, limits);
  const files = new Map(read.filter(({ path }) => isDataFile(path)).map((source) => [source.path, source]));
  for (const source of read) {
    if (files.has(source.path)) continue;
    const context = { source, report, limits, files, tally };
    checkCharacters(context);
    for (const document of parseDocuments(context)) {
      const tree = buildTree(document, context);
      if (tree === null || isEmpty(tree)) continue;
      if (isSettings(source.path)) draft.settings.push(...readConstants(tree, context));
      else readDocument(tree, draft, context);
    }
  }
  return draft;
}

/**
 * Sources below this folder hold values that a load puts in the place of the ruleset's own constants. They are sources
 * like any other, so that the hash covers them and who compiles the same sources later comes to the same ruleset.
 */
export const SETTINGS_FOLDER = '@constants/';

function isSettings(path: string): boolean {
  return path.startsWith(SETTINGS_FOLDER) || path.includes('/' + SETTINGS_FOLDER);
}

/** `---` alone, or a document of comments. */
function isEmpty(node: ReturnType<typeof buildTree>): boolean {
  return node?.kind === 'scalar' && node.scalar.kind === 'null';
}

function withinLimits(sources: readonly Source[], report: Report, limits: ReadLimits): readonly Source[] {
  const sorted = [...sources].sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
  const first = sorted[limits.sources];
  if (first !== undefined) report.add('too-many-sources', startOf(first), { limit: limits.sources });
  let total = 0;
  let isTotalReported = false;
  return sorted.slice(0, limits.sources).filter((source) => {
    const bytes = Buffer.byteLength(source.text);
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

function startOf(source: Source): Span {
  return { file: source.path, start: 0, end: 0 };
}
