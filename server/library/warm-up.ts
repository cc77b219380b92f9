import type { CompiledRuleset } from '../../runtime/contract.ts';
import { Engine } from '../../runtime/engine.ts';
import { readFact, type FactInput, type FactSource } from '../../runtime/read-facts.ts';
import { drawFacts } from './draw-facts.ts';

/** Of an engine that decides on facts that nobody sent: they may make rules run for long, and tell nothing. */
export const WARM_UP_LIMITS = {
  firings: 1_000,
  matches: 10_000,
  activations: 10_000,
  loopSteps: 10_000,
  facts: 10_000,
};

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
