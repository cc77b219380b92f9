import { OPERATOR_TABLE } from '../../../compiler/language/operators/table.ts';
import { FUNCTIONS } from '../../../compiler/language/functions/table.ts';
import type { MarkupContent } from '../protocol/types.ts';
import type { Workspace } from '../workspace/workspace.ts';
import type { CompletionItem } from './item.ts';

/** Adds what is said of an operator or a function. Any item that is not ours comes back as it is. */
export function resolveCompletion(
  _: Workspace,
  item: CompletionItem,
): CompletionItem & { readonly documentation?: MarkupContent } {
  const documentation = documentationOf(item.data?.label ?? item.label);
  return documentation === null
    ? item
    : { ...item, documentation: { kind: 'markdown', value: documentation } };
}

/** The documentation of an operator or function by its name; `null` for other names. */
export function documentationOf(name: string): string | null {
  const operator = OPERATOR_TABLE.get(name);
  if (operator !== undefined) {
    const types = operator.slotTypes.map((type) => type.toLowerCase()).join(', ');
    return `\`${name}(${operator.parameters.join(', ')})\`\n\nOperator for slots of the types ${types}.`;
  }
  const row = FUNCTIONS.get(name);
  if (row === undefined) return null;
  const most = row.max === Infinity ? 'any number of' : row.min === row.max ? '' : `to ${row.max}`;
  return (
    `\`(${row.name} …)\`\n\nFunction of the group ${row.group}; arguments: ${row.min} ${most}`.trimEnd() + '.'
  );
}
