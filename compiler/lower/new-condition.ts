/** Conditions of patterns, as the long form writes them. */
import type { Span } from '../diagnostics/position.ts';
import type { ConditionSyntax, Located, OperatorSyntax } from '../syntax.ts';

export const operatorOf = (
  operator: string,
  args: OperatorSyntax['args'],
  at: Span,
  raw: Located<string> = { value: '', at },
): OperatorSyntax => ({ operator: { value: operator, at }, args, raw, at });

const NOTHING = {
  slot: null,
  each: null,
  expression: null,
  bind: null,
  bindsList: false,
  test: null,
  now: null,
};

export const slotCondition = (
  slot: string,
  expression: OperatorSyntax | null,
  at: Span,
): ConditionSyntax => ({ ...NOTHING, slot: { value: slot, at }, expression, at });

export const bindCondition = (
  slot: string,
  variable: string,
  isList: boolean,
  at: Span,
): ConditionSyntax => ({
  ...NOTHING,
  slot: { value: slot, at },
  bind: { value: variable, at },
  bindsList: isList,
  at,
});

export const testCondition = (test: ConditionSyntax['test'], at: Span): ConditionSyntax => ({
  ...NOTHING,
  test,
  at,
});

export const clockCondition = (now: OperatorSyntax): ConditionSyntax => ({ ...NOTHING, now, at: now.at });
