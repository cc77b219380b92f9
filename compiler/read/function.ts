import type { FunctionSyntax } from '../syntax.ts';
import type { ReadContext } from './context.ts';
import {
  optional,
  readDescription,
  readList,
  readMap,
  readSource,
  readText,
  required,
  type Shape,
} from './fields.ts';
import { readFunctionName, readParameter } from './names.ts';
import type { YamlNode } from './yaml-node.ts';

export const FUNCTION: Shape = {
  owner: 'a function',
  keys: ['name', 'type', 'description', 'params', 'body', 'hierarchy_ref'],
};

/** The key that a function of this type cannot do without. */
const NEEDED = new Map([
  ['raw', 'body'],
  ['classification', 'hierarchy_ref'],
]);

export function readFunction(node: YamlNode, context: ReadContext): FunctionSyntax | null {
  const map = readMap(node, FUNCTION, context);
  if (map === null) return null;
  const name = readFunctionName(required(map, 'name', FUNCTION, context), context);
  const type = readText(required(map, 'type', FUNCTION, context), context);
  const description = readDescription(map, context);
  const params = readList(optional(map, 'params'), context, readParameter);
  const body = readSource(optional(map, 'body'), context);
  const hierarchyRef = readText(optional(map, 'hierarchy_ref'), context);
  const needed = NEEDED.get(type?.value ?? '');
  if (needed !== undefined) {
    required(map, needed, { ...FUNCTION, owner: `a function of type ${type?.value ?? ''}` }, context);
  }
  if (name === null || type === null) return null;
  return { name, type, description, params, body, hierarchyRef, at: map.at };
}
