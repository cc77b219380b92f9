import type { Span } from '../../diagnostics/position.ts';
import { closestName } from '../../diagnostics/suggest.ts';
import type { Literal } from '../../values.ts';
import type { RuleContext } from './rule-context.ts';

/** Strings, integers, floats and truth values; where one is used, the place says its type. */
export type ConstantType = 'STRING' | 'INTEGER' | 'FLOAT' | 'BOOLEAN';

/** A value of the ruleset that no fact changes. */
export type Constant =
  | { readonly kind: 'single'; readonly name: string; readonly value: Literal }
  | { readonly kind: 'list'; readonly name: string; readonly items: readonly Literal[] }
  | {
      readonly kind: 'map';
      readonly name: string;
      readonly type: ConstantType;
      readonly entries: ReadonlyMap<string, Literal>;
      readonly at: Span;
    };

type ConstantKind = Constant['kind'];

/** Number of constant values, counted where they are expanded. */
const MOST_WRITTEN_OUT = 200_000;

/** The alias that constants are reached by; a rule that has one of its own keeps it. */
export const CONSTANT_ALIAS = 'const';

export const CONSTANT_KINDS: Readonly<Record<ConstantKind, string>> = {
  single: 'one value',
  list: 'a list',
  map: 'a map',
};

/** True if `$alias.name` in a rule is a constant. */
export function isConstantAlias(alias: string, { aliases, checked }: RuleContext): boolean {
  return alias === CONSTANT_ALIAS && !aliases.has(alias) && checked.constants.size > 0;
}

/** A constant by name; null (reported) when there is none. A list is written out wherever it is used. */
export function findConstant(
  name: string,
  at: Span,
  context: Pick<RuleContext, 'checked' | 'report'>,
): Constant | null {
  const { checked, report } = context;
  const found = checked.constants.get(name) ?? null;
  if (found === null) {
    report.add('unknown-constant', at, { name }, closestName(name, checked.constants.keys()));
  }
  return found?.kind === 'list' && !writeOut(found.items.length, at, context) ? null : found;
}

/** True if this many more values may be expanded; false (reported once) if they are too many. */
export function writeOut(
  count: number,
  at: Span,
  { checked: { writtenOut }, report }: Pick<RuleContext, 'checked' | 'report'>,
): boolean {
  const before = writtenOut.values;
  writtenOut.values += count;
  if (writtenOut.values <= MOST_WRITTEN_OUT) return true;
  if (before <= MOST_WRITTEN_OUT) report.add('constants-too-large', at, { limit: MOST_WRITTEN_OUT });
  return false;
}

/** Reports that a constant is of another kind than its place takes. */
export function reportKind(
  { name, kind }: Constant,
  expected: string,
  at: Span,
  { report }: Pick<RuleContext, 'report'>,
): null {
  report.add('constant-kind', at, { name, found: CONSTANT_KINDS[kind], expected });
  return null;
}
