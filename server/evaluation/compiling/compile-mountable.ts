import { compileSources, type CompileOptions } from '../../../compiler/compile.ts';
import { ServiceError } from '../../../library/errors.ts';
import type { Source } from '../../../compiler/diagnostics/position.ts';
import { cacheKey } from '../../../library/node/compile-cache/cache-key.ts';
import { findInCache, keepInCache } from '../../../library/node/compile-cache/compile-cache.ts';
import type { CompilerStart, MountableRuleset } from '../protocol/compile-protocol.ts';
import { mountable } from './compile-state.ts';

/** A ruleset to be mounted without the texts of its layers, which the caller has. */
interface KeptRuleset {
  readonly details: Omit<MountableRuleset, 'base'>;
  readonly templates: MountableRuleset['base']['templates'];
  /** Numbers of the given layers that remain. */
  readonly layers: readonly number[];
}

/** Throws ServiceError `invalid_ruleset` for a budget of a session: a mounted ruleset has none. */
export function withoutSessions(compiled: MountableRuleset): MountableRuleset {
  const own = compiled.budgets.find(({ isOfSession }) => isOfSession);
  if (own === undefined) return compiled;
  throw new ServiceError(
    'invalid_ruleset',
    `budget '${own.name}' belongs to a session, and a mounted ruleset has no sessions`,
  );
}

/**
 * Compiles a ruleset to be mounted, or takes it from the folder of compiled ones. Throws ServiceError `invalid_ruleset`
 * when there are errors; of those nothing is kept.
 */
export function compileMountable(
  sources: readonly Source[],
  options: Pick<CompileOptions, 'name' | 'base'>,
  { lenient, cache }: Pick<CompilerStart, 'lenient' | 'cache'>,
): MountableRuleset {
  const all = { ...options, lenient };
  if (cache === null) return mountable(compileSources(sources, all));
  const given = [sources, ...(options.base ?? [])];
  const key = cacheKey('service', sources, all);
  const found = findInCache<KeptRuleset>(cache, key);
  if (found !== null) {
    const layers = given.filter((_, i) => found.layers.includes(i));
    return { ...found.details, base: { layers, templates: found.templates } };
  }
  const compiled = mountable(compileSources(sources, all));
  const { base, ...details } = compiled;
  const layers = given.flatMap((layer, i) => (base.layers.includes(layer) ? [i] : []));
  const kept: KeptRuleset = { details, templates: base.templates, layers };
  keepInCache(cache, key, kept);
  return compiled;
}
