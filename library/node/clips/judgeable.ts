import type { ConditionElement, Ruleset } from '../../../compiler/untyped.ts';

function holdsGroup(element: ConditionElement): boolean {
  switch (element.kind) {
    case 'pattern':
    case 'test':
      return false;
    case 'not':
      return element.element.kind !== 'pattern';
    case 'exists':
      return element.elements.length > 1 || element.elements.some(({ kind }) => kind !== 'pattern');
    case 'and':
    case 'or':
      return element.elements.some(holdsGroup);
  }
}

/**
 * True if a CLIPS version can judge a ruleset. 6.30 crashes or matches wrongly on some groups, and gives a modified
 * fact a new index where 6.4, the reference, keeps it (clips-order.md, 5 and 11).
 */
export function isJudge(version: string, ruleset: Ruleset): boolean {
  if (!version.startsWith('6.3')) return true;
  return !ruleset.rules.some(
    ({ when, then }) => when.some(holdsGroup) || then.effects.some(({ kind }) => kind === 'modify'),
  );
}
