import type { Span } from '../../../compiler/diagnostics/position.ts';
import type { Constraint } from '../../../compiler/ruleset.ts';
import type { AskedRuleset } from './asked-ruleset.ts';
import type { Place } from './explanation.ts';

export function placeOf({ positions }: AskedRuleset, at: Span): Place {
  return { file: at.file, ...positions.of(at) };
}

/** The text of a place in the YAML, on one line. */
export function textAt({ texts }: AskedRuleset, { file, start, end }: Span): string {
  return (texts.get(file) ?? '').slice(start, end).replace(/\s+/g, ' ').trim();
}

export interface ConditionText {
  readonly operator: string;
  /** The whole condition, `less_than(1000)`. */
  readonly text: string;
}

/** A call is not looked for further away than this. */
const FURTHEST = 400;

/** The condition as its author wrote it. An operand of a call knows its own place only: the call is around it. */
export function conditionText(asked: AskedRuleset, constraint: Constraint): ConditionText {
  const own = textAt(asked, constraint.at);
  const name = /^([a-z_]+)\s*\(/.exec(own)?.[1];
  if (name !== undefined) return { operator: name, text: own };
  const { file, start, end } = constraint.at;
  const source = asked.texts.get(file) ?? '';
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
