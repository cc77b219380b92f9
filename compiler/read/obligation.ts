import type { ObligationSyntax } from '../syntax.ts';
import type { ReadContext } from './context.ts';
import { readSlotValues } from './effects.ts';
import { optional, readMap, readText, required, type Shape } from './fields.ts';
import type { YamlNode } from './yaml-node.ts';

export const OBLIGATION: Shape = { owner: 'an element of `obligations`', keys: ['type', 'properties'] };

export function readObligation(node: YamlNode, context: ReadContext): ObligationSyntax | null {
  const map = readMap(node, OBLIGATION, context);
  if (map === null) return null;
  const type = readText(required(map, 'type', OBLIGATION, context), context);
  const properties = readSlotValues(optional(map, 'properties'), context);
  return type && { type, properties, at: map.at };
}
