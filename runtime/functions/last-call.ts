/** Last result of a function that depends on its arguments alone (compiler/plan/memoized.ts). */
import type { Caller } from './calls.ts';

/** A value that `===` compares as the language does. */
type Argument = string | number | bigint | boolean | undefined;

/**
 * The last call of one function within an evaluation. Limits are kept as without it: an answer that is looked up counts
 * the loop steps that finding it took, and where a limit may be met the function is called.
 */
export class LastCall {
  #first: Argument;
  #second: Argument;
  #third: Argument;
  result: unknown;
  /** No evaluation has the number 0. */
  #evaluation = 0;
  #steps = 0;
  #depth = 0;

  /** True if `result` is the function's current result; its steps are then counted. */
  holds(caller: Caller, first: Argument, second?: Argument, third?: Argument): boolean {
    if (first !== this.#first || second !== this.#second || third !== this.#third) return false;
    if (caller.evaluation !== this.#evaluation || caller.depth > this.#depth) return false;
    const steps = caller.steps + this.#steps;
    if (steps > caller.host.limits.loopSteps) return false;
    caller.steps = steps;
    return true;
  }

  /** Remembers a call that has ended. `steps`: the caller's when it began. */
  keep<T>(caller: Caller, steps: number, result: T, first: Argument, second?: Argument, third?: Argument): T {
    this.#first = first;
    this.#second = second;
    this.#third = third;
    this.#evaluation = caller.evaluation;
    this.#depth = caller.depth;
    this.#steps = caller.steps - steps;
    this.result = result;
    return result;
  }
}
