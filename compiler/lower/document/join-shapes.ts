import type { MemberSyntax, ShapeSyntax } from '../../short-syntax.ts';
import type { Declared } from './declared.ts';

/** The lists of a union as one, which is missing only if all of them are; null for none. */
export function joinLists(lists: readonly Declared[]): Declared | null {
  const [first, ...others] = lists;
  if (first === undefined) return null;
  let whole = first;
  for (const other of others) {
    const never = [whole, other].find(isNeverMissing) ?? whole;
    whole = { ...never, shape: joinShapes(whole.shape, other.shape) };
  }
  return whole;
}

const isNeverMissing = ({ shape, isRequired, isChain, isBelowObjects }: Declared): boolean =>
  (isRequired && isChain && isBelowObjects) ||
  ((shape.kind === 'list' || shape.kind === 'map') && !isRequired);

/** The shape that both shapes have in common. */
function joinShapes(one: ShapeSyntax, other: ShapeSyntax): ShapeSyntax {
  const any: ShapeSyntax = { kind: 'any', at: one.at };
  if (one.kind === 'list' && other.kind === 'list') return { ...one, item: joinShapes(one.item, other.item) };
  if (one.kind === 'map' && other.kind === 'map') return { ...one, item: joinShapes(one.item, other.item) };
  if (one.kind === 'single' && other.kind === 'single')
    return JSON.stringify(plainType(one)) === JSON.stringify(plainType(other)) ? one : any;
  if (one.kind !== 'object' || other.kind !== 'object') return any;
  const members = one.members.flatMap((member): readonly MemberSyntax[] => {
    const same = other.members.find(({ name }) => name.value === member.name.value);
    if (same === undefined) return [];
    const isRequired = member.isRequired && same.isRequired;
    return [{ ...member, isRequired, shape: joinShapes(member.shape, same.shape) }];
  });
  const isOpen =
    one.isOpen || other.isOpen || members.length < Math.max(one.members.length, other.members.length);
  return { ...one, members, isOpen };
}

const plainType = ({ slot }: Extract<ShapeSyntax, { kind: 'single' }>): unknown => [
  slot.type.value,
  slot.sensitive,
  slot.allowed?.value.map(({ value }) => value.text),
  slot.default === null || !('text' in slot.default.value) ? null : slot.default.value.text,
];
