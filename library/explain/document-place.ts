/** Patterns of the document, by the paths that they match. */
import type { Pattern } from '../../compiler/ruleset.ts';
import { isList, isMap, keysOf } from '../../runtime/facts/document.ts';
import { kindOf } from '../../runtime/engine/missing.ts';
import { valueAt } from '../document/edit-document.ts';
import type { DocumentPart } from '../../compiler/document-parts.ts';
import { partText } from '../document/path-text.ts';
import type { Stuck } from './explanation.ts';
import type { Partial } from './match-elements.ts';
import type { World } from './try-pattern.ts';

/** True for a slot that says which item a place belongs to: another item is not a candidate. */
export function isKey({ explainable }: World, { template }: Pattern, slot: string): boolean {
  return explainable.document.get(template)?.slots.get(slot)?.kind === 'key';
}

/**
 * The path that a pattern matches, of the item that the match has so far, and if no fact fits why not.
 *
 * @param isNone no fact can be of this item
 */
export function placeInDocument(
  { explainable, document }: World,
  pattern: Pattern,
  { bindings }: Partial,
  isNone: boolean,
): Pick<Stuck, 'template' | 'path' | 'missing'> {
  const part = explainable.document.get(pattern.template);
  if (part === undefined) return { template: pattern.template };
  const keys: Record<string, unknown> = {};
  for (const { slot, constraints } of pattern.fields) {
    const [lead] = constraints;
    if (lead?.kind === 'variable' && part.slots.get(slot)?.kind === 'key')
      keys[slot] = bindings.get(lead.name);
  }
  const path = partText(part, keys);
  if (!isNone) return { template: 'input', path };
  const list = listOf(part);
  if (list !== null) {
    const isEmpty = (placeValue(list, keys, document) ?? null) !== null;
    return { template: 'input', path, missing: [partText(list, keys) + (isEmpty ? ' (empty)' : '')] };
  }
  const value = placeValue(part, keys, document);
  const problem = value === undefined || value === null ? '' : ` (${kindOf(value)})`;
  return { template: 'input', path, missing: [path + problem] };
}

/** The list of a pattern of items. */
function listOf(part: DocumentPart): DocumentPart | null {
  const { levels } = part;
  return levels.length > 1 && levels.at(-1)?.length === 0 ? { ...part, levels: levels.slice(0, -1) } : null;
}

function placeValue(
  { levels }: DocumentPart,
  keys: Readonly<Record<string, unknown>>,
  document: unknown,
): unknown {
  let value = document;
  for (const [level, steps] of levels.entries()) {
    if (level > 0) value = itemOf(value, keys[`at${level - 1}`]);
    value = valueAt(value, steps);
  }
  return value;
}

function itemOf(value: unknown, key: unknown): unknown {
  if (typeof key !== 'string') return undefined;
  if (isList(value)) return value[Number(key)];
  return isMap(value) && keysOf(value)?.includes(key) === true ? value[key] : undefined;
}
