import type { ReadContext } from '../../../compiler/read/context.ts';
import { readText } from '../../../compiler/read/fields.ts';
import type { YamlNode } from '../../../compiler/read/yaml-node.ts';
import { refuse, refuseBraces } from './refuse.ts';

/** Text in quotes or without: a number or a truth value would be another text. */
export function explainText(node: YamlNode | null, context: ReadContext): void {
  if (node === null || refuseBraces(node, context)) return;
  if (node.kind === 'scalar' && node.scalar.kind !== 'string' && node.scalar.kind !== 'null') {
    refuse(node, (text) => `"${text}"`, context);
    return;
  }
  readText(node, context);
}
