/** Lists of named things as maps of their names, and back. */
import { isMap, isScalar, isSeq, type Node, type Pair, type Scalar, type YAMLMap } from 'yaml';
import {
  findPair,
  keepComments,
  listNode,
  mapNode,
  moveComments,
  pairOf,
  pairsOf,
  plainNode,
  textNode,
} from './nodes.ts';

/** Makes the value under the name from the item, of which `rest` are the keys but its name. */
type BodyOf = (rest: YAMLMap<Scalar, Node>, name: Scalar) => Node | null;

/**
 * Replaces the list under the key by a map. The list stays if an item is not a map with a name of its own, or if
 * `bodyOf` returns null for one.
 */
export function toMap(pair: Pair<Scalar, Node>, bodyOf: BodyOf): void {
  const list = pair.value;
  if (!isSeq(list) || list.items.length === 0) return;
  const entries: Pair<Scalar, Node>[] = [];
  const names = new Set<string>();
  for (const item of list.items) {
    if (!isMap(item)) return;
    const name = findPair(item, 'name');
    if (name === undefined || !isScalar(name.value) || names.has(String(name.value.value))) return;
    names.add(String(name.value.value));
    const rest = mapNode(pairsOf(item).filter((other) => other !== name));
    if (rest.items.length !== item.items.length - 1) return;
    const body = bodyOf(rest, name.value);
    if (body === null) return;
    const key = textNode(String(name.value.value));
    keepComments(name.key, key);
    keepComments(name.value, key);
    if (item.commentBefore)
      key.commentBefore = [item.commentBefore, key.commentBefore].filter(Boolean).join('\n');
    if (item.spaceBefore) key.spaceBefore = true;
    if (item.comment) body.comment = item.comment;
    // Comments before the first key of an item go before the item.
    const [first] = rest.items;
    if (
      first !== undefined &&
      item.flow !== true &&
      first.key.commentBefore &&
      isMap(body) &&
      body.flow === true
    )
      keepComments(first.key, key);
    entries.push(pairOf('', body));
    const made = entries.at(-1);
    if (made !== undefined) made.key = key;
  }
  const map = mapNode(entries);
  moveComments(list, map);
  pair.value = map;
}

/** Replaces the map under the key by a list. */
export function toList(
  pair: Pair<Scalar, Node>,
  itemOf: (name: Scalar, value: Node) => YAMLMap<Scalar, Node>,
): void {
  const map = pair.value;
  if (!isMap(map)) return;
  const items = pairsOf(map).map(({ key, value }) => {
    const item = itemOf(key, value ?? plainNode(''));
    if (key.commentBefore) item.commentBefore = key.commentBefore;
    if (key.spaceBefore) item.spaceBefore = true;
    return item;
  });
  const list = listNode(items);
  moveComments(map, list);
  pair.value = list;
}
