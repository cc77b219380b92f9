import type { Relation } from '../../compiler/relation.ts';
import type { ConditionElement, Rule, Ruleset } from '../../compiler/ruleset.ts';
import { valueText } from '../../library/constants/expression-key.ts';
import { waysOf, type Way } from '../analyze/formula/ways.ts';
import { patternsOf } from '../../compiler/left-side.ts';
import type { VersionPair } from './version-pair.ts';

export type VersionName = 'old' | 'new';

/** A row of a relation that one version has and the other has not. */
export interface ChangedRow {
  readonly version: VersionName;
  readonly relation: Relation;
  readonly row: Relation['rows'][number];
  /** Rules of that version that read the relation. */
  readonly rules: readonly Rule[];
}

/** The rows of relations that only one version has. A relation with other columns has other rows. */
export function changedRows({ old, new: latest, changed }: VersionPair): readonly ChangedRow[] {
  return [...changed.relations].flatMap((template) => {
    const [before, after] = [relationIn(old.checked, template), relationIn(latest.checked, template)];
    return [
      ...rowsWithout('old', old.checked, before, after),
      ...rowsWithout('new', latest.checked, after, before),
    ];
  });
}

function relationIn({ relations }: Ruleset, template: string): Relation | null {
  return relations.find((one) => one.template.name === template) ?? null;
}

function rowsWithout(
  version: VersionName,
  { rules }: Ruleset,
  relation: Relation | null,
  other: Relation | null,
): readonly ChangedRow[] {
  if (relation === null) return [];
  const known = new Set(other?.rows.map((row) => rowKey(other, row)));
  const reading = rules.filter(({ when }) =>
    patternsOf(when).some(({ template }) => template === relation.template.name),
  );
  return relation.rows
    .filter((row) => !known.has(rowKey(relation, row)))
    .map((row) => ({ version, relation, row, rules: reading }));
}

function rowKey({ template }: Relation, row: Relation['rows'][number]): string {
  return JSON.stringify(template.slots.map(({ name, type }, i) => [name, type, valueText(row[i])]));
}

/** The ways in which a rule meets a row: negated rows are required instead. `null` if there are too many. */
export function waysWithRow(
  { contextOf }: VersionPair,
  rule: Rule,
  { relation, row }: ChangedRow,
): readonly Way[] | null {
  const { reading } = contextOf(rule);
  const template = relation.template.name;
  const relations = new Map(reading.relations).set(template, { ...relation, rows: [row] });
  return waysOf({ when: opened(rule.when, template) }, { ...reading, relations });
}

/** Elements with the `not` parts about a relation turned into positive ones. */
function opened(elements: readonly ConditionElement[], template: string): readonly ConditionElement[] {
  return elements.map((element): ConditionElement => {
    if (element.kind === 'not') {
      const inner = opened([element.element], template);
      const isAbout = patternsOf([element.element]).some((one) => one.template === template);
      return isAbout ? { kind: 'and', elements: inner, at: element.at } : element;
    }
    if (element.kind === 'pattern' || element.kind === 'test') return element;
    return { ...element, elements: opened(element.elements, template) };
  });
}
