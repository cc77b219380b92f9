import type { Engine } from '../../runtime/engine.ts';
import type { EvaluateOptions, ScopedFacts } from '../../runtime/engine-options.ts';

/** What one scoped evaluation is asked. */
export interface ScopedRequest extends ScopedFacts {
  readonly input?: unknown;
  /** The request is options as they are. */
  readonly scoped?: true;
}

/**
 * How those who will ask write a request, in each round of all requests: V8 compiles anew when options come that were made
 * in another way than those it has met.
 */
export type WriteOptions = (request: ScopedRequest, round: number) => EvaluateOptions;

/** How long somebody may have to wait for the event loop. */
const SLICE_MS = 1;
/** Evaluations of one engine: making the next one takes its time where a ruleset has large relations. */
const OF_ONE_ENGINE = 50;

/**
 * Decides on requests again and again, for nobody, until so much time is spent or so many evaluations are made, so that V8 has met
 * and compiled the code of their ruleset. In slices: what comes meanwhile goes between them. On one engine after another:
 * code that was compiled for the objects of one alone is compiled anew when it meets the next.
 */
export async function decideAgain(
  makeEngine: () => Engine,
  requests: readonly ScopedRequest[],
  write: WriteOptions,
  { milliseconds, evaluations }: { readonly milliseconds: number; readonly evaluations: number },
): Promise<void> {
  let spent = 0;
  let done = 0;
  let engine = makeEngine();
  while (spent < milliseconds && done < evaluations) {
    const start = performance.now();
    let now = start;
    while (now - start < SLICE_MS && done < evaluations) {
      const round = Math.floor(done / requests.length);
      evaluate(engine, write(requests[done % requests.length] ?? {}, round));
      if (++done % OF_ONE_ENGINE === 0) engine = makeEngine();
      now = performance.now();
    }
    spent += now - start;
    await new Promise((resolve) => setImmediate(resolve));
  }
}

function evaluate(engine: Engine, options: EvaluateOptions): void {
  try {
    engine.evaluate(options);
  } catch {
    // What the ruleset does not take, or what its rules fail on, is answered when somebody sends it.
  }
}
