import { setImmediate as turn } from 'node:timers/promises';
import type { Engine } from '../../runtime/engine.ts';
import type { EvaluateOptions, ScopedFacts } from '../../runtime/engine/engine-options.ts';
import { createHeat } from '../heat.ts';

/** Input of one scoped evaluation. */
export interface ScopedRequest extends ScopedFacts {
  readonly input?: unknown;
  /** The request is options as they are. */
  readonly scoped?: true;
}

/**
 * Writes a request as callers will, in each round of all requests: V8 recompiles when it meets options of another shape.
 */
type WriteOptions = (request: ScopedRequest, round: number) => EvaluateOptions;

/** Time at which to stop. */
export interface Bounds {
  readonly milliseconds: number;
  readonly evaluations: number;
  /** Also ends once evaluations do not become faster. */
  readonly untilHot?: true;
  /** Lets others have the event loop, after each slice. */
  readonly rest?: () => Promise<void>;
}

/** Maximum time that the event loop may be blocked. */
const SLICE_MS = 1;
/** Evaluations of one engine: making the next one takes its time where a ruleset has large relations. */
const OF_ONE_ENGINE = 50;

/**
 * Evaluates requests repeatedly and drops the results, until a time or a number of evaluations is reached, so that V8 has seen
 * and compiled the code of their ruleset. In slices: what comes meanwhile goes between them. On one engine after another:
 * code that was compiled for the objects of one alone is recompiled when it meets the next.
 */
export async function decideAgain(
  makeEngine: () => Engine,
  requests: readonly ScopedRequest[],
  write: WriteOptions,
  { milliseconds, evaluations, untilHot, rest = turn }: Bounds,
): Promise<void> {
  let spent = 0;
  let done = 0;
  let engine = makeEngine();
  const heat = untilHot ? createHeat() : null;
  let isHot = false;
  let roundMs = 0;
  while (spent < milliseconds && done < evaluations && !isHot) {
    const start = performance.now();
    let now = start;
    while (now - start < SLICE_MS && done < evaluations && !isHot) {
      const round = Math.floor(done / requests.length);
      const before = now;
      evaluate(engine, write(requests[done % requests.length] ?? {}, round));
      now = performance.now();
      roundMs += now - before;
      if (++done % requests.length === 0) {
        isHot = heat?.isHot(roundMs) ?? false;
        roundMs = 0;
      }
      if (done % OF_ONE_ENGINE === 0) engine = makeEngine();
    }
    spent += performance.now() - start;
    await rest();
  }
}

function evaluate(engine: Engine, options: EvaluateOptions): void {
  try {
    engine.evaluate(options);
  } catch {
    // Invalid requests and failing rules are reported when a caller sends them.
  }
}
