import { documentationOf } from '../documentation/documentation-of.ts';
import type { MarkupContent } from '../protocol/types.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { KIND, type CompletionItem } from './item.ts';

/** Adds what is said of an operator or a function, with an example. Any item that is not ours comes back as it is. */
export function resolveCompletion(
  _: Workspace,
  item: CompletionItem,
): CompletionItem & { readonly documentation?: MarkupContent } {
  const documentation = documentationOf(item.data?.label ?? item.label, item.kind === KIND.operator);
  return documentation === null
    ? item
    : { ...item, documentation: { kind: 'markdown', value: documentation } };
}
