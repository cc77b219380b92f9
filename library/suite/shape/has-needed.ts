import type { ReadContext } from '../../../compiler/read/context.ts';
import type { Shape } from '../../../compiler/read/fields.ts';
import type { YamlMap } from '../../../compiler/read/yaml-node.ts';

/** True if a map has these keys. One that is missing is reported, unless an unknown key was, which may be meant as it. */
export function hasNeeded(
  map: YamlMap,
  keys: readonly string[],
  shape: Shape,
  context: ReadContext,
): boolean {
  const missing = keys.find((key) => !map.entries.has(key));
  if (missing === undefined) return true;
  const isKnown = [...map.entries.keys()].every((key) => shape.keys.includes(key));
  if (isKnown) context.report.add('missing-key', map.at, { key: missing, owner: shape.owner });
  return false;
}
