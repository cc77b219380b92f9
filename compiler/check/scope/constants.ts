import type { Span } from '../../diagnostics/position.ts';
import { closestName } from '../../diagnostics/suggest.ts';
import type { Literal } from '../../ruleset.ts';
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

export type ConstantKind = Constant['kind'];

/** The alias that constants are reached by; a rule that has one of its own keeps it. */
export const CONSTANT_ALIAS = 'const';

export const CONSTANT_KINDS: Readonly<Record<ConstantKind, string>> = {
  single: 'one value',
  list: 'a list',
  map: 'a map',
};

/** Whether `$alias.name` in a rule is a constant. */
export function isConstantAlias(alias: string, { aliases, checked }: RuleContext): boolean {
  return alias === CONSTANT_ALIAS && !aliases.has(alias) && checked.constants.size > 0;
}

/** A constant by name; null (reported) when there is none. */
export function findConstant(
  name: string,
  at: Span,
  { checked, report }: Pick<RuleContext, 'checked' | 'report'>,
): Constant | null {
  const found = checked.constants.get(name) ?? null;
  if (found === null) {
    report.add('unknown-constant', at, { name }, closestName(name, checked.constants.keys()));
  }
  return found;
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
