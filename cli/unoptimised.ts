import { setFlagsFromString } from 'node:v8';
import type { Source } from '../compiler/diagnostics/position.ts';

/** Characters of sources from which on optimised code is worth its time. */
const LARGE = 100_000;

/**
 * Compiles small rulesets without V8's optimiser: the process is through with its compiler before optimised code of that
 * would have paid, and making it takes a third of the time. What runs afterwards is optimised as always.
 */
export async function unoptimised<T>(sources: readonly Source[], compile: () => T | Promise<T>): Promise<T> {
  if (sources.reduce((sum, { text }) => sum + text.length, 0) > LARGE) return compile();
  setFlagsFromString('--no-opt');
  try {
    return await compile();
  } finally {
    setFlagsFromString('--opt');
  }
}
