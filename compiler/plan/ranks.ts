/** Ranks of decisions: of all rules that fired, the one with the lowest rank decides. */
import type { DecideMode } from '../../runtime/description.ts';
import type { ActionName } from '../ruleset.ts';

const DENY_FIRST: readonly ActionName[] = ['deny', 'escalate', 'scope', 'route', 'allow'];
const ALLOW_FIRST: readonly ActionName[] = ['allow', 'deny', 'escalate', 'scope', 'route'];

/** Returns the rank of an action (docs/reference/long-form-decisions.md, "Which decision wins"). */
export function rankOf(action: ActionName, decide: DecideMode): number {
  if (decide === 'last' || decide === 'first') return 0;
  return (decide === 'allow-overrides' ? ALLOW_FIRST : DENY_FIRST).indexOf(action);
}
