/**
 * Short parts as the long form writes them. Runs once on the merged sources; every later phase sees the long form only.
 */
import { createPositions } from '../diagnostics/line-column.ts';
import type { Source, Span } from '../diagnostics/position.ts';
import type { Report } from '../diagnostics/report.ts';
import type {
  DocumentSyntax,
  MemberSyntax,
  ShapeSyntax,
  WrittenGroupSyntax,
  WrittenRuleSyntax,
  WrittenSyntax,
  WrittenTableSyntax,
} from '../short-syntax.ts';
import type { RuleGroupSyntax, Syntax } from '../syntax.ts';
import { checkLists } from './document/check-lists.ts';
import { createDocuments } from './document/documents.ts';
import type { ListNode, PathNode } from './document/nodes.ts';
import { readDefinitions, warnUnused } from './definitions.ts';
import { readBudgetPaths, withBudgetRules } from './lower-budgets.ts';
import { documentElements } from './document/elements.ts';
import { joinUnions } from './document/join-unions.ts';
import { lowerRule } from './lower-rule.ts';
import { lowerTable, resolveTable, type ResolvedTable } from './lower-table.ts';
import { resolveRule, type ResolvedRule } from './resolved-rule.ts';
import type { Shared } from './scope.ts';
import { readVocabulary } from './vocabulary.ts';

/** @param sources all that spans point into */
export function lowerShort(given: WrittenSyntax, sources: readonly Source[], report: Report): Syntax {
  const written = withBudgetRules(given, report);
  const { documents: declarations, definitions: defined, ruleGroups, ...rest } = written;
  if (!hasShort(written)) return { ...rest, ruleGroups: ruleGroups.map(longGroup) };
  const vocabulary = readVocabulary(written);
  const shape = mergeShapes(declarations, report);
  const documents = createDocuments(shape, vocabulary.templates.keys());
  const positions = createPositions(sources);
  const placeOf = (at: Span): string => {
    const { line, column } = positions.of(at);
    return `${at.file}:${line}:${column}`;
  };
  const definitions = readDefinitions(defined, vocabulary, report);
  const shared: Shared = { vocabulary, documents, definitions, report, placeOf };
  const rules = new Map<WrittenRuleSyntax, ResolvedRule>();
  const tables = new Map<WrittenTableSyntax, ResolvedTable>();
  for (const group of ruleGroups) {
    for (const rule of group.rules)
      if (rule.form === 'short') rules.set(rule, resolveRule(rule.rule, shared));
    for (const table of group.tables)
      if (table.form === 'short') tables.set(table, resolveTable(table.table, shared));
  }
  const budgets = readBudgetPaths(written.budgets, documents, report);
  checkLists(documents, report);
  joinUnions(documents, placeOf, report);
  const lowered = ruleGroups.map((group) => lowerGroup(group, rules, tables));
  warnUnused(definitions, report);
  const [rule] = [...rules.keys()];
  const at = declarations[0]?.at ?? firstMention(documents.order) ?? rule?.rule.at ?? NOWHERE;
  const hidden = documentElements(documents, at, report);
  return {
    ...rest,
    budgets,
    templates: [...rest.templates, ...hidden.templates],
    inputs: [...rest.inputs, ...hidden.inputs],
    ruleGroups: lowered,
  };
}

const NOWHERE: Span = { file: '', start: 0, end: 0 };

const firstMention = (order: readonly (PathNode | ListNode)[]): Span | null => {
  const [first] = order;
  return first === undefined ? null : first.kind === 'items' ? first.path.at : first.at;
};

const hasShort = ({ ruleGroups, documents, definitions, budgets }: WrittenSyntax): boolean =>
  documents.length > 0 ||
  budgets.length > 0 ||
  definitions.length > 0 ||
  ruleGroups.some(({ rules, tables }) => [...rules, ...tables].some(({ form }) => form === 'short'));

function longGroup(group: WrittenGroupSyntax): RuleGroupSyntax {
  return lowerGroup(group, new Map(), new Map());
}

function lowerGroup(
  group: WrittenGroupSyntax,
  rules: ReadonlyMap<WrittenRuleSyntax, ResolvedRule>,
  tables: ReadonlyMap<WrittenTableSyntax, ResolvedTable>,
): RuleGroupSyntax {
  return {
    ...group,
    rules: group.rules.flatMap((written) => {
      if (written.form === 'long') return [written.rule];
      const resolved = rules.get(written);
      return resolved === undefined ? [] : (lowerRule(resolved) ?? []);
    }),
    tables: group.tables.flatMap((written) => {
      if (written.form === 'long') return [written.table];
      const resolved = tables.get(written);
      return resolved === undefined ? [] : (lowerTable(resolved) ?? []);
    }),
  };
}

/** All declarations of a ruleset as one shape; null if there is none. */
function mergeShapes(declarations: readonly DocumentSyntax[], report: Report): ShapeSyntax | null {
  const [first, ...others] = declarations;
  if (first === undefined) return null;
  let { shape } = first;
  for (const other of others) shape = merge(shape, other.shape, report);
  return shape;
}

function merge(one: ShapeSyntax, other: ShapeSyntax, report: Report): ShapeSyntax {
  if (one.kind !== 'object' || other.kind !== 'object') return one;
  const members: MemberSyntax[] = [...one.members];
  for (const member of other.members) {
    const i = members.findIndex(({ name }) => name.value === member.name.value);
    const known = members[i];
    if (known === undefined) members.push(member);
    else if (known.shape.kind === 'object' && member.shape.kind === 'object')
      members[i] = {
        ...known,
        isRequired: known.isRequired || member.isRequired,
        shape: merge(known.shape, member.shape, report),
      };
    else {
      const { file } = known.name.at;
      report.add('duplicate-name', member.name.at, { kind: 'member', name: member.name.value, file });
    }
  }
  return { ...one, members, isOpen: one.isOpen || other.isOpen };
}
