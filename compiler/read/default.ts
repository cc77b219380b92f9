import type { DefaultSyntax } from '../syntax.ts';
import type { ReadContext } from './context.ts';
import { optional, readMap, readSource, readText, required, type Shape } from './fields.ts';
import { parseReason } from './reason.ts';
import type { YamlNode } from './yaml-node.ts';

export const DEFAULT: Shape = { owner: '`default`', keys: ['action', 'reason'] };

/** `default:` at the top level of a document: an action, or with its reason. */
export function readDefault(node: YamlNode, context: ReadContext): DefaultSyntax | null {
  if (node.kind === 'scalar') {
    const action = readText(node, context);
    return action && { action, reason: null, at: node.at };
  }
  const map = readMap(node, DEFAULT, context);
  if (map === null) return null;
  const action = readText(required(map, 'action', DEFAULT, context), context);
  const reason = readSource(optional(map, 'reason'), context);
  if (action === null) return null;
  const parts = reason && { parts: parseReason(reason, context.report), at: reason.at };
  return { action, reason: parts, at: map.at };
}
