import { isSingular, onlySelector, type InputPath } from '../compiler/language/input/input-path.ts';
import type { Ruleset } from '../compiler/ruleset.ts';

/**
 * Where in its documents a ruleset finds values of sensitive slots, as `call.args.card`: as far as a path leads to one
 * place. `null` if it has no such slot.
 */
export type SensitivePaths = readonly string[] | null;

export function sensitivePaths({ sensitive, input }: Pick<Ruleset, 'sensitive' | 'input'>): SensitivePaths {
  if (sensitive === undefined) return null;
  return input.flatMap(({ template, each, slots }) => {
    const names = sensitive.slots.get(template) ?? [];
    // Tests of an item are somewhere below the first list.
    const placeOf = (path: InputPath): string => plainPlace(path.root === '$' ? path : (each[0] ?? path));
    return slots.filter(({ slot }) => names.includes(slot)).map(({ path }) => placeOf(path));
  });
}

function plainPlace({ segments }: InputPath): string {
  const end = segments.findIndex((segment) => !isSingular(segment));
  const plain = end === -1 ? segments : segments.slice(0, end);
  return plain.map((segment) => String(onlySelector(segment) ?? '')).join('.');
}

/** True if the value there may be such a value, a part of one, or contain one. `paths` is undefined if unknown. */
export function mayBeSensitive(paths: SensitivePaths | undefined, place: string): boolean {
  if (paths === undefined) return true;
  if (paths === null) return false;
  return paths.some(
    (path) => path === '' || `${path}.`.startsWith(`${place}.`) || `${place}.`.startsWith(`${path}.`),
  );
}
