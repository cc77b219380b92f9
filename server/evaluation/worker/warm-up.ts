import type { FactInput } from '../../../runtime/facts/read-facts.ts';
import { Engine } from '../../../runtime/engine.ts';
import type { EngineOptions, EvaluateOptions } from '../../../runtime/engine/engine-options.ts';
import type { RecentDecision } from '../../../evidence/recent.ts';
import { parseJson } from '../../../library/json.ts';
import { decideAgain, type Bounds, type ScopedRequest } from '../../../library/node/decide-again.ts';
import { drawFacts } from '../../../library/draw-facts.ts';
import { requestOf, type SentByCase } from '../../../library/node/suites/requests-beside.ts';
import { WARM_UP_LIMITS } from '../../../library/node/warm-up.ts';
import type { ReadyRuleset } from './ruleset-store.ts';
import { optionsOf } from './evaluate.ts';

/** On requests like those that will come, until V8 has compiled what they run. */
const KNOWN: Bounds = { milliseconds: 250, evaluations: Infinity, untilHot: true };
/** Drawn facts rarely match two patterns of a rule: more of them would not compile more code. */
const DRAWN: Bounds = { milliseconds: 100, evaluations: 2_000, untilHot: true };
/** So that the first request does not wait until V8 has parsed what it runs. */
const MET: Bounds = { milliseconds: 20, evaluations: 32 };
/** Recorded requests that are tried, the last ones. */
const MOST_RECORDED = 64;
const MOST_CASES = 256;
const CASES_AT_ONCE = 16;
const ROUNDS = 16;
/** Total warm-up time of a worker's rulesets. */
const MOST_MS = 1_000;
/** The same before it is ready. */
const MOST_MET_MS = 60;

/** A ruleset that is not in use yet, with what it can be tried on. */
export interface NewRuleset {
  readonly ruleset: ReadyRuleset;
  /** Decisions of the ruleset that it replaces. */
  readonly recorded: readonly RecentDecision[];
  /** Requests of its suites. */
  readonly cases: readonly SentByCase[];
}

/**
 * Evaluates rulesets on recorded facts, otherwise on facts of their suites, otherwise on random ones, with separate engines.
 * `met`: a few times, so that V8 has met their code. `hot`: until it has compiled the code. What the thread is sent meanwhile
 * goes between the evaluations.
 *
 * @param rest called after each millisecond (default: serves what has come)
 */
export async function warmUp(
  rulesets: readonly NewRuleset[],
  options: EngineOptions,
  until: 'met' | 'hot',
  rest?: () => Promise<void>,
): Promise<void> {
  const limited = { ...options, limits: { ...options.limits, ...WARM_UP_LIMITS } };
  for (const { ruleset, recorded, cases } of rulesets) {
    const { compiled } = ruleset;
    const recent = requestsOf(recorded);
    const known = recent.length > 0 ? recent : await requestsOfCases(ruleset, cases, rest);
    const drawn = Array.from({ length: Math.max(0, ROUNDS - known.length) }, (_, i) =>
      drawFacts(compiled, i),
    );
    const bounds = until === 'met' ? MET : known.length > 0 ? KNOWN : DRAWN;
    const most = until === 'met' ? MOST_MET_MS : MOST_MS;
    await decideAgain(() => new Engine(compiled, limited), [...known, ...drawn], asAsked, {
      ...bounds,
      ...(rest === undefined ? {} : { rest }),
      milliseconds: Math.min(bounds.milliseconds, most / rulesets.length),
    });
  }
}

function asAsked({ facts = [], hostFacts = [], input = null }: ScopedRequest): EvaluateOptions {
  return optionsOf({ facts, hostFacts, document: input }, []);
}

/** Some at a time: they are long lists. */
async function requestsOfCases(
  { compiled }: ReadyRuleset,
  cases: readonly SentByCase[],
  rest?: () => Promise<void>,
): Promise<ScopedRequest[]> {
  const requests: ScopedRequest[] = [];
  for (const one of cases.slice(0, MOST_CASES)) {
    requests.push(requestOf(compiled, one));
    if (requests.length % CASES_AT_ONCE === 0) await rest?.();
  }
  return requests;
}

function requestsOf(recorded: readonly RecentDecision[]): ScopedRequest[] {
  return recorded.slice(-MOST_RECORDED).flatMap(({ record }) => {
    const {
      input,
      host_input: hostFacts = [],
      document = null,
    } = parseJson(record) as {
      readonly document?: unknown;
      readonly input?: readonly FactInput[];
      readonly host_input?: readonly FactInput[];
    };
    return input === undefined ? [] : [{ facts: input, hostFacts, input: document }];
  });
}
