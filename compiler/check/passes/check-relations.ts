import type { Report } from '../../diagnostics/report.ts';
import { closestName } from '../../diagnostics/suggest.ts';
import { SLOT_TYPES } from '../../language/slot-types.ts';
import type { RelationCellSyntax, RelationColumnSyntax, RelationSyntax } from '../../tables-syntax.ts';
import { relationTemplate, type Relation } from '../../relation.ts';
import type { Slot } from '../../ruleset.ts';
import type { Literal, SlotType } from '../../values.ts';
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

type Value = Literal['value'];

function checkCell(cell: RelationCellSyntax, type: SlotType, file: string, report: Report): Value | null {
  const { value, start, end } = cell;
  // Most cells of a file are texts; the others get a position, in case there is a problem to report.
  if (type === 'STRING' && typeof value === 'string' && !value.includes('\0')) return value;
  const at = { file, start, end };
  const literal =
    typeof value === 'string' ? typeText(value, type, at, report) : typeScalar(value, type, at, report);
  return literal === null ? null : literal.value;
}

/** Two rows are the same when their texts are: a column has one type, and no text holds NUL. */
function rowKey(row: readonly Value[]): string {
  return row.map((value) => (Object.is(value, -0) ? '-0' : String(value))).join('\0');
}

function checkRows({ rows, file }: RelationSyntax, slots: readonly Slot[], report: Report) {
  const known = new Set<string>();
  const kept: (readonly Value[])[] = [];
  for (const cells of rows) {
    const row: Value[] = [];
    for (const [i, { type }] of slots.entries()) {
      const cell = cells[i];
      const value = cell === undefined ? null : checkCell(cell, type, file, report);
      if (value !== null) row.push(value);
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
    if (checked.templates.has(name.value)) report.add('relation-name-taken', name.at, { name: name.value });
  }
  return {
    ...checked,
    relations: new Map(relations.map((relation) => [relation.name.value, checkRelation(relation, report)])),
  };
};
