import type { Span } from '../../diagnostics/position.ts';
import type { ReasonPart } from '../../ruleset.ts';
import type { ReasonPartSyntax } from '../../syntax.ts';
import { textFunction } from '../../language/text-functions.ts';
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
  const pattern = resolveAlias(part.alias, part.at, environment, context);
  const bound = pattern && bindSlot(pattern, part.slot, part.at, context);
  return filledIn(bound, part.at, context);
}

function filledIn(bound: Bound | null, at: Span, { checked }: RuleContext): ReasonPart | null {
  if (bound === null) return null;
  const writer = textFunction(bound, at);
  const { name, type, list } = bound;
  return { kind: 'variable', name, writer: writer && { name: checked.internals.nameOf(writer), type, list } };
}
