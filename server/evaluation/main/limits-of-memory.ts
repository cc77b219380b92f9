/** Limits of an evaluation that follow from the memory of its worker. Tested in test/server/workers.test.ts. */
import { DEFAULT_LIMITS, type Limits } from '../../../runtime/description.ts';

/** MB from which on the usual limits hold. What they let matches and activations take is 166 MB on Node 20. */
const USUAL_FROM_MB = 512;

/**
 * Returns the limits of what joins multiply, in proportion to the memory of a worker. V8 ends the process, not the thread,
 * if a heap passes its limit by more than 16 MB before the thread can be stopped, so a limit has to come first.
 */
export function limitsOfMemory(megabytes: number): Pick<Limits, 'facts' | 'matches' | 'activations'> {
  const share = Math.min(1, megabytes / USUAL_FROM_MB);
  const { facts, matches, activations } = DEFAULT_LIMITS;
  return {
    facts: Math.floor(facts * share),
    matches: Math.floor(matches * share),
    activations: Math.floor(activations * share),
  };
}
