import type { FactInput } from '../../../runtime/read-facts.ts';
import { Engine } from '../../../runtime/engine.ts';
import type { EngineOptions } from '../../../runtime/engine-options.ts';
import type { RecentDecision } from '../../evidence/recent.ts';
import { parseJson } from '../../library/json.ts';
import { decideAgain } from '../../library/decide-again.ts';
import { drawFacts, type DrawnFacts } from '../../library/draw-facts.ts';
import { WARM_UP_LIMITS } from '../../library/warm-up.ts';
import type { ReadyRuleset } from './ruleset-store.ts';

const MOST_MS = 100;
const MOST_EVALUATIONS = 2_000;
/** Recorded requests that are tried, the last ones. */
const MOST_RECORDED = 64;
const ROUNDS = 16;

/**
 * Has a ruleset that is not in use yet decide on facts that were recorded, else on drawn ones, on engines of its own, so
 * that V8 has met and compiled its code when it is put to use.
 */
export async function warmUp(
  { compiled }: ReadyRuleset,
  recorded: readonly RecentDecision[],
  options: EngineOptions,
): Promise<void> {
  const limited = { ...options, limits: { ...options.limits, ...WARM_UP_LIMITS } };
  const tried = requestsOf(recorded);
  for (let i = 0; tried.length < ROUNDS; i++) tried.push(drawFacts(compiled, i));
  await decideAgain(() => new Engine(compiled, limited), tried, {
    milliseconds: MOST_MS,
    evaluations: MOST_EVALUATIONS,
  });
}

function requestsOf(recorded: readonly RecentDecision[]): DrawnFacts[] {
  return recorded.slice(-MOST_RECORDED).flatMap(({ record }) => {
    const { input, host_input: hostFacts = [] } = parseJson(record) as {
      readonly input?: readonly FactInput[];
      readonly host_input?: readonly FactInput[];
    };
    return input === undefined ? [] : [{ facts: input, hostFacts }];
  });
}
