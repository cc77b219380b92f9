import type { CompiledRuleset } from '../../runtime/contract.ts';
import { Engine } from '../../runtime/engine.ts';
import { readFact, type FactInput, type FactSource } from '../../runtime/read-facts.ts';
import { invalidArgument } from '../../runtime/errors.ts';
import { decideAgain, type ScopedRequest } from './decide-again.ts';
import { drawFacts } from './draw-facts.ts';

/** Of an engine that decides on facts that nobody sent: they may make rules run for long, and tell nothing. */
export const WARM_UP_LIMITS = {
  firings: 1_000,
  matches: 10_000,
  activations: 10_000,
  loopSteps: 10_000,
  facts: 10_000,
};

/** Requests like those that will come. */
export interface WarmUpRequests {
  /** Each as the options of a scoped evaluation. */
  readonly requests: readonly ScopedRequest[];
  /** Time that deciding on them takes, 300 when left out. The event loop is free in between. */
  readonly milliseconds?: number;
}

const MILLISECONDS = 300;
/** Made-up requests beside those given. */
const DRAWN = 16;

/** Throws FerruleError for an option `warmUp` that makes no sense. */
export function readWarmUp(option: unknown): boolean | WarmUpRequests {
  if (option === undefined || typeof option === 'boolean') return option ?? true;
  const { requests, milliseconds = MILLISECONDS } = (option ?? {}) as Partial<WarmUpRequests>;
  if (!Array.isArray(requests) || !Number.isFinite(milliseconds) || milliseconds < 0) {
    throw invalidArgument('`warmUp` must be a boolean or `{ requests, milliseconds }`', 'warmUp');
  }
  return { requests: requests as readonly ScopedRequest[], milliseconds };
}

/** Before a ruleset is in use: nothing, once on made-up facts, or until V8 has compiled what requests like these run. */
export async function warmUp(ruleset: CompiledRuleset, wanted: boolean | WarmUpRequests): Promise<void> {
  if (wanted === false) return;
  warmUpOnce(ruleset);
  if (wanted === true || wanted.requests.length === 0) return;
  const { requests, milliseconds = MILLISECONDS } = wanted;
  const options = { random: (bytes: Uint8Array) => bytes, limits: WARM_UP_LIMITS };
  // Rules that none of the requests fires are met in drawn ones: code that is new to V8 has it compile what is around it anew.
  const drawn = Array.from({ length: DRAWN }, (_, i) => drawFacts(ruleset, i));
  await decideAgain(() => new Engine(ruleset, options), [...requests, ...drawn], {
    milliseconds,
    evaluations: Infinity,
  });
}

/**
 * Has a ruleset that is not in use yet decide once, so that V8 has compiled what the first evaluation runs. On drawn facts, on
 * an engine of its own, whose clock stands still: no host function is called, and nobody learns of it.
 */
export function warmUpOnce(ruleset: CompiledRuleset): void {
  const { facts, hostFacts } = drawFacts(ruleset, 0);
  const taken = (fact: FactInput, by: FactSource): boolean => {
    try {
      readFact(ruleset, fact.template, fact.data, by);
      return true;
    } catch {
      return false;
    }
  };
  try {
    const engine = new Engine(ruleset, { now: () => 0, random: (bytes) => bytes, limits: WARM_UP_LIMITS });
    engine.evaluate({
      scoped: true,
      facts: facts.filter((fact) => taken(fact, 'caller')),
      hostFacts: hostFacts.filter((fact) => taken(fact, 'host')),
    });
  } catch {
    // Rules that need a host function, or that fail on such facts or within these limits.
  }
}
