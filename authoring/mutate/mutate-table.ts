import { isScalar, isSeq, type YAMLMap, type YAMLSeq } from 'yaml';
import { items, OTHER_ACTION, rewritten, without, type Add } from './edits.ts';
import { mutateElements } from './mutate-elements.ts';

/** An order test or an interval of a cell. */
const ORDERED = /^\s*(?:[<>]=?\s*-?[\d.]+|[[(\]]\s*-?[\d.]+\s*\.\.\s*-?[\d.]+\s*[\])[])\s*$/;
const OTHER_ORDER: Readonly<Record<string, string>> = { '<': '<=', '<=': '<', '>': '>=', '>=': '>' };

/** Rows and cells of a decision table that is written in YAML. */
export function mutateTable(table: YAMLMap, name: string, add: Add): void {
  mutateElements(table.get('when'), name, add);
  const inputs = items(table.get('inputs')).length;
  const outputs = items(table.get('outputs')).map((one) => (isScalar(one) ? String(one.value) : ''));
  const rows = table.get('rows');
  if (!isSeq(rows)) return;
  for (const [i, row] of rows.items.entries()) {
    if (!isSeq(row)) continue;
    if (rows.items.length > 1) add(row, name, `without row ${i + 1}`, without(rows, row));
    for (let column = 0; column < inputs; column++)
      for (const other of otherCells(row.get(column))) replaceCell(row, column, other, name, add);
    mutateAction(row, inputs + outputs.indexOf('action'), name, add);
  }
  const otherwise = table.get('default');
  const named = outputs.filter((output) => output !== 'name');
  if (isSeq(otherwise)) mutateAction(otherwise, named.indexOf('action'), name, add);
}

/** Rows of a relation that is written in YAML. */
export function mutateRelation(relation: YAMLMap, name: string, add: Add): void {
  const rows = relation.get('rows');
  if (!isSeq(rows) || rows.items.length < 2) return;
  for (const [i, row] of rows.items.entries()) add(row, name, `without row ${i + 1}`, without(rows, row));
}

function mutateAction(row: YAMLSeq, column: number, name: string, add: Add): void {
  const other = OTHER_ACTION[String(row.get(column))];
  if (other !== undefined) replaceCell(row, column, other, name, add);
}

/** An empty cell, the opposite of a value, and bounds shifted by one. */
function otherCells(cell: unknown): readonly string[] {
  if (typeof cell !== 'string' && typeof cell !== 'number') return [];
  const text = String(cell);
  if (text === '' || text === '-') return [];
  if (!ORDERED.test(text)) return ['-', ...(/^[\w-]+$/.test(text) ? [`not(${text})`] : [])];
  const strict = text.replace(/^\s*[<>]=?/, (order) => OTHER_ORDER[order.trim()] ?? order);
  const moved = [...text.matchAll(/-?\d+(?:\.\d+)?/g)].flatMap(({ 0: number, index }) =>
    [Number(number) + 1, Number(number) - 1].map(
      (by) => text.slice(0, index) + String(by) + text.slice(index + number.length),
    ),
  );
  return ['-', ...(strict === text ? [] : [strict]), ...moved];
}

function replaceCell(row: YAMLSeq, column: number, value: string, name: string, add: Add): void {
  const cell = row.get(column, true);
  if (!isScalar(cell)) return;
  add(cell, name, `${value} instead of ${String(cell.value)}`, rewritten(cell, value));
}
