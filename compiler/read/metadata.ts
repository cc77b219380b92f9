import type { MetadataSyntax } from '../syntax.ts';
import type { ReadContext } from './context.ts';
import { expectMap, readScalar } from './fields.ts';
import type { YamlNode } from './yaml-node.ts';

/** `metadata:` of a rule or of its `then`: any keys, single values. */
export function readMetadata(node: YamlNode | null, context: ReadContext): readonly MetadataSyntax[] {
  const map = expectMap(node, context);
  const metadata: MetadataSyntax[] = [];
  for (const { key, value } of map?.entries.values() ?? []) {
    const scalar = readScalar(value, context);
    if (scalar !== null) metadata.push({ key, value: { value: scalar.scalar, at: scalar.at } });
  }
  return metadata;
}
