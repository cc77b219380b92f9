const { performance } = globalThis;

/**
 * Milliseconds of a clock that only goes forward. Bound once: in Node `performance` is a global behind a getter,
 * which stood in the profile of a small evaluation.
 */
export const stopwatch: () => number = performance.now.bind(performance);
