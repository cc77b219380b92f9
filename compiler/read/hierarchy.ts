import type { HierarchySyntax, Located } from '../syntax.ts';
import type { ReadContext } from './context.ts';
import { optional, readFilledList, readList, readMap, readText, required, type Shape } from './fields.ts';
import { mapOf, readNamed } from './named-entries.ts';
import { readDeclaredName } from './names.ts';
import { checkStraySigns } from './stray-signs.ts';
import type { YamlNode } from './yaml-node.ts';

export const HIERARCHY: Shape = { owner: 'a hierarchy', keys: ['name', 'levels', 'compartments'] };

/** `hierarchies:`, a list, or a map of names to levels or to the other keys of a hierarchy. */
export function readHierarchies(node: YamlNode, context: ReadContext): readonly HierarchySyntax[] {
  return readNamed(node, HIERARCHY.owner, context, readHierarchy, ({ value }) =>
    value.kind === 'list' ? mapOf('levels', value) : value,
  );
}

/** An element of `hierarchies:`, or a document that is one hierarchy. */
export function readHierarchy(node: YamlNode, context: ReadContext): HierarchySyntax | null {
  const map = readMap(node, HIERARCHY, context);
  if (map === null) return null;
  const name = readDeclaredName(required(map, 'name', HIERARCHY, context), context);
  const levels = readFilledList(required(map, 'levels', HIERARCHY, context), context, readName);
  const compartments = readList(optional(map, 'compartments'), context, readName);
  return name && { name, levels, compartments, at: map.at };
}

/** A level or a compartment. */
function readName(node: YamlNode, context: ReadContext): Located<string> | null {
  if (node.kind === 'scalar') checkStraySigns(node, context);
  return readText(node, context);
}
