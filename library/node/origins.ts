import type { Origin } from './compile-and-load.ts';

/** Origins of the rulesets of engines, for tools that use their sources; a ruleset that was passed in compiled has none. */
export const ORIGINS = new WeakMap<object, Origin>();
