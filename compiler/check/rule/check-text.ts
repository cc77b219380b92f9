import type { Span } from '../../diagnostics/position.ts';
import { floatText } from '../../../runtime/functions/float.ts';
import type { Literal, ReasonPart } from '../../ruleset.ts';
import type { ReasonPartSyntax } from '../../syntax.ts';
import { textFunction } from '../../language/text-functions.ts';
import { findConstant, isConstantAlias, reportKind } from '../scope/constants.ts';
import { literalForm } from '../scope/literals.ts';
import type { Bound, Environment } from '../scope/environment.ts';
import { bindSlot, resolveAlias, resolveVariable } from '../scope/resolve-reference.ts';
import type { RuleContext } from '../scope/rule-context.ts';

/** A text with what is filled in resolved; parts that name nothing are reported and left out. */
export function checkText(
  parts: readonly ReasonPartSyntax[],
  environment: Environment,
  context: RuleContext,
): readonly ReasonPart[] {
  return parts.flatMap((part) => checkPart(part, environment, context) ?? []);
}

function checkPart(
  part: ReasonPartSyntax,
  environment: Environment,
  context: RuleContext,
): ReasonPart | null {
  if (part.kind === 'text') return part;
  if (part.kind === 'variable') {
    const bound = resolveVariable(part.name, part.at, environment, context);
    return filledIn(bound, part.at, context);
  }
  if (isConstantAlias(part.alias, context)) return constantText(part, context);
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
