import type { DefaultDecision } from '../../../compiler/ruleset.ts';
import type { DecideMode } from '../../../runtime/description.ts';
import type { PhaseAnswer } from './answer.ts';

/** One decision fact of CLIPS. */
export interface Firing {
  readonly rule: string;
  /** `none` for a rule without an action. */
  readonly action: string;
  readonly reason: string;
  readonly metadata: readonly (readonly [string, string])[];
  /** In the format of obligationText. */
  readonly obligations?: readonly string[];
}

const DENY_FIRST = ['deny', 'escalate', 'scope', 'route', 'allow'];
const ALLOW_FIRST = ['allow', 'deny', 'escalate', 'scope', 'route'];

/** Chooses the deciding firing. Implements only the section "Which decision wins" of the language reference. */
function decidingFiring(firings: readonly Firing[], mode: DecideMode): Firing | undefined {
  const acting = firings.filter(({ action }) => action !== 'none');
  if (mode === 'first') return acting[0];
  if (mode === 'last') return acting.at(-1);
  const ranks = mode === 'allow-overrides' ? ALLOW_FIRST : DENY_FIRST;
  const winner = ranks.find((action) => acting.some((firing) => firing.action === action));
  return acting.findLast(({ action }) => action === winner);
}

/** The answer that a sequence of firings means. */
export function decide(
  firings: readonly Firing[],
  mode: DecideMode,
  otherwise: DefaultDecision | null = null,
): Omit<PhaseAnswer, 'facts'> {
  const deciding = decidingFiring(firings, mode);
  const winning = firings.filter((one) => one.action === deciding?.action);
  const obligations = [...new Set(winning.flatMap((one) => one.obligations ?? []))];
  const action = otherwise?.action ?? 'deny';
  const words = firings.length === 0 ? 'no rules fired' : 'no rule decided';
  const ruleTrace = firings.map(({ rule }) => rule);
  return {
    decision: deciding?.action ?? (action === 'none' ? '' : action),
    reason: deciding?.reason ?? otherwise?.reason ?? `default decision (${words})`,
    metadata: deciding?.metadata ?? [],
    ...(obligations.length > 0 ? { obligations } : {}),
    ruleTrace,
    moduleTrace: [...new Set(ruleTrace.map((rule) => rule.slice(0, rule.indexOf('::'))))],
  };
}
