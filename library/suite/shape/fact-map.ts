import { isNothing } from '../../../compiler/read/fields.ts';
import type { YamlNode } from '../../../compiler/read/yaml-node.ts';

/** True for a map of templates to data or lists of data; a single fact is not one. */
export function isFactMap(node: YamlNode): boolean {
  if (node.kind !== 'map' || node.entries.has('data') || node.entries.has('template')) return false;
  return [...node.entries.values()].every(
    ({ value }) => isData(value) || (value.kind === 'list' && value.items.every(isData)),
  );
}

const isData = (node: YamlNode): boolean => node.kind === 'map' || isNothing(node);
