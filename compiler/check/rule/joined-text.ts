import type { ParameterKind } from '../../language/operators/operator.ts';
import type { ArgumentSyntax } from '../../syntax.ts';
import type { OperandScope } from './check-operands.ts';

type TextArgument = Extract<ArgumentSyntax, { kind: 'bare' | 'quoted' }>;

/** Parameters compared verbatim. Compartments are not among them, because bars join their names. */
const COMPARED: ReadonlySet<ParameterKind> = new Set(['value', 'item', 'text', 'texts', 'text-or-texts']);
/** Signs that join values in other languages, commas of other scripts, or a comparison sign before a value. */
const SIGNS =
  /[|;\u201a\u060c\u3001\ufe50\ufe51\uff0c\uff1b\uff5c]|^(?:[!=<>\u2260\u2264\u2265]=?|~=|\/=|(?:eq|neq?)\s)\s*\S/;

/** Signs of patterns in a text that a value must be equal to. */
const EXACT = /^\^.*\$$|^\\b.*\\b$|^\(\?[a-z]+\)|^\*+[^*\s]|[^*\s]\*+$/s;
/**
 * Signs of patterns by operator: expressions of `matches`, wildcards of `glob` and of SQL. All of these compare the text as it is.
 * One sign alone is a text.
 */
const WILDCARDS: Readonly<Partial<Record<string, RegExp>>> = {
  starts_with: /^\^.|[^\\][*%]$/s,
  ends_with: /^[*%].|^\.\*.|.\$$/s,
  contains: /^\*.*\*$|^%.+%$|^\^.|^\.\*.|\.\*$|.\$$|^\/.*\/[a-z]+$/s,
  equals: EXACT,
  in: EXACT,
  glob: /^\^.*\$$|^[^*?[\]{}]*%[^*?[\]{}]*$/s,
  path_within: /^\^|.[*%]$/s,
};

/** Takes ranges, which have such signs. */
const SIGNED = 'semver_satisfies';

/**
 * Reports a text without quotes that was likely meant as several, as a comparison or as a pattern: the condition would
 * also compare the signs. Returns true if it was reported.
 */
export function reportJoinedText(
  kind: ParameterKind,
  argument: TextArgument,
  { operator, context }: OperandScope,
): boolean {
  if (argument.kind === 'quoted' || argument.isLiteral === true || argument.isConstant === true) return false;
  const { text, at } = argument;
  const positive = operator.name.replace(/^not_/, '');
  if (WILDCARDS[positive]?.test(text) === true) {
    const use = positive === 'glob' ? '`*`, or `matches`,' : '`glob` or `matches`';
    context.report.add('expression-pattern', at, { text, use, meant: JSON.stringify(text) });
    return true;
  }
  if (!COMPARED.has(kind) || operator.name === SIGNED || !SIGNS.test(text)) return false;
  context.report.add('expression-joined', at, { text, meant: JSON.stringify(text) });
  return true;
}
