import type { MetadataSyntax } from '../syntax.ts';
import type { ReadContext } from './context.ts';
import { expectMap, readScalar } from './fields.ts';
import { metadataEntries } from './free-keys.ts';
import { createSourceText } from './source-text.ts';
import { parseValueText } from './text.ts';
import type { YamlNode } from './yaml-node.ts';

/** `metadata:` of a rule or of its `then`: any keys, single values. A number's digits stay as written, null is empty. */
export function readMetadata(node: YamlNode | null, context: ReadContext): readonly MetadataSyntax[] {
  const map = expectMap(node, context);
  const metadata: MetadataSyntax[] = [];
  for (const { key, value } of metadataEntries(map, context)) {
    const scalar = readScalar(value, context);
    if (scalar === null) continue;
    const isNull = scalar.scalar.kind === 'null';
    metadata.push({ key, parts: isNull ? [] : parseValueText(createSourceText(scalar, context.source)) });
  }
  return metadata;
}
