import { checkTyped } from '../../language/expression/check.ts';
import { checkMeaning } from '../../language/expression/check-meaning.ts';
import type { Expression } from '../../language/expression/expression.ts';
import { parseExpression } from '../../language/expression/parse.ts';
import { ANY, BOOLEAN, SYMBOL, unionOf, type StaticType } from '../../language/static-type.ts';
import { slotItemType, slotStaticType, slotType } from '../../language/expression/typing.ts';
import type { Slot } from '../../ruleset.ts';
import type { SourceText } from '../../syntax.ts';
import { callMeaning } from '../scope/call-meaning.ts';
import type { Environment } from '../scope/environment.ts';
import { renameVariables } from '../../language/expression/rename-variables.ts';
import type { RuleContext } from '../scope/rule-context.ts';

/** The types that fit into a slot; a list takes any multifield, whose items are checked when it is made. */
export function staticTypeOf(slot: Pick<Slot, 'type' | 'list'>): StaticType {
  const type = slotStaticType(slot);
  return type === SYMBOL ? unionOf(SYMBOL, BOOLEAN) : type;
}

export interface CheckedSource {
  readonly expression: Expression;
  readonly type: StaticType;
  /** True if `(now)` is in it. */
  readonly readsClock: boolean;
}

/**
 * CLIPS source in a rule, checked with the variables bound at its place, and in the names of the constructs. Null
 * (reported) when it is not an expression of the language.
 *
 * @param isTest true if its value decides whether the rule matches
 */
export function checkExpressionSource(
  source: SourceText,
  environment: Environment,
  context: RuleContext,
  isTest = false,
): CheckedSource | null {
  const { checked, report, incomplete, binds } = context;
  let readsClock = false;
  const onClock = (): void => {
    readsClock = true;
  };
  const expression = parseExpression(
    source,
    report,
    callMeaning(checked, checked.internals, report, onClock),
  );
  if (expression === null) return null;
  // Variables of a dropped pattern count as bound, with unknown values.
  const lost = incomplete.value ? [...binds] : [];
  const variables = new Map([
    ...lost.map((name): [string, StaticType] => [name, ANY]),
    ...[...environment.variables].map(([name, bound]): [string, StaticType] => [name, slotStaticType(bound)]),
  ]);
  const scope = { variables, functions: checked.signatures, templates: checked.templates };
  const typed = checkTyped(expression, scope, report);
  const itemType = (name: string): StaticType | null => {
    const bound = environment.variables.get(name);
    return bound?.list === true ? slotType(bound.type) : null;
  };
  const bodies = new Map(checked.functions.map(({ name, definition }) => [name, definition.body]));
  checkMeaning(typed, {
    itemType,
    slotItemType: (template, slot) => slotItemType(checked.templates, template, slot),
    bodyOf: (name) => bodies.get(name) ?? null,
    isTest,
    report,
  });
  const renamed = renameVariables(expression, (name) => environment.variables.get(name)?.name ?? name);
  return { expression: renamed, type: typed.valueType, readsClock };
}
