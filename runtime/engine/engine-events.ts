import type { RuleRecord } from '../abi.ts';
import type { EvaluationResult } from './evaluation-result.ts';

/** Events of an engine. They arrive afterwards: working memory is consistent when a listener is called. */
export type EngineEvent =
  /** Facts that came in from outside and were new. */
  | { readonly kind: 'asserted'; readonly count: number }
  /** Facts taken out from outside: retracted, cleared or expired. */
  | { readonly kind: 'retracted'; readonly count: number }
  | RuleFired
  | { readonly kind: 'evaluated'; readonly scoped: boolean; readonly result: EvaluationResult }
  | { readonly kind: 'reloaded'; readonly ruleset: string };

/** One firing, reported after its evaluation has ended; a failed evaluation reports none. */
export interface RuleFired {
  readonly kind: 'fired';
  /** `module::rule`. */
  readonly rule: string;
  readonly action: string | null;
  readonly log: RuleRecord['log'];
  readonly notify: readonly string[];
  readonly attestation: boolean;
  readonly scope: string | null;
}

export type EngineListener = (event: EngineEvent) => void;

/** The subscribers of one engine. An error of a listener goes to `onError` and does not affect the others. */
export class Listeners {
  readonly #listeners = new Set<EngineListener>();
  readonly #onError: (error: unknown) => void;

  constructor(onError: (error: unknown) => void) {
    this.#onError = onError;
  }

  /** True if the engine has subscribers; events are not built without them. */
  get any(): boolean {
    return this.#listeners.size > 0;
  }

  /** Returns the function that ends the subscription. */
  add(listener: EngineListener): () => void {
    // Wrapped, so that the same function may subscribe twice.
    const own: EngineListener = (event) => listener(event);
    this.#listeners.add(own);
    return () => void this.#listeners.delete(own);
  }

  emit(event: EngineEvent): void {
    for (const listener of [...this.#listeners]) {
      try {
        listener(event);
      } catch (error) {
        this.#onError(error);
      }
    }
  }
}
