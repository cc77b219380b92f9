import type { Span } from '../diagnostics/position.ts';
import type { ShortLiteral } from '../short-tree.ts';
import type { ArgumentSyntax } from '../syntax.ts';
import { literalArgument, reference } from './arguments.ts';
import {
  ensurePattern,
  rankOf,
  valueDraft,
  valueSlotOf,
  type PatternContext,
  type PatternDraft,
} from './context.ts';
import { valueSlot } from './document/hidden.ts';
import { finalType } from './document/type-variable.ts';
import type { Resolved } from './resolved.ts';
import { failRule } from './scope.ts';
import type { ConstantInfo, TypeWord } from './vocabulary.ts';

/** An operand whose pattern is in place. */
export type Operand =
  | SlotOperand
  | { readonly kind: 'literal'; readonly value: ShortLiteral; readonly at: Span }
  | { readonly kind: 'list'; readonly items: readonly Operand[]; readonly at: Span }
  /** An item of a list, or the value of an aggregate; `null` if nothing but a number is known of its type. */
  | {
      readonly kind: 'variable';
      readonly name: string;
      readonly type: TypeWord | null;
      readonly isList: boolean;
      readonly at: Span;
    }
  | { readonly kind: 'constant'; readonly constant: ConstantInfo; readonly at: Span }
  | { readonly kind: 'lookup'; readonly constant: ConstantInfo; readonly key: Operand; readonly at: Span }
  | { readonly kind: 'now'; readonly at: Span }
  | { readonly kind: 'word'; readonly text: string; readonly at: Span }
  /** Anything that only a test computes. */
  | { readonly kind: 'expression'; readonly expression: Resolved; readonly at: Span };

export interface SlotOperand {
  readonly kind: 'slot';
  readonly draft: PatternDraft;
  readonly slot: string;
  readonly type: TypeWord;
  readonly isList: boolean;
  readonly at: Span;
}

/** Adds the patterns that the operand mentions for the first time. */
export function operandOf(context: PatternContext, expression: Resolved): Operand {
  const { at } = expression;
  switch (expression.kind) {
    case 'literal':
    case 'word':
    case 'now':
    case 'constant':
      return expression;
    case 'list':
      return { kind: 'list', items: expression.items.map((item) => operandOf(context, item)), at };
    case 'slot': {
      const { slot, binding } = expression;
      const draft = ensurePattern(context, binding);
      return { kind: 'slot', draft, slot: slot.name, type: slot.type, isList: slot.isList, at };
    }
    case 'path': {
      const { node, binding } = expression;
      if (node.isDefinite) {
        const draft = ensurePattern(context, binding);
        const slot = valueSlot(context.rule.documents, node);
        return { kind: 'slot', draft, slot, type: finalType(node.type), isList: node.isList === true, at };
      }
      const draft = valueDraft(context, node, binding, at);
      const { name, type, isList } = valueSlotOf(node);
      return { kind: 'slot', draft, slot: name, type, isList, at };
    }
    case 'variable': {
      const { binding } = expression;
      ensurePattern(context, binding);
      const type = binding.kind === 'each' ? binding.slot.type : binding.type;
      const isList = binding.kind === 'let' && binding.isList;
      return { kind: 'variable', name: binding.name, type, isList, at };
    }
    case 'lookup':
      return { kind: 'lookup', constant: expression.constant, key: operandOf(context, expression.key), at };
    case 'whole': {
      const { name } = expression.binding;
      const problem = `\`${name}\` is not a value: name one of its ${expression.binding.kind === 'fact' ? 'slots' : 'members'}`;
      failRule(context.rule, 'short-path', at, { problem });
      return { kind: 'word', text: name, at };
    }
    default:
      return { kind: 'expression', expression, at };
  }
}

/** The operand as the argument of an operator. */
export function argumentOf(context: PatternContext, operand: Operand): ArgumentSyntax {
  const { at } = operand;
  switch (operand.kind) {
    case 'literal':
      return literalArgument(operand.value, at);
    case 'list':
      return { kind: 'list', items: operand.items.map((item) => argumentOf(context, item)), at };
    case 'slot':
      return reference(operand.draft.alias, operand.slot, at);
    case 'variable':
      return { kind: 'variable', name: operand.name, at };
    case 'constant':
      return reference('const', operand.constant.name, at);
    case 'lookup':
      return { kind: 'lookup', map: operand.constant.name, key: argumentOf(context, operand.key), at };
    case 'now':
      return { kind: 'bare', text: 'now', at };
    case 'word':
      return { kind: 'bare', text: operand.text, at };
    case 'expression':
      failRule(context.rule, 'short-argument', at);
      return { kind: 'bare', text: '', at };
  }
}

/** Position of the operand's pattern in the context; -1 if it has none there. A lookup has that of its key. */
export function rankOfOperand(context: PatternContext, operand: Operand): number {
  if (operand.kind === 'lookup') return rankOfOperand(context, operand.key);
  return operand.kind === 'slot' ? rankOf(context, operand.draft) : -1;
}
