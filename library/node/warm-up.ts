import type { CompiledRuleset } from '../../runtime/abi.ts';
import { Engine } from '../../runtime/engine.ts';
import type { EngineOptions, EvaluateOptions } from '../../runtime/engine/engine-options.ts';
import { invalidArgument } from '../../runtime/engine/errors.ts';
import { decideAgain, type ScopedRequest } from './decide-again.ts';
import { drawFacts } from '../draw-facts.ts';
import { casesBeside, requestOf } from './suites/requests-beside.ts';

/** For an engine that evaluates drawn facts: they may make rules run long, and must have no effects. */
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

/** Warm-up of an engine before its first evaluation; `'suites'`: with the requests of the suites beside the ruleset. */
export type WarmUp = boolean | 'suites' | WarmUpRequests;

const MILLISECONDS = 300;
/** Made-up requests beside those given. */
const DRAWN = 16;

/** Throws FerruleError for an option `warmUp` that makes no sense. */
export function readWarmUp(option: unknown): WarmUp {
  if (option === undefined) return true;
  if (typeof option === 'boolean' || option === 'suites') return option;
  const { requests, milliseconds = MILLISECONDS } = (option ?? {}) as Partial<WarmUpRequests>;
  if (!Array.isArray(requests) || !Number.isFinite(milliseconds) || milliseconds < 0) {
    throw invalidArgument("`warmUp` must be a boolean, 'suites' or `{ requests, milliseconds }`", 'warmUp');
  }
  return { requests: requests as readonly ScopedRequest[], milliseconds };
}

/** Host functions are not called, and decisions are not reported. */
const UNSEEN: EngineOptions = { random: (bytes) => bytes, limits: WARM_UP_LIMITS };

/**
 * Has a ruleset that is not in use yet decide, on engines of its own, as `readWarmUp` says.
 *
 * @param path of the ruleset; null if no suites are beside it
 */
export async function warmUp(ruleset: CompiledRuleset, wanted: WarmUp, path: string | null): Promise<void> {
  if (wanted === false) return;
  if (wanted === true) {
    decideOnce(ruleset);
    return;
  }
  const { requests, milliseconds = MILLISECONDS } =
    wanted === 'suites' ? { requests: await requestsBeside(ruleset, path) } : wanted;
  // Generated requests reach rules that the given ones do not fire. Code that V8 sees late makes it recompile its callers.
  const drawn = Array.from({ length: DRAWN }, (_, i) => drawFacts(ruleset, i));
  await decideAgain(() => new Engine(ruleset, UNSEEN), [...requests, ...drawn], asWritten, {
    milliseconds,
    evaluations: Infinity,
  });
}

async function requestsBeside(
  ruleset: CompiledRuleset,
  path: string | null,
): Promise<readonly ScopedRequest[]> {
  const cases = path === null ? [] : await casesBeside(path);
  return cases.map((one) => requestOf(ruleset, one));
}

/** Options objects, used unchanged; others as callers write them, as one literal and with a spread. */
function asWritten(request: ScopedRequest, round: number): EvaluateOptions {
  if (isOptions(request)) return request;
  const { facts = [], hostFacts = [], input } = request;
  if (input !== undefined || round % 2 === 1) return { scoped: true, ...request };
  return hostFacts.length === 0 ? { scoped: true, facts } : { scoped: true, facts, hostFacts };
}

function isOptions(request: ScopedRequest): request is ScopedRequest & { readonly scoped: true } {
  return request.scoped === true;
}

/** On drawn facts, with a frozen clock: afterwards V8 has compiled the code of the first evaluation. */
function decideOnce(ruleset: CompiledRuleset): void {
  try {
    new Engine(ruleset, { ...UNSEEN, now: () => 0 }).evaluate(asWritten(drawFacts(ruleset, 0), 0));
  } catch {
    // Rules that need a host function, or that fail on such facts or within these limits.
  }
}
