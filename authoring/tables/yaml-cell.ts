/** Cells that are written in YAML: the text of a value, and the value of a text. */
import { createReport } from '../../compiler/diagnostics/report.ts';
import { DEFAULT_READ_LIMITS } from '../../compiler/read/limits.ts';
import { readTrees } from '../../compiler/read/read-trees.ts';
import { createTally } from '../../compiler/read/tally.ts';
import type { YamlNode } from '../../compiler/read/yaml-node.ts';
import type { GridCell } from './grid.ts';

/** The documents of a text, without what is wrong with it. */
export function treesOf(path: string, text: string): readonly YamlNode[] {
  const counted = { limits: DEFAULT_READ_LIMITS, files: new Map(), tally: createTally() };
  return readTrees({ source: { path, text }, report: createReport(), ...counted, takesAnyText: true });
}

/** The value that a text has between the brackets of a row; `null` if it is not one value. */
function readAlone(source: string): YamlNode | null {
  const report = createReport();
  const counted = { limits: DEFAULT_READ_LIMITS, files: new Map(), tally: createTally() };
  const read = { source: { path: 'cell', text: `[${source}]` }, report, ...counted, takesAnyText: true };
  const [list, more] = readTrees(read);
  if (report.hasErrors() || more !== undefined || list?.kind !== 'list') return null;
  const [only, second] = list.items;
  return only !== undefined && second === undefined && only.at.end === source.length + 1 ? only : null;
}

/** True if the text alone is a text, and this one. */
function isPlainText(text: string): boolean {
  const read = readAlone(text);
  return (
    read?.kind === 'scalar' &&
    read.style === 'plain' &&
    read.scalar.kind === 'string' &&
    read.scalar.text === text
  );
}

const isOtherValue = (text: string): boolean => {
  const read = readAlone(text);
  return read?.kind === 'scalar' && read.style === 'plain' && read.scalar.kind !== 'string';
};

const QUOTES = { plain: 'none', 'single-quoted': 'single', 'double-quoted': 'double' } as const;

/** @param text of the file */
export function yamlCell(node: YamlNode, text: string): GridCell {
  const { start, end } = node.at;
  const source = text.slice(start, end);
  const isElsewhere =
    /^[*&!|>]/.test(source) ||
    source.includes('\n') ||
    /[&!]\S*\s+$/.test(text.slice(Math.max(0, start - 80), start));
  if (node.kind !== 'scalar')
    return { start, end, text: source, quote: 'none', canEdit: node.kind === 'list' && !isElsewhere };
  const { scalar, style } = node;
  if (style === 'literal' || style === 'folded')
    return { start, end, text: scalar.text, quote: 'none', canEdit: false };
  const quote = QUOTES[style];
  const isQuoted = quote !== 'none' && (isOtherValue(scalar.text) || isList(scalar.text));
  return {
    start,
    end,
    text: isQuoted ? JSON.stringify(scalar.text) : scalar.text,
    quote,
    canEdit: !isElsewhere,
  };
}

const INTERVAL = /^\[[^,]*\.\.[^,]*\]$/;
const isList = (text: string): boolean =>
  text.startsWith('[') && !INTERVAL.test(text) && readAlone(text)?.kind === 'list';

/**
 * The YAML for a text that the user typed: a number, a truth value and a list as they are, and another text in the
 * quotes that the cell had before, or without any where it needs none.
 */
export function yamlSource(text: string, quote: GridCell['quote']): string {
  const isQuoted = /^"(?:[^"\\]|\\.)*"$/.test(text) && readAlone(text)?.kind === 'scalar';
  if (isQuoted || isList(text) || (text !== '' && isOtherValue(text))) return text;
  if (quote === 'none' && isPlainText(text)) return text;
  const single = `'${text.replaceAll("'", "''")}'`;
  if (quote === 'single' && !/\p{Cc}/u.test(text)) return single;
  return JSON.stringify(text);
}
