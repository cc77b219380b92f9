import type { ModuleSyntax } from '../syntax.ts';
import type { ReadContext } from './context.ts';
import { optional, readDescription, readInteger, readMap, required, type Shape } from './fields.ts';
import { mapOf, readNamed } from './named-entries.ts';
import { readDeclaredName } from './names.ts';
import type { YamlNode } from './yaml-node.ts';

export const MODULE: Shape = { owner: 'a module', keys: ['name', 'description', 'priority'] };

/**
 * `modules:`, a list of modules or names, or a map of names to descriptions, to nothing, or to the other keys of a
 * module.
 */
export function readModules(node: YamlNode, context: ReadContext): readonly ModuleSyntax[] {
  const readItem = (item: YamlNode): ModuleSyntax | null =>
    readModule(item.kind === 'scalar' ? mapOf('name', item) : item, context);
  return readNamed(node, MODULE.owner, context, readItem, ({ value }) =>
    value.kind === 'scalar' ? mapOf('description', value) : value,
  );
}

function readModule(node: YamlNode, context: ReadContext): ModuleSyntax | null {
  const map = readMap(node, MODULE, context);
  if (map === null) return null;
  const name = readDeclaredName(required(map, 'name', MODULE, context), context);
  const description = readDescription(map, context);
  const priority = readInteger(
    optional(map, 'priority'),
    Number.MIN_SAFE_INTEGER,
    Number.MAX_SAFE_INTEGER,
    context,
  );
  return name && { name, description, priority, at: map.at };
}
