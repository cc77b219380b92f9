import type { Span } from '../diagnostics/position.ts';
import type { ShortLiteral } from '../short-tree.ts';
import type { ArgumentSyntax } from '../syntax.ts';

export const reference = (alias: string, slot: string, at: Span): ArgumentSyntax => ({
  kind: 'reference',
  alias,
  slot,
  at,
});

/** A literal as an argument of an operator, which is typed by the slot it meets. */
export function literalArgument(value: ShortLiteral, at: Span): ArgumentSyntax {
  switch (value.kind) {
    case 'text':
      return { kind: 'quoted', text: value.value, isLiteral: true, at };
    case 'boolean':
      return { kind: 'bare', text: String(value.value), at };
    case 'number':
    case 'duration':
      return { kind: 'bare', text: value.text, at };
  }
}
