/** Set by build.mjs in bundles: a digest of the sources that a compiled ruleset depends on. */
declare const FERRULE_BUILD: string | undefined;

/**
 * Identity of this build. The version alone does not distinguish two builds of a checkout, and output of one compiler may not
 * pass for what another one would write.
 */
export const BUILD_ID: string = typeof FERRULE_BUILD === 'undefined' ? 'sources' : FERRULE_BUILD;
