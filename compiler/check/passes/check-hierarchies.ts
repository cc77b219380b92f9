import type { Report } from '../../diagnostics/report.ts';
import type { Hierarchy } from '../../ruleset.ts';
import type { HierarchySyntax, Located } from '../../syntax.ts';
import type { Pass } from '../checked.ts';
import { uniqueNames } from '../scope/unique-names.ts';

/** Levels of one hierarchy: every condition that compares levels looks at all of them. */
const MOST_LEVELS = 1_000;

function distinct(kind: string, words: readonly Located<string>[], report: Report): readonly string[] {
  return uniqueNames(
    kind,
    words.map((word) => ({ name: word })),
    report,
  ).map(({ name }) => name.value);
}

function checkHierarchy(hierarchy: HierarchySyntax, report: Report): Hierarchy {
  const extra = hierarchy.levels[MOST_LEVELS];
  if (extra !== undefined) report.add('too-many-values', extra.at, { limit: MOST_LEVELS, what: 'levels' });
  const levels = hierarchy.levels.slice(0, MOST_LEVELS);
  for (const { value, at } of levels) {
    if (/^\s|\s$|^$/.test(value)) report.add('hierarchy-level', at, { name: value });
  }
  for (const { value, at } of hierarchy.compartments) {
    if (/^\s|\s$|\||^$/.test(value)) report.add('compartment-name', at, { name: value });
  }
  return {
    name: hierarchy.name.value,
    levels: distinct('level', levels, report),
    compartments: distinct('compartment', hierarchy.compartments, report),
    at: hierarchy.at,
  };
}

/** Hierarchies have unique names and distinct levels, lowest first. */
export const checkHierarchies: Pass = (checked, report) => {
  const hierarchies = uniqueNames('hierarchy', checked.syntax.hierarchies, report);
  return {
    ...checked,
    hierarchies: new Map(hierarchies.map((item) => [item.name.value, checkHierarchy(item, report)])),
  };
};
