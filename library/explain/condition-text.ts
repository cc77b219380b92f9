import type { Span } from '../../compiler/diagnostics/position.ts';
import type { InfixCondition } from '../../compiler/infix-condition.ts';
import type { Constraint, Rule } from '../../compiler/ruleset.ts';
import type { ExplainableRuleset } from './explainable-ruleset.ts';
import type { Place } from './explanation.ts';

export function placeOf({ positions }: ExplainableRuleset, at: Span): Place {
  return { file: at.file, ...positions.of(at) };
}

/** The text of a place in the YAML, on one line. */
export function textAt({ texts }: ExplainableRuleset, { file, start, end }: Span): string {
  return plain((texts.get(file) ?? '').slice(start, end));
}

/** A value of YAML without what only YAML needs around it. */
function plain(text: string): string {
  const line = text
    .replace(/^[>|][-+0-9]*\s/, '')
    .replace(/\s+/g, ' ')
    .trim();
  const quoted = /^(["'])(.*)\1$/.exec(line);
  return quoted?.[2] ?? line;
}

interface ConditionText {
  readonly operator: string;
  /** The whole condition, `less_than(1000)`. */
  readonly text: string;
}

/** A call is not looked for further away than this. */
const FURTHEST = 400;

/** The innermost condition of a short rule around a place; null for a long rule, and for what no condition says. */
export function infixAt({ infix = [] }: Pick<Rule, 'infix'>, at: Span): InfixCondition | null {
  const around = infix.filter(
    (one) =>
      one.at.file === at.file && one.at.start <= at.start && one.at.end >= at.end && isSameUse(one.use, at),
  );
  const [innermost] = around.toSorted((a, b) => a.at.end - a.at.start - (b.at.end - b.at.start));
  return innermost ?? null;
}

/** A condition of a definition belongs to the use that the place names, if it names one. */
const isSameUse = (use: Span | undefined, { use: named }: Span): boolean =>
  use === undefined || named === undefined || (use.file === named.at.file && use.start === named.at.start);

/** A condition as its author wrote it; one of a definition behind the use of the definition. */
export function infixShown(explainable: ExplainableRuleset, { at, use }: InfixCondition): string {
  const own = textAt(explainable, at);
  return use === undefined ? own : `${textAt(explainable, use)} → ${own}`;
}

/** The infix text of a condition, and its operator. */
function infixText(explainable: ExplainableRuleset, condition: InfixCondition): ConditionText {
  const { at, isNegated } = condition;
  const own = textAt(explainable, at);
  const unquoted = own.replace(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`[^`]*`/g, '');
  const operator = /(?<sign>[=!<>]=|[<>]|\bnot in\b|\bin\b)|\.(?<method>[a-z_]+)\(/.exec(unquoted)?.groups;
  return {
    operator: operator?.['sign'] ?? operator?.['method'] ?? 'test',
    text: isNegated ? `not (${infixShown(explainable, condition)})` : infixShown(explainable, condition),
  };
}

/** The condition as its author wrote it. An operand of a call knows its own place only: the call is around it. */
export function conditionText(
  explainable: ExplainableRuleset,
  constraint: Constraint,
  rule?: Rule,
): ConditionText {
  const infix = rule === undefined ? null : infixAt(rule, constraint.at);
  if (infix !== null) return infixText(explainable, infix);
  const own = textAt(explainable, constraint.at);
  const name = /^([a-z_]+)\s*\(/.exec(own)?.[1];
  if (name !== undefined) return { operator: name, text: own };
  // A join is blamed on the whole condition.
  const written = /\bexpression:\s*(.+?)\s*\}?$/.exec(own)?.[1];
  const called = written === undefined ? null : /^["']?([a-z_]+)\s*\(/.exec(written)?.[1];
  if (written !== undefined && called) return { operator: called, text: plain(written) };
  const { file, start, end } = constraint.at;
  const source = explainable.texts.get(file) ?? '';
  const before = /([a-z_]+)\s*\([^()\n]*$/.exec(source.slice(Math.max(0, start - FURTHEST), start));
  const after = /^[^()\n]*\)/.exec(source.slice(end, end + FURTHEST));
  if (before?.[1] !== undefined && after !== null) {
    const text = before[0] + source.slice(start, end) + after[0];
    return { operator: before[1], text: text.replace(/\s+/g, ' ') };
  }
  const negated = constraint.kind !== 'predicate' && constraint.negated;
  const operator = constraint.kind === 'predicate' ? 'test' : negated ? 'not_equals' : 'equals';
  return { operator, text: own };
}
