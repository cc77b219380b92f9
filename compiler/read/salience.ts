import type { Located } from '../syntax.ts';
import type { ReadContext } from './context.ts';
import { readInteger } from './fields.ts';
import type { YamlNode } from './yaml-node.ts';

/** Bounds of salience in CLIPS. */
const LOWEST_SALIENCE = -10_000;
const HIGHEST_SALIENCE = 10_000;

export function readSalience(node: YamlNode | null, context: ReadContext): Located<number> | null {
  return readInteger(node, LOWEST_SALIENCE, HIGHEST_SALIENCE, context);
}
