import { readSuite } from '../../../library/suite/read-suite.ts';
import type { Document } from '../documents/document.ts';
import { folderOf, keyOf, nameOf } from '../documents/uri.ts';
import type { Range } from '../protocol/types.ts';
import type { RulesetOfDocument, Workspace } from '../workspace/workspace.ts';
import { caseId, suiteId } from './ids.ts';

interface TestItem {
  readonly id: string;
  readonly label: string;
  readonly uri: string;
  readonly range: Range;
  readonly kind: 'ruleset' | 'suite' | 'case';
  readonly children?: readonly TestItem[];
}

/** `ferrule/testItems`: the tests of the workspace, or of the ruleset that a document belongs to. */
export function testItems(
  workspace: Workspace,
  { uri }: { readonly uri?: string },
): { items: readonly TestItem[] } {
  const document = uri === undefined ? null : workspace.find(uri);
  const own = document === null ? null : workspace.rulesetOf(document);
  const all = uri === undefined ? workspace.rulesets() : own === null ? [] : [own];
  return { items: all.flatMap(itemOfRuleset) };
}

/** Nothing for a ruleset without suites. */
function itemOfRuleset({ key, name, analysis, suites }: RulesetOfDocument): readonly TestItem[] {
  const first = analysis.members.find(({ document }) => document.kind === 'ruleset')?.document ?? suites[0];
  if (suites.length === 0 || first === undefined) return [];
  const range = first.lines.rangeOf(0, 0);
  return [
    { id: key, label: name, uri: first.uri, range, kind: 'ruleset', children: suites.map(itemOfSuite) },
  ];
}

/** A suite that cannot be read has no cases; running it says why. */
export function itemOfSuite(document: Document): TestItem {
  const { key, uri, text, lines } = document;
  const read = readSuite(key, text, nameOf(folderOf(keyOf(uri)) ?? ''));
  const label = read.ok ? read.suite.name : read.name;
  const id = suiteId(key, label);
  const suite = { id, label, uri, range: lines.rangeOf(0, 0), kind: 'suite' as const };
  if (!read.ok) return suite;
  const seen = new Map<string, number>();
  const { cases, properties, placeOf } = read.suite;
  return {
    ...suite,
    children: [...cases, ...properties].map(({ name, path }): TestItem => {
      const { line, column } = placeOf(path);
      const start = Math.min(lines.startOf(line - 1) + column - 1, text.length);
      const range = lines.rangeOf(start, Math.max(start, lines.endOf(line - 1)));
      return { id: caseId(id, name, seen), label: name, uri, range, kind: 'case' };
    }),
  };
}

/** The names of the cases of some items; a suite without cases by its own name. */
export function casesOf(items: readonly TestItem[], ids: ReadonlySet<string> | null): readonly string[] {
  return items.flatMap((item) => {
    const isChosen = ids === null || ids.has(item.id);
    if (item.children === undefined) return isChosen ? [item.id] : [];
    return casesOf(item.children, isChosen ? null : ids);
  });
}
