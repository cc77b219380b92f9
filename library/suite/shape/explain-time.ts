import type { ReadContext } from '../../../compiler/read/context.ts';
import { kindName } from '../../../compiler/read/fields.ts';
import type { YamlNode } from '../../../compiler/read/yaml-node.ts';
import { refuseBraces } from './refuse.ts';

/** A time as text or in seconds. */
export function explainTime(node: YamlNode | null, context: ReadContext): void {
  if (node === null || refuseBraces(node, context)) return;
  if (node.kind === 'scalar' && node.scalar.kind !== 'boolean') return;
  const found = kindName(node);
  context.report.add('wrong-kind', node.at, {
    expected: 'a time such as `2026-01-31T12:00:00Z`, or seconds',
    found,
  });
}
