/** Changes of a parsed ruleset, each of which can be undone. */
import { isMap, isScalar, isSeq, type Pair, type Scalar, type YAMLMap, type YAMLSeq } from 'yaml';

/** Takes a change: its node or offset, its rule, its description, and a function that makes it and returns its undo. */
export type Add = (place: unknown, rule: string | null, what: string, change: () => () => void) => void;

/** A construct of a list, or of a map of names. */
interface NamedBody {
  readonly name: string;
  /** The value under the name, or the item of the list. */
  readonly body: unknown;
  /** The node that a diagnostic of the construct points to. */
  readonly place: unknown;
  readonly remove: () => () => void;
}

/** Constructs in the order in which they are written. */
export function namedBodies(node: unknown): readonly NamedBody[] {
  if (isSeq(node)) {
    return node.items.map((body) => {
      const name = isMap(body) ? body.get('name') : isScalar(body) ? body.value : undefined;
      return { name: String(name), body, place: body, remove: without(node, body) };
    });
  }
  if (!isMap(node)) return [];
  return node.items.map((pair) => ({
    name: keyOf(pair),
    body: pair.value,
    place: pair.key,
    remove: withoutPair(node, pair),
  }));
}

export const keyOf = ({ key }: Pair): string => (isScalar(key) ? String(key.value) : '');

export const pairOf = (map: YAMLMap, key: string): Pair | undefined =>
  map.items.find((pair) => keyOf(pair) === key);

export function withoutPair(map: YAMLMap, pair: Pair): () => () => void {
  return () => {
    const before = [...map.items];
    map.items.splice(map.items.indexOf(pair), 1);
    return () => void (map.items = before);
  };
}

/** Makes the changes in order, and undoes them from the last to the first. */
export function together(...changes: readonly (() => () => void)[]): () => () => void {
  return () => {
    const undos = changes.map((change) => change());
    return () => {
      for (const undo of undos.toReversed()) undo();
    };
  };
}

/** Replaces the value of a scalar. */
export function rewritten(scalar: Scalar, value: unknown): () => () => void {
  return () => {
    const { value: old, source, type } = scalar;
    scalar.value = value;
    return () => {
      scalar.value = old;
      if (source !== undefined) scalar.source = source;
      if (type !== undefined) scalar.type = type;
    };
  };
}

/** Replacement of an action. */
export const OTHER_ACTION: Readonly<Record<string, string>> = {
  allow: 'deny',
  deny: 'allow',
  escalate: 'allow',
  scope: 'deny',
  route: 'deny',
};

export function items(node: unknown): readonly unknown[] {
  return isSeq(node) ? node.items : [];
}

export function without(list: YAMLSeq, item: unknown, instead: readonly unknown[] = []): () => () => void {
  return () => {
    const before = [...list.items];
    list.items.splice(list.items.indexOf(item), 1, ...instead);
    return () => void (list.items = before);
  };
}

/** A change of one value of a map. */
export function instead(map: YAMLMap, key: string, value: unknown): () => () => void {
  return () => {
    const before = [...map.items];
    const pair = map.items.find((one) => isScalar(one.key) && one.key.value === key);
    const old = pair?.value;
    if (value === undefined) map.delete(key);
    else map.set(key, value);
    return () => {
      map.items = before;
      if (pair !== undefined) pair.value = old;
    };
  };
}

/** Scalars are replaced by new ones: set() would change the node that is put back. */
export function replaced(map: YAMLMap, key: string, value: unknown): () => () => void {
  return () => {
    const scalar = map.get(key, true);
    return (isScalar(scalar) ? rewritten(scalar, value) : instead(map, key, value))();
  };
}
