import type { FactInput } from '../../../runtime/read-facts.ts';
import { Engine } from '../../../runtime/engine.ts';
import type { EngineOptions } from '../../../runtime/engine-options.ts';
import type { RecentDecision } from '../../evidence/recent.ts';
import { parseJson } from '../../library/json.ts';
import { drawFacts, type DrawnFacts } from '../../library/draw-facts.ts';
import { WARM_UP_LIMITS } from '../../library/warm-up.ts';
import type { ReadyRuleset } from './ruleset-store.ts';

/** A request waits for one slice at the most. */
const SLICE_MS = 1;
const MOST_MS = 100;
const MOST_EVALUATIONS = 2_000;
/** Recorded requests that are tried, the last ones. */
const MOST_RECORDED = 64;
const ROUNDS = 16;

/**
 * Has a ruleset that is not in use yet decide on facts that were recorded, else on drawn ones, on engines of its own, so
 * that V8 has met and compiled its code when it is put to use. In slices: jobs that come meanwhile go between them. Each
 * slice has a new engine: code that was compiled for the objects of one alone is compiled anew when it meets another.
 */
export async function warmUp(
  { compiled }: ReadyRuleset,
  recorded: readonly RecentDecision[],
  options: EngineOptions,
): Promise<void> {
  const limited = { ...options, limits: { ...options.limits, ...WARM_UP_LIMITS } };
  const tried = requestsOf(recorded);
  for (let i = 0; tried.length < ROUNDS; i++) tried.push(drawFacts(compiled, i));
  let spent = 0;
  let done = 0;
  while (spent < MOST_MS && done < MOST_EVALUATIONS) {
    const start = performance.now();
    const engine = new Engine(compiled, limited);
    let now = start;
    while (now - start < SLICE_MS && done < MOST_EVALUATIONS) {
      evaluate(engine, tried[done % tried.length] ?? { facts: [], hostFacts: [] });
      done++;
      now = performance.now();
    }
    spent += now - start;
    await new Promise((resolve) => setImmediate(resolve));
  }
}

function evaluate(engine: Engine, { facts, hostFacts }: DrawnFacts): void {
  try {
    engine.evaluate({ scoped: true, facts, hostFacts });
  } catch {
    // Facts that the new version does not take, or that its rules fail on: they are answered when somebody sends them.
  }
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
