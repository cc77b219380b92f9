import type { DocumentPart, DocumentParts } from '../../compiler/document-parts.ts';
import type { SlotType } from '../../compiler/values.ts';
import { isUntyped, partText, slotText } from './path-text.ts';

/** A path of the document that rules name. */
export interface DocumentMember {
  readonly path: string;
  /** `null` if any value is taken, or only its presence matters. */
  readonly type: SlotType | null;
  readonly list?: true;
  /** The document, or the item or object around it, needs it. */
  readonly required: boolean;
}

/** In the order of first mention, each path once. */
export function documentMembers(parts: DocumentParts): readonly DocumentMember[] {
  const members = new Map<string, DocumentMember>();
  for (const part of parts.values()) for (const member of membersOf(part)) addMember(members, member);
  return [...members.values()];
}

function addMember(members: Map<string, DocumentMember>, member: DocumentMember): void {
  const known = members.get(member.path);
  if (known === undefined) members.set(member.path, member);
  else
    members.set(member.path, {
      ...known,
      type: known.type ?? member.type,
      ...(member.list === true ? { list: true } : {}),
      required: known.required || member.required,
    });
}

function membersOf(part: DocumentPart): readonly DocumentMember[] {
  const own = partText(part);
  const isListed = part.levels.some((steps) => steps.length > 0);
  const members = part.template.slots.flatMap((slot): readonly DocumentMember[] => {
    const path = slotText(part, slot.name);
    const { kind, keys = [] } = part.slots.get(slot.name) ?? {};
    if (path === null || kind === 'kind') return [];
    const isValue = kind === 'value';
    const type = isValue ? slot.type : null;
    const required = isValue && keys.length > 0 && slot.required && slot.default === null;
    const isList = (isValue || isUntyped(part, slot.name)) && slot.list;
    return [{ path, type, ...(isList ? { list: true as const } : {}), required }];
  });
  const isNamed = members.some(({ path }) => path === own);
  return isNamed || !isListed ? members : [{ path: own, type: null, required: false }, ...members];
}
