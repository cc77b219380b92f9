/** Changes of a parsed ruleset, each of which can be undone. */
import { isScalar, isSeq, type YAMLMap, type YAMLSeq } from 'yaml';

/** Takes a change: where it is, of which rule, what it is, and how it is made and undone. */
export type Add = (node: unknown, rule: string | null, what: string, change: () => () => void) => void;

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
    if (!isScalar(scalar)) return instead(map, key, value)();
    const { value: old, source } = scalar;
    scalar.value = value;
    return () => {
      scalar.value = old;
      if (source !== undefined) scalar.source = source;
    };
  };
}
