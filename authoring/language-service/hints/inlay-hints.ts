import type { WrittenTableSyntax } from '../../../compiler/short-syntax.ts';
import { templatesOf } from '../completion/vocabulary.ts';
import type { Document } from '../documents/document.ts';
import { rulesetsAround } from '../names/find.ts';
import type { DocumentParams, Position, Range } from '../protocol/types.ts';
import type { RulesetOfDocument, Workspace } from '../workspace/workspace.ts';
import type { Hint } from './hint.ts';
import { longHints } from './long-hints.ts';
import { shortHints } from './short-hints.ts';

interface InlayHint {
  readonly position: Position;
  readonly label: string;
  readonly kind?: 1 | 2;
  readonly tooltip?: string;
  readonly paddingLeft: boolean;
  readonly paddingRight: boolean;
}

/** `textDocument/inlayHint`: inferred types, implicit names and joins, and the names of table rows. */
export function inlayHints(
  workspace: Workspace,
  { textDocument, range }: DocumentParams & { readonly range: Range },
): readonly InlayHint[] {
  const document = workspace.find(textDocument.uri);
  if (document === null || !workspace.settings.inlayHints) return [];
  const { lines } = document;
  const [from, to] = [lines.offsetAt(range.start), lines.offsetAt(range.end)];
  const all = rulesetsAround(workspace, document).flatMap((ruleset) => hintsIn(ruleset, document));
  return all
    .filter(({ offset }) => from <= offset && offset <= to)
    .sort((one, other) => one.offset - other.offset)
    .map(({ offset, label, kind, tooltip, side }) => ({
      position: lines.positionAt(offset),
      label,
      ...(kind === undefined ? {} : { kind }),
      ...(tooltip === undefined ? {} : { tooltip }),
      // A type follows its name as it would be written.
      paddingLeft: side === 'behind' && kind !== 1,
      paddingRight: side === 'before',
    }));
}

function hintsIn(ruleset: RulesetOfDocument, document: Document): readonly Hint[] {
  const { analysis } = ruleset;
  const templates = templatesOf(ruleset);
  const groups = analysis.written.ruleGroups;
  const hints = groups.flatMap(({ rules, tables }) => [
    ...rules.flatMap((one) => {
      if (one.form === 'long') return longHints(one.rule.when, templates);
      const { left } = one.rule;
      return left.form === 'long' ? longHints(left.when, templates) : shortHints(left, templates);
    }),
    ...tables.flatMap((one) => {
      if (one.form === 'long') return [...longHints(one.table.when, templates), ...rowHints(one)];
      const { left } = one.table;
      const own = left.form === 'long' ? longHints(left.when, templates) : shortHints(left, templates);
      return [...own, ...rowHints(one)];
    }),
  ]);
  return hints.filter(({ file }) => analysis.byPath.get(file) === document);
}

/** Names of rows that have none of their own. */
function rowHints(one: WrittenTableSyntax): readonly Hint[] {
  const { name, rows } = one.form === 'long' ? one.table : one.table.table;
  return rows
    .filter((row) => row.name.at.start === row.at.start && row.name.at.end === row.at.end)
    .map((row) => ({
      file: row.at.file,
      offset: row.at.start,
      label: `${name.value}/${row.name.value}`,
      kind: 2,
      side: 'before',
    }));
}
