import type { Span } from '../../diagnostics/position.ts';
import { floatText } from '../../../runtime/values/float.ts';
import type { ReasonPart } from '../../ruleset.ts';
import type { Literal } from '../../values.ts';
import type { ReasonPartSyntax } from '../../syntax.ts';
import { textFunction } from '../../language/text-functions.ts';
import { findConstant, isConstantAlias, reportKind } from '../scope/constants.ts';
import { literalForm } from '../scope/literals.ts';
import type { Bound, Environment } from '../scope/environment.ts';
import { reportSlotName, reportTemplateName } from './guess-name.ts';
import { reportBareReference } from './looks-like-reference.ts';
import { bindSlot, resolveAlias, resolveVariable } from '../scope/resolve-reference.ts';
import type { RuleContext } from '../scope/rule-context.ts';

/** A text with what is filled in resolved; parts that name nothing are reported and left out. */
export function checkText(
  parts: readonly ReasonPartSyntax[],
  environment: Environment,
  context: RuleContext,
): readonly ReasonPart[] {
  return withoutBare(parts, environment, context).flatMap(
    (part) => checkPart(part, environment, context) ?? [],
  );
}

type MarkedPart = Exclude<ReasonPartSyntax, { kind: 'bare' }>;

/** The parts with references without braces as text; those that the rule binds are reported. */
function withoutBare(
  parts: readonly ReasonPartSyntax[],
  environment: Environment,
  context: RuleContext,
): readonly MarkedPart[] {
  const marked: MarkedPart[] = [];
  for (const part of parts) {
    if (part.kind === 'bare') reportBareReference(part, environment, context);
    const last = marked.at(-1);
    if (part.kind !== 'bare' && part.kind !== 'text') marked.push(part);
    else if (last?.kind === 'text') marked.splice(-1, 1, { kind: 'text', text: last.text + part.text });
    else marked.push({ kind: 'text', text: part.text });
  }
  return marked;
}

function checkPart(part: MarkedPart, environment: Environment, context: RuleContext): ReasonPart | null {
  if (part.kind === 'text') return part;
  if (part.kind === 'variable') {
    if (reportSlotName(part, environment, context)) return null;
    const bound = resolveVariable(part.name, part.at, environment, context);
    return filledIn(bound, part.at, context);
  }
  if (isConstantAlias(part.alias, context)) return constantText(part, context);
  if (reportTemplateName(part, environment, context)) return null;
  const pattern = resolveAlias(part.alias, part.at, environment, context);
  const bound = pattern && bindSlot(pattern, part.slot, part.at, context);
  return filledIn(bound, part.at, context);
}

/** The text of a constant: a list is its items joined by commas. */
function constantText(
  { slot, at }: Extract<ReasonPartSyntax, { kind: 'reference' }>,
  context: RuleContext,
): ReasonPart | null {
  const constant = findConstant(slot, at, context);
  if (constant === null) return null;
  if (constant.kind === 'map') return reportKind(constant, 'a value or a list', at, context);
  const values = constant.kind === 'single' ? [constant.value] : constant.items;
  return { kind: 'text', text: values.map(textOf).join(', ') };
}

/** As `str-cat` writes it, but for truth values. */
function textOf(value: Literal): string {
  return value.type === 'FLOAT' ? floatText(value.value) : literalForm(value);
}

function filledIn(bound: Bound | null, at: Span, { checked }: RuleContext): ReasonPart | null {
  if (bound === null) return null;
  const writer = textFunction(bound, at);
  const { name, type, list } = bound;
  return { kind: 'variable', name, writer: writer && { name: checked.internals.nameOf(writer), type, list } };
}
