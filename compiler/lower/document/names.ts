import { isShellStep } from '../../../runtime/values/shell-step.ts';
import type { DocumentSlot, Key, Union } from './nodes.ts';

/** `$.a["b c"][0]` without the root: keys as paths of `input` write them. */
export function keysText(keys: readonly Key[]): string {
  return keys
    .map((key) => {
      if (typeof key === 'number') return `[${key}]`;
      if (isShellStep(key)) return key.whenUnknown === 'item' ? '.shell(item)' : '.shell()';
      return /^[A-Za-z_][A-Za-z0-9_]*$/.test(key) ? `.${key}` : `[${JSON.stringify(key)}]`;
    })
    .join('');
}

/** The keys of a path, and `["a","b"]` of a union of lists. */
export const unionText = (keys: readonly Key[], union: Union): string =>
  keysText(keys) + (union === null ? '' : `[${union.map((name) => JSON.stringify(name)).join(',')}]`);

/** The keys as part of a name: characters that no name has become `-`. */
export function nameOf(keys: readonly Key[]): string {
  const joined = keys
    .map((key) => (isShellStep(key) ? 'shell' : String(key)))
    .join('-')
    .replace(/[^A-Za-z0-9_-]+/g, '-');
  return joined.replace(/^[_-]+/, '').replace(/-+$/, '') || 'value';
}

/** The name, or with a number behind it if it is taken. */
export function untaken(name: string, isTaken: (name: string) => boolean): string {
  let unique = name;
  for (let i = 2; isTaken(unique); i++) unique = `${name}-${i}`;
  return unique;
}

/** A slot that is made once for its purpose. */
export function slotFor(
  slots: Map<string, DocumentSlot>,
  purpose: string,
  base: string,
  rest: Omit<DocumentSlot, 'name'>,
): DocumentSlot {
  const known = slots.get(purpose);
  if (known !== undefined) return known;
  const taken = (name: string): boolean =>
    name === 'value' || /^at\d+$/.test(name) || [...slots.values()].some((slot) => slot.name === name);
  const slot = { name: untaken(base, taken), ...rest };
  slots.set(purpose, slot);
  return slot;
}
