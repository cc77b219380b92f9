import type { ParameterKind } from '../../language/operators/operator.ts';
import type { ArgumentSyntax } from '../../syntax.ts';
import type { OperandScope } from './check-operands.ts';

type TextArgument = Extract<ArgumentSyntax, { kind: 'bare' | 'quoted' }>;

/** Texts that rules compare with as they stand; names of compartments are joined by bars. */
const COMPARED: ReadonlySet<ParameterKind> = new Set(['value', 'item', 'text', 'texts']);
/** What joins several values in other languages, and a comparison in front of one. */
const SIGNS = /[|;]|^(?:[!=<>]=?|~=)\s*\S/;

/** Takes ranges, which have such signs. */
const SIGNED = 'semver_satisfies';

/**
 * Reports a text without quotes that was likely meant as several, or as a comparison: the condition would be on the signs,
 * too. Answers whether it was reported.
 */
export function reportJoinedText(
  kind: ParameterKind,
  argument: TextArgument,
  { operator, context }: OperandScope,
): boolean {
  if (argument.kind === 'quoted' || argument.isLiteral === true || argument.isConstant === true) return false;
  const { text, at } = argument;
  if (!COMPARED.has(kind) || operator.name === SIGNED || !SIGNS.test(text)) return false;
  context.report.add('expression-joined', at, { text, meant: JSON.stringify(text) });
  return true;
}
