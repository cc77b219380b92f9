import { templatesOf, type SlotFacts } from '../completion/vocabulary.ts';
import type { NameAt } from '../names/find.ts';
import { slotId } from '../names/scope.ts';

/** A template with its slots; `null` for one that is not defined. */
export function templateText({ occurrence: { name }, ruleset }: NameAt): string | null {
  const found = templatesOf(ruleset).get(name);
  if (found === undefined) return null;
  const slots = [...found.slots.values()].map(written).join(', ');
  const head = `${found.isRelation ? 'relation' : 'template'} \`${found.name} { ${slots} }\``;
  return found.description === '' ? head : `${head}\n\n${found.description}`;
}

/** A slot with its type and default; `null` for one that is not defined. */
export function slotText({ occurrence: { name, id }, ruleset }: NameAt): string | null {
  const owner = [...templatesOf(ruleset).values()].find(
    (one) => one.slots.has(name) && slotId(one.name, name) === id,
  );
  const slot = owner?.slots.get(name);
  if (slot === undefined || owner === undefined) return null;
  const marks = [
    ...(slot.isRequired ? ['facts must have it'] : []),
    ...(slot.isSensitive ? ['masked wherever it is kept'] : []),
  ];
  return `slot \`${written(slot)}\` of \`${owner.name}\`${marks.map((mark) => `, ${mark}`).join('')}`;
}

function written({ name, type, isList, allowed, default: fallback }: SlotFacts): string {
  const values = allowed.length > 0 ? allowed.join(' | ') : type;
  return `${name}: ${isList ? `[${values}]` : values}${fallback === null ? '' : ` = ${fallback}`}`;
}
