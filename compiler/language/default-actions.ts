import type { DefaultDecision } from '../ruleset.ts';

/** Words that `default` takes. */
export const DEFAULT_ACTIONS: readonly DefaultDecision['action'][] = ['deny', 'allow', 'escalate', 'none'];
