import type { AuthzenSyntax, SearchSyntax } from '../input-syntax.ts';
import type { ReadContext } from './context.ts';
import { optional, readList, readMap, readText, required, type Shape } from './fields.ts';
import type { YamlNode } from './yaml-node.ts';

export const AUTHZEN: Shape = { owner: '`authzen`', keys: ['subjects', 'resources', 'actions'] };
export const ENTITIES: Shape = {
  owner: 'an entity of `authzen`',
  keys: ['type', 'template', 'relation', 'slot'],
};
export const ACTIONS: Shape = { owner: 'an action of `authzen`', keys: ['template', 'relation', 'slot'] };

/** `authzen:` at the top level of a document. */
export function readAuthzen(node: YamlNode, context: ReadContext): AuthzenSyntax | null {
  const map = readMap(node, AUTHZEN, context);
  if (map === null) return null;
  const read = (key: string, shape: Shape): readonly SearchSyntax[] =>
    readList(optional(map, key), context, (item) => readSearch(item, shape, context));
  return {
    subjects: read('subjects', ENTITIES),
    resources: read('resources', ENTITIES),
    actions: read('actions', ACTIONS),
  };
}

function readSearch(node: YamlNode, shape: Shape, context: ReadContext): SearchSyntax | null {
  const map = readMap(node, shape, context);
  if (map === null) return null;
  const isEntity = shape.keys.includes('type');
  const type = isEntity ? readText(required(map, 'type', shape, context), context) : null;
  const relation = map.entries.get('relation');
  if (relation !== undefined && map.entries.has('template'))
    context.report.add('conflicting-keys', relation.key.at, { first: 'template', second: 'relation' });
  const key = relation === undefined ? 'template' : 'relation';
  const template = readText(required(map, key, shape, context), context);
  const slot = readText(required(map, 'slot', shape, context), context);
  if (template === null || slot === null || (isEntity && type === null)) return null;
  const of = relation === undefined ? {} : { relation: true as const };
  return { type, template, ...of, slot };
}
