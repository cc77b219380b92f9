import type { Origin } from './compile-and-load.ts';

/** Where the rulesets of engines came from, for what works beside them; none for one that was given compiled. */
export const ORIGINS = new WeakMap<object, Origin>();
