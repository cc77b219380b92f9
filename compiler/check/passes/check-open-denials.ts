/**
 * Rules that deny or escalate where a path, a host or an address is within something. What the operator cannot read is
 * not within, so such a rule lets it pass; the complement of the operator catches it.
 */
import type { Span } from '../../diagnostics/position.ts';
import type { Report } from '../../diagnostics/report.ts';
import type { CallExpression, Expression, FunctionDefinition } from '../../language/expression/expression.ts';
import { partsOf } from '../../language/expression/variables.ts';
import type { ConditionElement, Constraint, Rule } from '../../untyped.ts';
import type { TableRowSyntax } from '../../tables-syntax.ts';
import type { Pass } from '../checked.ts';

/** The operators, by the functions that they are lowered to. */
const WITHIN: ReadonlyMap<string, string> = new Map([
  ['service-path-within?', 'path_within'],
  ['service-host-within?', 'host_within'],
  ['service-in-cidr?', 'in_cidr'],
  ['service-in-some-cidr?', 'in_cidr'],
]);
const OPERATORS: ReadonlySet<string> = new Set(WITHIN.values());

/** Reports an operator that a denial needs to hold. */
type Found = (operator: string, at: Span) => void;
type Functions = ReadonlyMap<string, FunctionDefinition>;

export const checkOpenDenials: Pass = (checked, report) => {
  const functions: Functions = new Map(
    checked.functions.map(({ definition }) => [definition.name, definition]),
  );
  for (const rule of checked.rules) checkRule(rule, functions, report);
  for (const { rows, name } of checked.syntax.ruleGroups.flatMap(({ tables }) => tables)) {
    for (const row of rows) checkRow(row, name.value, report);
  }
  return checked;
};

function checkRule({ name, when, then: { action } }: Rule, functions: Functions, report: Report): void {
  if (action !== 'deny' && action !== 'escalate') return;
  const found: Found = (operator, at) => warn(name, action, operator, at, report);
  for (const element of when) inElement(element, true, functions, found);
}

function checkRow({ cells, then, name }: TableRowSyntax, table: string, report: Report): void {
  const action = then.action?.value;
  if (action !== 'deny' && action !== 'escalate') return;
  for (const { operator } of cells.flatMap(({ tests }) => tests))
    if (OPERATORS.has(operator.value))
      warn(`${table}/${name.value}`, action, operator.value, operator.at, report);
}

function warn(name: string, action: string, operator: string, at: Span, report: Report): void {
  report.add('open-denial', at, { name, action, operator, complement: `not_${operator}` });
}

/** @param holds whether the rule fires where the element matches, not where it does not */
function inElement(element: ConditionElement, holds: boolean, functions: Functions, found: Found): void {
  switch (element.kind) {
    case 'pattern':
      // Beside a test of what can be read, nothing unreadable passes.
      if (element.fields.some(({ constraints }) => constraints.some(isReadableTest))) return;
      for (const { constraints } of element.fields) {
        for (const constraint of constraints)
          if (constraint.kind === 'predicate')
            inExpression(constraint.expression, holds, functions, found, []);
      }
      return;
    case 'test':
      return inExpression(element.expression, holds, functions, found, []);
    case 'not':
      return inElement(element.element, !holds, functions, found);
    default:
      for (const part of element.elements) inElement(part, holds, functions, found);
  }
}

const READABLE = /^service-(?:path|host|ip|semver)-readable(?:-by-each)?\?$/;

const isReadableTest = (constraint: Constraint): boolean =>
  constraint.kind === 'predicate' && asksReadable(constraint.expression);

const asksReadable = (expression: Expression): boolean =>
  (expression.kind === 'call' && READABLE.test(expression.name)) || partsOf(expression).some(asksReadable);

/** @param within functions whose bodies are being searched, outermost first */
function inExpression(
  expression: Expression,
  holds: boolean,
  functions: Functions,
  found: Found,
  within: readonly string[],
): void {
  if (expression.kind === 'call') {
    if ((expression.name === 'or' || expression.name === 'and') && asksReadable(expression)) return;
    const operator = WITHIN.get(expression.name);
    if (operator !== undefined && holds) found(operator, expression.at);
    const called = within.includes(expression.name) ? undefined : functions.get(expression.name);
    for (const part of called?.body ?? [])
      inExpression(part, holds, functions, (name) => found(name, expression.at), [
        ...within,
        expression.name,
      ]);
  }
  const isNegation = expression.kind === 'call' && negates(expression);
  for (const part of partsOf(expression)) inExpression(part, holds !== isNegation, functions, found, within);
}

/** `(not …)`, and a comparison with FALSE. */
function negates({ name, args }: CallExpression): boolean {
  if (name === 'not') return true;
  return (
    name === 'eq' &&
    args.some((arg) => arg.kind === 'literal' && (arg.value.value === 'FALSE' || arg.value.value === false))
  );
}
