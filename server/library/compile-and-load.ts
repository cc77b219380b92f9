import type { Compilation, CompileOptions } from '../../compiler/compile.ts';
import { formatLine } from '../../compiler/diagnostics/format.ts';
import { createPositions } from '../../compiler/diagnostics/line-column.ts';
import type { Source } from '../../compiler/diagnostics/position.ts';
import type { Layers } from '../../compiler/read/read-layers.ts';
import type { CompiledRuleset } from '../../runtime/contract.ts';
import { defaultCacheFolder } from './compile-cache/cache-folder.ts';
import { cacheKey } from './compile-cache/cache-key.ts';
import { findInCache, keepInCache } from './compile-cache/compile-cache.ts';
import { loadRuleset } from './load-ruleset.ts';

/** Where a loaded ruleset came from, for reloads that leave parts of it out. */
export interface Origin {
  readonly hash: string;
  readonly layers: Layers;
  readonly warnings: readonly string[];
}

export interface Loaded {
  readonly ruleset: CompiledRuleset;
  readonly origin: Origin;
}

/** Compiles and loads a ruleset. Throws CompileError. */
export async function compileAndLoad(
  sources: readonly Source[],
  options: CompileOptions = {},
): Promise<Loaded> {
  const { loaded } = await compile(sources, options);
  return loaded;
}

/**
 * As compileAndLoad for a ruleset without layers below, but what was compiled before is taken from the cache.
 *
 * @param cache a folder, or true for the one of this user's caches
 */
export async function loadWithCache(
  sources: readonly Source[],
  options: Omit<CompileOptions, 'base'>,
  cache: string | true,
): Promise<Loaded> {
  const folder = cache === true ? defaultCacheFolder(process.env) : cache;
  if (folder === null) return compileAndLoad(sources, options);
  const key = cacheKey(sources, options);
  const kept = loadFromCache(folder, key, sources);
  if (kept !== null) return kept;
  const { loaded, javascript } = await compile(sources, options);
  const { ruleset, origin } = loaded;
  const { hash, warnings } = origin;
  keepInCache(folder, key, { name: ruleset.name, hash, javascript, warnings });
  return loaded;
}

function loadFromCache(folder: string, key: string, sources: readonly Source[]): Loaded | null {
  const kept = findInCache(folder, key);
  if (kept === null) return null;
  try {
    const ruleset = loadRuleset(kept.javascript, kept.name);
    return { ruleset, origin: { hash: kept.hash, layers: [sources], warnings: kept.warnings } };
  } catch {
    return null;
  }
}

async function compile(
  sources: readonly Source[],
  options: CompileOptions,
): Promise<{ readonly loaded: Loaded; readonly javascript: string }> {
  // Loaded when needed: the compiler takes longer to load than a compiled ruleset.
  const { compileOrThrow } = await import('./compile-or-throw.ts');
  const compilation = compileOrThrow(sources, options);
  const { hash, layers, ruleset } = compilation;
  const javascript = compilation.javascript();
  const origin = { hash, layers, warnings: warningsOf(compilation) };
  return { loaded: { ruleset: loadRuleset(javascript, ruleset.name), origin }, javascript };
}

function warningsOf({ diagnostics, sources }: Compilation): readonly string[] {
  const positions = createPositions(sources);
  return diagnostics.map((diagnostic) => formatLine(diagnostic, positions));
}
