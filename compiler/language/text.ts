/** Texts in which names are filled in: reasons, metadata, scopes, slot values. */
import type { Span } from '../diagnostics/position.ts';
import type { ReasonPart } from '../untyped.ts';
import type { Expression } from './expression/expression.ts';
import { buildAt } from './operators/build-expression.ts';

/** The text when nothing is filled in, else null. */
export function constantText(parts: readonly ReasonPart[]): string | null {
  if (parts.some(({ kind }) => kind !== 'text')) return null;
  return parts.map((part) => (part.kind === 'text' ? part.text : '')).join('');
}

/** A text as one `str-cat`, so that numbers are written as CLIPS writes them. */
export function textExpression(parts: readonly ReasonPart[], at: Span): Expression {
  const { call, variable, string } = buildAt(at);
  // CLIPS' `str-cat` takes at least one argument.
  if (parts.length === 0) return string('');
  const args = parts.map((part): Expression => {
    if (part.kind === 'text') return string(part.text);
    const value = part.kind === 'computed' ? part.expression : variable(part.name);
    return part.writer === null ? value : call(part.writer.name, value);
  });
  return call('str-cat', ...args);
}
