import type { ReadContext } from '../../../compiler/read/context.ts';
import { writeNode } from '../../../compiler/read/write-node.ts';
import type { YamlNode } from '../../../compiler/read/yaml-node.ts';

/** Characters of what a message shows of a value. */
const LONGEST = 120;

/**
 * Reports a value with the way to write it. Returns true.
 *
 * @param meant YAML in a line, from the value as written
 * @param example shown if the value is too long for a line
 */
export function refuse(
  node: YamlNode,
  meant: (text: string) => string,
  context: ReadContext,
  example?: string,
): boolean {
  const text = writeNode(node);
  const whole = text === null ? null : meant(text);
  context.report.add('written-otherwise', node.at, {
    text: text ?? '…',
    meant: whole === null || whole.length > LONGEST ? (example ?? whole ?? '…') : whole,
  });
  return true;
}

/** True (reported) for `{x}` without quotes, which is a map to YAML. */
export function refuseBraces(node: YamlNode, context: ReadContext): boolean {
  if (node.kind !== 'map') return false;
  const [entry, another] = node.entries.values();
  if (entry === undefined || another !== undefined) return false;
  const { key, value } = entry;
  if (value.kind !== 'scalar' || value.scalar.kind !== 'null' || value.scalar.text !== '') return false;
  context.report.add('written-otherwise', node.at, { text: `{${key.value}}`, meant: `"{${key.value}}"` });
  return true;
}
