import { isMap, isSeq, type Node, type Pair, type Scalar, type YAMLMap } from 'yaml';
import { findPair, fold, hasComments, mapNode, pairOf, scalarText, textNode, valueAt } from '../nodes.ts';

/** Column of the keys of a relation in a top-level map. */
const BODY = 4;

/** The keys of a relation, with its columns as a map of types. */
export function relationBody(rest: YAMLMap<Scalar, Node>): Node | null {
  const columns = findPair(rest, 'columns');
  if (columns !== undefined && isSeq(columns.value) && !hasComments(columns.value)) {
    const pairs = columns.value.items.map((column) => columnPair(column as Node));
    const names = new Set(pairs.map((pair) => pair?.key.value));
    if (names.size === pairs.length && !names.has(undefined)) {
      columns.value = mapNode(pairs.flatMap((pair) => pair ?? []));
      fold(columns.value, BODY + 'columns: '.length);
    }
  }
  return rest;
}

function columnPair(column: Node): Pair<Scalar, Node> | null {
  if (!isMap(column)) return null;
  const name = scalarText(valueAt(column, 'name'));
  const type = scalarText(valueAt(column, 'type'));
  const sensitive = scalarText(valueAt(column, 'sensitive'));
  const isPlain = column.items.length === (sensitive === null ? 2 : 3);
  if (name === null || type === null || !isPlain) return null;
  return pairOf(name, textNode(/^true$/i.test(sensitive ?? '') ? `${type} sensitive` : type));
}
