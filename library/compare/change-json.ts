/** JSON form of changes: the same in commands and over HTTP. */
import type { Change } from './compare.ts';

interface ChangeJson extends Omit<Change, 'rulesBefore' | 'rulesAfter'> {
  readonly rules_before: Change['rulesBefore'];
  readonly rules_after: Change['rulesAfter'];
}

export function changeJson({ rulesBefore, rulesAfter, ...change }: Change): ChangeJson {
  return { ...change, rules_before: rulesBefore, rules_after: rulesAfter };
}
