/** Tables with a short left half or short columns. */
import type { TableOutputSyntax, TableSyntax } from '../tables-syntax.ts';
import type { ShortTableSyntax } from '../short-syntax.ts';
import type { ReasonPartSyntax } from '../syntax.ts';
import { companionsOf } from './companions.ts';
import { lowerConjunction } from './conjunction.ts';
import { argumentOf, operandOf } from './operand.ts';
import type { LoweredRule } from './context.ts';
import { keyTest } from './entry-key.ts';
import { keysText } from './document/names.ts';
import { setList } from './evidence.ts';
import { infixConditions } from './infix-conditions.ts';
import { missingPaths, type Formula } from './formula.ts';
import { startOf } from './lower-rule.ts';
import { lowerText } from './right-half.ts';
import type { Names } from './right-parts.ts';
import { resolve } from './resolve.ts';
import { resolveLeft, type ResolvedLeft } from './resolved-rule.ts';
import { hasKnownKeys, partsOf, type Resolved } from './resolved.ts';
import { createRuleScope, failRule, type RuleScope, type Shared } from './scope.ts';
import { checkNegatedOnly, formulasOf } from './warnings.ts';

export interface ResolvedTable {
  readonly syntax: ShortTableSyntax;
  readonly scope: RuleScope;
  readonly left: ResolvedLeft | null;
  readonly inputs: readonly Resolved[];
}

/** Rows of a table open and close, so nothing in it may be unknown. */
export function resolveTable(syntax: ShortTableSyntax, shared: Shared): ResolvedTable {
  const scope = createRuleScope(shared);
  const left = syntax.left.form === 'long' ? null : resolveLeft(scope, syntax.left, 'table');
  for (const condition of left?.if ?? []) refuseMissing(scope, condition);
  const inputs =
    left === null ? [] : syntax.inputs.flatMap((tree) => resolve(scope, tree, scope.scope) ?? []);
  for (const input of inputs) {
    if (input.kind !== 'path') continue;
    if (!input.node.isDefinite) failRule(scope, 'short-table-missing', input.at, { path: input.node.shown });
    setList(scope, input, false);
  }
  return { syntax, scope, left, inputs };
}

function refuseMissing(scope: RuleScope, condition: Resolved): void {
  const path = unknownIn(condition);
  if (path !== null) failRule(scope, 'short-table-missing', condition.at, { path });
}

/** A path or list that may be missing and is not written with `?`, `??` or `has(…)`. */
function unknownIn(expression: Resolved): string | null {
  if (expression.kind === 'coalesce' || expression.kind === 'has')
    return hasKnownKeys(expression.path.binding) ? null : expression.path.node.shown;
  if (expression.kind === 'path')
    return expression.node.isDefinite || (expression.isOptional && hasKnownKeys(expression.binding))
      ? null
      : expression.node.shown;
  if (expression.kind === 'quantifier') {
    const { binding } = expression;
    if (binding.kind === 'item' && !binding.list.isDefinite && !binding.isOptional)
      return binding.list.path.shown;
  }
  for (const part of partsOf(expression)) {
    const found = unknownIn(part);
    if (found !== null) return found;
  }
  return null;
}

export function lowerTable({ syntax, scope, left, inputs }: ResolvedTable): TableSyntax | null {
  const { table } = syntax;
  const rule: LoweredRule = Object.assign(scope, {
    name: table.name.value,
    closes: false,
    aliases: new Set(['input']),
    keyTest,
  });
  if (rule.hasFailed || left === null) return null;
  checkNegatedOnly(rule, left);
  const formulas = formulasOf(rule, left);
  for (const formula of formulas) refuseDoubtful(rule, formula);
  if (rule.hasFailed) return null;
  const { elements, contexts } = lowerConjunction(rule, formulas, startOf(rule, left), 'certain');
  const [context] = contexts;
  if (context === undefined) return null;
  const columns = inputs.flatMap((input) => {
    const argument = argumentOf(context, operandOf(context, input));
    if (argument.kind === 'reference' || argument.kind === 'variable') return [argument];
    failRule(rule, 'short-argument', input.at);
    return [];
  });
  const names: Names = { form: 'short', contexts, hasAlternatives: contexts.length > 1 };
  const textOf = (parts: readonly ReasonPartSyntax[]): readonly ReasonPartSyntax[] => {
    const text = syntax.texts.get(parts);
    return text === undefined ? parts : lowerText(rule, text, names);
  };
  const fill = <T extends TableOutputSyntax>(output: T): T => ({
    ...output,
    then: {
      ...output.then,
      reason: textOf(output.then.reason),
      metadata: output.then.metadata.map(({ key, parts }) => ({ key, parts: textOf(parts) })),
    },
  });
  const rows = table.rows.map(fill);
  const otherwise = table.default && fill(table.default);
  return rule.hasFailed
    ? null
    : {
        ...table,
        when: elements,
        inputs: columns,
        rows,
        default: otherwise,
        infix: infixConditions(left),
        columns: inputs.map(columnText),
      };
}

/** A column as its author wrote it. */
function columnText(input: Resolved): string {
  if (input.kind === 'slot') return `${input.binding.name}.${input.slot.name}`;
  if (input.kind === 'variable') return input.binding.name;
  if (input.kind !== 'path') throw new TypeError('not a column');
  return (input.binding.kind === 'document' ? 'input' : input.binding.name) + keysText(input.node.keys);
}

/** Reports comparisons that may be unknown: keys of maps, quotients, values that an operator cannot read. */
function refuseDoubtful(rule: LoweredRule, formula: Formula): void {
  if (formula.kind === 'and' || formula.kind === 'or')
    for (const part of formula.parts) refuseDoubtful(rule, part);
  if (formula.kind !== 'atom' || missingPaths(formula.expression).length > 0) return;
  const isDoubtful = [true, false].some(
    (isNegated) => companionsOf(formula.expression, isNegated).length > 0,
  );
  if (isDoubtful) failRule(rule, 'short-table-missing', formula.at, { path: 'the comparison' });
}
