import type { Span } from '../../diagnostics/position.ts';
import type { MemberSyntax, ShapeSyntax } from '../../short-syntax.ts';
import type { SlotSyntax } from '../../syntax.ts';
import type { ReadContext } from '../context.ts';
import type { YamlMap, YamlNode } from '../yaml-node.ts';
import { readType, splitMark } from './slots.ts';

/** Key of a map from any names. */
const ANY_NAME = '*';

/** `input:` as a map: the members of the document. */
export function readShape(map: YamlMap, context: ReadContext): ShapeSyntax {
  const { report } = context;
  const any = map.entries.get(ANY_NAME);
  if (any !== undefined) {
    const [other] = [...map.entries.values()].filter((entry) => entry !== any);
    if (other === undefined)
      return { kind: 'map', item: readMember(any.value, any.key.value, context), at: map.at };
    report.add('short-type', other.key.at, {
      problem: '`*` already matches all members of a map: remove the others, or `*`',
    });
  }
  const members: MemberSyntax[] = [];
  for (const { key, value } of map.entries.values()) {
    if (key.value === ANY_NAME) continue;
    const { name, isRequired } = splitMark(key);
    const twin = members.find((member) => member.name.value === name.value);
    if (twin !== undefined)
      report.add('duplicate-name', key.at, { kind: 'member', name: name.value, file: twin.name.at.file });
    const shape = readMember(value, key.value, context);
    if (isRequired && shape.kind === 'single' && shape.slot.default !== null)
      report.add('short-type', key.at, { problem: 'a member with a default is not required: remove `!`' });
    members.push({ name, isRequired, shape });
  }
  return { kind: 'object', members, isOpen: false, at: map.at };
}

function readMember(node: YamlNode, key: string, context: ReadContext): ShapeSyntax {
  if (node.kind === 'map') return readShape(node, context);
  if (node.kind === 'list') {
    const [item, another] = node.items;
    if (item !== undefined && item.kind !== 'scalar' && another === undefined)
      return { kind: 'list', item: readMember(item, key, context), at: node.at };
  }
  const type = readType(node, key, context);
  if (type === null) return { kind: 'any', at: node.at };
  const item = single(type, node.at);
  return type.list ? { kind: 'list', item, at: node.at } : item;
}

function single(
  {
    type,
    allowed,
    sensitive,
    default: initial,
  }: Pick<SlotSyntax, 'type' | 'allowed' | 'sensitive' | 'default'>,
  at: Span,
): ShapeSyntax {
  if (type.value === 'any') return { kind: 'any', at };
  return { kind: 'single', slot: { type, allowed, sensitive, default: initial }, at };
}
