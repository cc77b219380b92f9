/** The conditions of one pattern as comparisons. */
import type { ConditionSyntax } from '../../../compiler/syntax.ts';
import { binary, LEVELS, primary, type Fragment } from './fragment.ts';
import { comparesKinds, joinsItem } from './raise-hidden.ts';
import { raiseOperator } from './raise-operator.ts';
import { raiseTest, testsReadable } from './raise-test.ts';
import { refuse } from './raise-names.ts';
import { slotInfo, slotText, variableText, type NamedPattern, type RaiseScope } from './raise-scope.ts';

/** The conditions of a pattern, one after the other. `isLoose`: the pattern is not in `for`. */
export function raiseConditions(
  scope: RaiseScope,
  named: NamedPattern,
  isLoose: boolean,
  add: (fragment: Fragment) => void,
): void {
  const conditions = named.pattern.conditions.filter(
    (condition) => !joinsItem(named, condition) && !comparesKinds(named, condition),
  );
  const isDocument = scope.document !== null;
  // Tests of a pattern may name what a later condition binds.
  const isBound = conditions.map((condition) => bindSlot(scope, named, condition));
  conditions.forEach((condition, i) => {
    const { slot, each, expression, test, now } = condition;
    if (each !== null && isLoose) refuse(scope);
    if (slot !== null) {
      const info = slotInfo(scope, named, slot.value);
      if (info === null) {
        refuse(scope);
        return;
      }
      const text = each === null ? slotText(scope, named, slot.value) : variableText(scope, each.value);
      const known = condition.bind === null || isBound[i] === true ? null : condition.bind.value;
      if (known !== null) add(equation(scope, text, variableText(scope, known)));
      const isPath = named.hidden !== null;
      const subject = { text, type: info.type, isList: info.isList && each === null, isPath };
      if (expression !== null && !(isDocument && isCompanion(expression.operator.value)))
        add(raiseOperator(scope, subject, expression));
    }
    if (test !== null && !(isDocument && testsReadable(test.text))) add(raiseTest(scope, test.text));
    if (now !== null) {
      const clock = { text: primary('now'), type: 'time', isList: false };
      const raised = raiseOperator(scope, clock, now);
      // A condition on the clock belongs to the pattern that was named last.
      add(raised);
    }
  });
}

/** True for a condition that lowering adds because an operator may be unable to read a value. */
const isCompanion = (operator: string): boolean => /^(?:path|host|ip|semver)_readable$/.test(operator);

const equation = (scope: RaiseScope, text: Fragment, known: Fragment): Fragment =>
  text.names.some((name) => !scope.mentioned.has(name))
    ? binary(known, '==', text, LEVELS.comparison)
    : binary(text, '==', known, LEVELS.comparison);

/** Names the slot by the variable that it binds; false if the variable has a value already. */
function bindSlot(scope: RaiseScope, named: NamedPattern, { slot, bind, each }: ConditionSyntax): boolean {
  if (bind === null || slot === null || each !== null) return true;
  if (scope.variables.has(bind.value)) return false;
  const text = slotText(scope, named, slot.value);
  const isTime = slotInfo(scope, named, slot.value)?.type === 'time';
  scope.variables.set(bind.value, isTime ? { ...text, isTime } : text);
  return true;
}
