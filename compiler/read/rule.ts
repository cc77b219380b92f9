import type { RuleSyntax } from '../syntax.ts';
import type { ReadContext } from './context.ts';
import {
  optional,
  readDescription,
  readFilledList,
  readInteger,
  readMap,
  required,
  type Shape,
} from './fields.ts';
import { readMetadata } from './metadata.ts';
import { readDeclaredName } from './names.ts';
import { readThen } from './then.ts';
import { readWhen } from './when.ts';
import type { YamlNode } from './yaml-node.ts';

export const RULE: Shape = {
  owner: 'a rule',
  keys: ['name', 'description', 'salience', 'metadata', 'when', 'then'],
};
/** Bounds of salience in CLIPS. */
export const LOWEST_SALIENCE = -10_000;
export const HIGHEST_SALIENCE = 10_000;

export function readRule(node: YamlNode, context: ReadContext): RuleSyntax | null {
  const map = readMap(node, RULE, context);
  if (map === null) return null;
  const name = readDeclaredName(required(map, 'name', RULE, context), context);
  const description = readDescription(map, context);
  const salience = readInteger(optional(map, 'salience'), LOWEST_SALIENCE, HIGHEST_SALIENCE, context);
  const metadata = readMetadata(optional(map, 'metadata'), context);
  const when = readFilledList(required(map, 'when', RULE, context), context, readWhen);
  const then = readThen(required(map, 'then', RULE, context), context);
  if (name === null || then === null) return null;
  return { name, description, salience, metadata, when, then, at: map.at };
}
