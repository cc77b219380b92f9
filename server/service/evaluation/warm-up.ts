import type { FactInput } from '../../../runtime/read-facts.ts';
import { Engine } from '../../../runtime/engine.ts';
import type { EngineOptions, EvaluateOptions } from '../../../runtime/engine-options.ts';
import { askedOptions } from '../../evidence/asked-options.ts';
import type { RecentDecision } from '../../evidence/recent.ts';
import { parseJson } from '../../library/json.ts';
import { decideAgain, type ScopedRequest } from '../../library/decide-again.ts';
import { drawFacts } from '../../library/draw-facts.ts';
import { requestOf, type SentByCase } from '../../library/requests-beside.ts';
import { WARM_UP_LIMITS } from '../../library/warm-up.ts';
import type { ReadyRuleset } from './ruleset-store.ts';

/** On requests like those that will come, until V8 has compiled what they run. */
const KNOWN = { milliseconds: 250, evaluations: Infinity };
/** Made-up facts seldom meet two patterns of a rule: more of them would compile no more. */
const DRAWN = { milliseconds: 100, evaluations: 2_000 };
/** Recorded requests that are tried, the last ones. */
const MOST_RECORDED = 64;
const MOST_CASES = 256;
const ROUNDS = 16;
/** What all rulesets of a worker together may take before it is ready. */
const MOST_MS = 1_000;

/** A ruleset that is not in use yet, with what it can be tried on. */
export interface NewRuleset {
  readonly ruleset: ReadyRuleset;
  /** Decisions of the ruleset that it replaces. */
  readonly recorded: readonly RecentDecision[];
  /** Of its suites. */
  readonly cases: readonly SentByCase[];
}

/**
 * Has rulesets that are not in use yet decide on facts that were recorded, else on those of their suites, else on drawn ones,
 * on engines of their own, so that V8 has met and compiled their code when they are put to use.
 */
export async function warmUp(rulesets: readonly NewRuleset[], options: EngineOptions): Promise<void> {
  const limited = { ...options, limits: { ...options.limits, ...WARM_UP_LIMITS } };
  for (const { ruleset, recorded, cases } of rulesets) {
    const { compiled } = ruleset;
    const recent = requestsOf(recorded);
    const known =
      recent.length > 0 ? recent : cases.slice(0, MOST_CASES).map((one) => requestOf(compiled, one));
    const drawn = Array.from({ length: Math.max(0, ROUNDS - known.length) }, (_, i) =>
      drawFacts(compiled, i),
    );
    const { milliseconds, evaluations } = known.length > 0 ? KNOWN : DRAWN;
    await decideAgain(() => new Engine(compiled, limited), [...known, ...drawn], asAsked, {
      milliseconds: Math.min(milliseconds, MOST_MS / rulesets.length),
      evaluations,
    });
  }
}

function asAsked({ facts = [], hostFacts = [], input = null }: ScopedRequest): EvaluateOptions {
  return askedOptions(facts, hostFacts, input, []);
}

function requestsOf(recorded: readonly RecentDecision[]): ScopedRequest[] {
  return recorded.slice(-MOST_RECORDED).flatMap(({ record }) => {
    const { input, host_input: hostFacts = [] } = parseJson(record) as {
      readonly input?: readonly FactInput[];
      readonly host_input?: readonly FactInput[];
    };
    return input === undefined ? [] : [{ facts: input, hostFacts }];
  });
}
