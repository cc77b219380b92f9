import type { Scalar } from 'yaml';
import type { Source } from '../../compiler/diagnostics/position.ts';
import { createSourceText } from '../../compiler/read/source-text.ts';
import type { ScalarStyle } from '../../compiler/read/yaml-node.ts';

const STYLES: Readonly<Record<string, ScalarStyle>> = {
  PLAIN: 'plain',
  QUOTE_SINGLE: 'single-quoted',
  QUOTE_DOUBLE: 'double-quoted',
  BLOCK_LITERAL: 'literal',
  BLOCK_FOLDED: 'folded',
};

/** Offset in the file of a position in the text of a scalar; the start of the scalar where they do not agree. */
export function offsetIn({ value, type, range }: Scalar<string>, position: number, source: Source): number {
  const [start, end] = range ?? [0, 0];
  const style = STYLES[type ?? ''] ?? 'plain';
  const at = { file: source.path, start, end };
  const scalar = { kind: 'string', value, text: value } as const;
  return createSourceText({ kind: 'scalar', scalar, style, at }, source).spanOf(position, position).start;
}
