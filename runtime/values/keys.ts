/** The members of an object in the order of its text, where JavaScript's own order differs from that. */
export const KEYS: unique symbol = Symbol('keys');

/** The keys of an object in the order of its text. */
export function keysInOrder(value: { readonly [KEYS]?: readonly string[] }): readonly string[] {
  return value[KEYS] ?? Object.keys(value);
}
