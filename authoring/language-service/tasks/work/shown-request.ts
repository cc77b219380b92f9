import { writeJson } from '../../../../library/json.ts';
import type { FactInput } from '../../../../runtime/facts/read-facts.ts';
import type { JobRequest } from '../job.ts';

interface Shown {
  readonly facts: readonly FactInput[];
  readonly input?: unknown;
  readonly now?: number | null;
}

/** A request as it crosses to another thread. */
export function shownRequest({ facts, input, now }: Shown, decision: string | null): JobRequest {
  return {
    facts: facts.length === 0 ? null : writeJson(facts.map(({ template, data }) => ({ template, data }))),
    input: input === null || input === undefined ? null : writeJson(input),
    now: now ?? null,
    decision,
  };
}
