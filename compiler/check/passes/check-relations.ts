import type { Report } from '../../diagnostics/report.ts';
import { closestName } from '../../diagnostics/suggest.ts';
import { SLOT_TYPES } from '../../language/slot-types.ts';
import type { RelationColumnSyntax, RelationSyntax } from '../../knowledge-syntax.ts';
import { relationTemplate } from '../../relation-template.ts';
import type { Literal, Relation, Slot, SlotType } from '../../ruleset.ts';
import type { Located, ScalarValue } from '../../syntax.ts';
import type { Pass } from '../checked.ts';
import { typeScalar, typeText } from '../scope/literals.ts';
import { uniqueNames } from '../scope/unique-names.ts';

function checkColumn({ name, type, sensitive, at }: RelationColumnSyntax, report: Report): Slot | null {
  const known = SLOT_TYPES.get(type.value.toLowerCase());
  if (known === undefined) {
    const suggestion = closestName(type.value, SLOT_TYPES.keys());
    report.add('unknown-slot-type', type.at, { type: type.value }, suggestion);
    return null;
  }
  return {
    name: name.value,
    type: known,
    list: false,
    maxItems: null,
    required: true,
    ...(sensitive ? { sensitive } : {}),
    default: null,
    allowed: null,
    at,
  };
}

/** A cell of a file is text whatever it looks like; an empty one is the empty text. */
function checkCell(
  { value, at }: Located<ScalarValue>,
  type: SlotType,
  fromFile: boolean,
  report: Report,
): Literal | null {
  return fromFile ? typeText(value.text, type, at, report) : typeScalar(value, type, at, report);
}

/** Two rows are the same when their texts are: of one column all have one type. */
function rowKey(row: readonly Literal[]): string {
  return row
    .map(({ value }) => {
      const text = Object.is(value, -0) ? '-0' : String(value);
      return `${text.length}:${text}`;
    })
    .join('');
}

function checkRows({ rows, fromFile }: RelationSyntax, slots: readonly Slot[], report: Report) {
  const known = new Set<string>();
  const kept: (readonly Literal[])[] = [];
  for (const { cells } of rows) {
    const row: Literal[] = [];
    for (const [i, cell] of cells.entries()) {
      const slot = slots[i];
      const literal = slot && checkCell(cell, slot.type, fromFile, report);
      if (literal) row.push(literal);
    }
    const key = rowKey(row);
    if (row.length !== slots.length || known.has(key)) continue;
    known.add(key);
    kept.push(row);
  }
  return kept;
}

function checkRelation(relation: RelationSyntax, report: Report): Relation {
  const { name, columns, at } = relation;
  const unique = uniqueNames('column', columns, report);
  const slots = unique.flatMap((column) => checkColumn(column, report) ?? []);
  const template = {
    name: relationTemplate(name.value),
    description: '',
    scope: 'session',
    from: 'caller',
    slots,
    at,
  } as const;
  // Cells belong to columns by their places: where a column is wrong nothing is said of them.
  const rows = slots.length === columns.length ? checkRows(relation, slots, report) : [];
  return { name: name.value, template, rows };
}

/** Relations have names of their own, columns of known types, and cells of those types. Equal rows are one. */
export const checkRelations: Pass = (checked, report) => {
  const relations = uniqueNames('relation', checked.syntax.relations, report);
  for (const { name } of relations) {
    if (checked.templates.has(name.value))
      report.add('relation-name-taken', name.at, { name: name.value });
  }
  return {
    ...checked,
    relations: new Map(relations.map((relation) => [relation.name.value, checkRelation(relation, report)])),
  };
};
