/** Where a fact of the document is: below an item that has a name, or at an entry of a list or map, by its key. */
import type { ArgumentSyntax, PatternSyntax } from '../../../compiler/syntax.ts';
import type { Fragment } from './fragment.ts';
import {
  isUnion,
  pathId,
  writtenKeys,
  type HiddenTemplate,
  type HiddenTemplates,
  type Key,
} from './hidden-templates.ts';
import type { NamedPattern } from './raise-scope.ts';

interface Root {
  /** `input`, the name of an item, or `input.tags[t.name]`. */
  readonly text: string;
  /** Names of facts and items in the keys. */
  readonly names: readonly string[];
  /** Conditions on these levels say where the fact is. */
  readonly isEntry: boolean;
}

type Reference = Extract<ArgumentSyntax, { kind: 'reference' }>;

/** Null if a level has no key, or if a list above is a union. */
export function rootOf(
  templates: HiddenTemplates,
  aliases: ReadonlyMap<string, NamedPattern>,
  { conditions }: PatternSyntax,
  { above, owner }: HiddenTemplate,
  slotText: (reference: Reference) => Fragment,
): Root | null {
  const levels = new Map<string, Reference>();
  for (const { slot, expression } of conditions) {
    const [argument] = expression?.args ?? [];
    if (slot !== null && expression?.operator.value === 'equals' && argument?.kind === 'reference')
      levels.set(slot.value, argument);
  }
  const owners = ownersOf(above);
  const named = (count: number): string | null => {
    const depth = above.slice(0, count).length + above.slice(0, count).filter(isUnion).length;
    const [first] = levels.get('at0') === undefined ? [] : [levels.get('at0')!.alias];
    const item = first === undefined ? undefined : aliases.get(first);
    if (item?.hidden?.template.kind !== 'item') return null;
    if (`${pathId(item.hidden.template)}[*]` !== owners[count - 1]) return null;
    const joins = Array.from({ length: depth }, (_, i) => levels.get(`at${i}`));
    return joins.every((level, i) => level?.alias === first && level?.slot === `at${i}`) ? item.name : null;
  };
  let known = above.length;
  while (known > 0 && named(known) === null) known--;
  let text = (known > 0 ? named(known) : null) ?? 'input';
  if (known === above.length) return { text, names: [], isEntry: false };
  if (above.some(isUnion)) return null;
  const names: string[] = [];
  for (const [i, keys] of above.entries()) {
    if (i < known) continue;
    const reference = levels.get(`at${i}`);
    if (reference === undefined) return null;
    const key = slotText(reference);
    text += `${writtenKeys(templates, owners[i - 1] ?? null, keys)}[${key.text}]`;
    names.push(...key.names);
  }
  return owner === null ? null : { text, names, isEntry: true };
}

/** `$.items[*]`, `$.items[*]@.subs[*]`: what holds the items of each list. */
function ownersOf(above: readonly (readonly Key[])[]): readonly string[] {
  const owners: string[] = [];
  for (const keys of above) owners.push(`${pathId({ owner: owners.at(-1) ?? null, keys })}[*]`);
  return owners;
}
