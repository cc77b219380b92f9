/** Set by build.mjs in bundles: a digest of the sources that a compiled ruleset depends on. */
declare const FERRULE_BUILD: string | undefined;

/**
 * Which build this is. The version alone does not tell two builds of a checkout apart, and what one compiler wrote may not
 * pass for what another one would write.
 */
export const BUILD_ID: string = typeof FERRULE_BUILD === 'undefined' ? 'sources' : FERRULE_BUILD;
