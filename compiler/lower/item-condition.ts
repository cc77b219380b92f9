import type { Span } from '../diagnostics/position.ts';
import type { ArgumentSyntax } from '../syntax.ts';
import { findPattern, type PatternContext, type PatternDraft } from './context.ts';
import { operatorOf } from './new-condition.ts';
import type { Resolved } from './resolved.ts';

/** An operator with its arguments. */
export interface Made {
  readonly operator: string;
  readonly args: readonly ArgumentSyntax[];
}

/** The condition that names the items of a list, while it says nothing of them yet. */
export function itemCondition(context: PatternContext, side: Resolved): ItemPlace | null {
  if (side.kind !== 'variable' || side.binding.kind !== 'each') return null;
  const owner = findPattern(context, side.binding.owner);
  if (owner?.context !== context) return null;
  const { name } = side.binding;
  const index = owner.conditions.findIndex(
    ({ each, expression }) => each?.value === name && expression === null,
  );
  return index === -1 ? null : { owner, index, type: side.binding.slot.type };
}

interface ItemPlace {
  readonly owner: PatternDraft;
  readonly index: number;
  readonly type: string;
}

export function setExpression({ owner, index }: ItemPlace, made: Made, at: Span): void {
  const condition = owner.conditions[index];
  if (condition !== undefined)
    owner.conditions[index] = { ...condition, expression: operatorOf(made.operator, made.args, at) };
}
