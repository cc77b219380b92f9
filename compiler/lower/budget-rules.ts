/**
 * The rules of a budget: one that fires for each use that counts, and two that match the sums of the host. So a budget is
 * explained, traced, replayed and given to CLIPS as any other rule.
 */
import { BUDGET_TEMPLATE } from '../../runtime/values/budget-names.ts';
import { useRuleName } from '../budget-paths.ts';
import type { BudgetSyntax } from '../budget-syntax.ts';
import type { Span } from '../diagnostics/position.ts';
import type { Report } from '../diagnostics/report.ts';
import { parseReason } from '../read/reason.ts';
import type { ShortRuleSyntax, WrittenRuleSyntax } from '../short-syntax.ts';
import type {
  ConditionSyntax,
  Located,
  MetadataSyntax,
  ReasonPartSyntax,
  RuleSyntax,
  ThenSyntax,
} from '../syntax.ts';
import { bindCondition, operatorOf, slotCondition, testCondition } from './new-condition.ts';
import { piece, sourceOf } from './test-text.ts';

/** Sums that a reason may name. */
const SUMS = ['used', 'reserved', 'requested', 'limit'] as const;
/** A comparison that cannot leave 64 bits: neither is below 0. */
const EXCEEDED = '(> ?requested (- ?limit ?spent))';

/** The rules of a budget: uses, if it has a condition; unknown values; the comparison. */
export function budgetRules(budget: BudgetSyntax, report: Report): readonly WrittenRuleSyntax[] {
  const use = useRule(budget);
  const sums = [unknownRule(budget), exceededRule(budget, report)];
  return [...(use === null ? [] : [use]), ...sums.map((rule) => ({ form: 'long', rule }) as const)];
}

function useRule(budget: BudgetSyntax): WrittenRuleSyntax | null {
  const { condition, at } = budget;
  if (condition === null) return null;
  const name = { value: useRuleName(budget), at: budget.name.at };
  const then = thenOf(at);
  if (condition.form === 'long') return { form: 'long', rule: ruleOf(name, condition.when, then, at) };
  const root = budget.for;
  const source = { kind: 'path', root, steps: [], optional: null, at: root.at } as const;
  const left: ShortRuleSyntax['left'] = {
    form: 'short',
    for: root.value === 'input' ? [] : [{ name: root, source, isNamed: false }],
    let: [],
    if: condition.if,
    at,
  };
  // Unknown counts.
  const inDoubt = { value: 'fire', at } as const;
  const right: ShortRuleSyntax['right'] = { form: 'long', then, metadata: [] };
  return { form: 'short', rule: { name, description: '', salience: null, left, right, inDoubt, at } };
}

function unknownRule(budget: BudgetSyntax): RuleSyntax {
  const { name, at } = budget;
  const known = { ...compared('state', 'not_equals', 'known', at), bind: { value: 'state', at } };
  const pattern = sumsOf(budget, [known]);
  const reason: readonly ReasonPartSyntax[] = [
    { kind: 'text', text: `budget ${name.value}: the ` },
    { kind: 'variable', name: 'state', at },
    { kind: 'text', text: ' is missing' },
  ];
  const then = thenOf(at, 'deny', reason, metadataOf(budget, 'budget_unknown'));
  return ruleOf({ value: `${name.value}-unknown`, at: name.at }, [pattern], then, at);
}

function exceededRule(budget: BudgetSyntax, report: Report): RuleSyntax {
  const { name, at, reason, onExceed } = budget;
  const pattern = sumsOf(budget, [
    compared('state', 'equals', 'known', at),
    compared('approved', 'equals', 'no', at),
    // An escalation needs a rule that allows.
    ...(onExceed === 'escalate' ? [compared('allowed', 'equals', 'yes', at)] : []),
    ...['spent', ...SUMS].map((slot) => bindCondition(slot, slot, false, at)),
    testCondition(sourceOf(piece(EXCEEDED, at), at), at),
  ]);
  const standard = SUMS.flatMap((slot): readonly ReasonPartSyntax[] => [
    { kind: 'text', text: `${slot === 'used' ? `budget ${name.value} is exceeded: ` : ', '}${slot} ` },
    { kind: 'variable', name: slot, at },
  ]);
  const parts = reason === null ? standard : parseReason(reason, report).map(namedSum);
  const then = thenOf(at, onExceed, parts, metadataOf(budget, 'budget_exceeded'));
  return ruleOf(name, [pattern], then, at);
}

/** `{amount}` is what is requested. */
function namedSum(part: ReasonPartSyntax): ReasonPartSyntax {
  return part.kind === 'variable' && part.name === 'amount' ? { ...part, name: 'requested' } : part;
}

function sumsOf(
  { name, at }: BudgetSyntax,
  conditions: readonly ConditionSyntax[],
): RuleSyntax['when'][number] {
  const own = compared('budget', 'equals', name.value, at);
  const template = { value: BUDGET_TEMPLATE, at };
  return { kind: 'pattern', template, alias: null, conditions: [own, ...conditions], at };
}

/** A condition of an operator with a text. */
function compared(slot: string, operator: string, text: string, at: Span): ConditionSyntax {
  const raw = { value: JSON.stringify(text), at };
  return slotCondition(slot, operatorOf(operator, [{ kind: 'quoted', text, at }], at, raw), at);
}

function metadataOf({ name, at }: BudgetSyntax, code: string): readonly MetadataSyntax[] {
  const entry = (key: string, text: string): MetadataSyntax => ({
    key: { value: key, at },
    parts: [{ kind: 'text', text }],
  });
  return [entry('budget', name.value), entry('code', code)];
}

function thenOf(
  at: Span,
  action: string | null = null,
  reason: readonly ReasonPartSyntax[] = [],
  metadata: readonly MetadataSyntax[] = [],
): ThenSyntax {
  return {
    action: action === null ? null : { value: action, at },
    reason,
    log: null,
    notify: [],
    attestation: false,
    scope: null,
    obligations: [],
    metadata,
    assert: [],
    retract: [],
    modify: [],
    at,
  };
}

function ruleOf(name: Located<string>, when: RuleSyntax['when'], then: ThenSyntax, at: Span): RuleSyntax {
  return { name, description: '', salience: null, metadata: [], when, then, at };
}
