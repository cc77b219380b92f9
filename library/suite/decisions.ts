/** Words that an expectation may name: decisions, and codes of errors. */
import { meantAction } from '../../compiler/diagnostics/guesses.ts';
import { closestName } from '../../compiler/diagnostics/suggest.ts';
import { ACTIONS } from '../../compiler/check/rule/check-then.ts';
import type { RuntimeErrorCode } from '../../runtime/engine/errors.ts';

const WORDS: readonly string[] = ACTIONS;
const CODES: Readonly<Record<RuntimeErrorCode, true>> = {
  budget_amount: true,
  validation_error: true,
  scope_error: true,
  evaluation_failed: true,
  evaluation_limit: true,
  session_facts_exceeded: true,
  fleet_facts_exceeded: true,
  fleet_unavailable: true,
  incompatible_module: true,
  invalid_argument: true,
};

export function isDecision(word: string): boolean {
  return WORDS.includes(word);
}

/** The problem of a word that no ruleset decides; null if some may. */
export function decisionProblem(word: string): string | null {
  if (isDecision(word)) return null;
  const meant = meantAction(word) ?? closestName(word, WORDS)();
  const hint = word === 'none' ? ' (for no decision write null)' : didYouMean(meant);
  return `unknown decision '${word}': expected ${WORDS.slice(0, -1).join(', ')} or ${WORDS.at(-1)}${hint}`;
}

/** Codes of steps that settle. */
const SETTLING = ['reservation_closed', 'reservation_not_found'];

/** The problem of a code that no evaluation ends with; null if one may. */
export function errorProblem(code: string): string | null {
  const known = [...Object.keys(CODES), ...SETTLING];
  if (known.includes(code)) return null;
  const meant = closestName(code, known)() ?? known.find((one) => one.startsWith(`${code}_`)) ?? null;
  return `unknown error code '${code}'${didYouMean(meant)}`;
}

function didYouMean(meant: string | null): string {
  return meant === null ? '' : ` (did you mean '${meant}'?)`;
}
