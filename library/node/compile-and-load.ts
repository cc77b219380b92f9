import type { Compilation, CompileOptions, PassedCompilation } from '../../compiler/compile.ts';
import { formatLine } from '../../compiler/diagnostics/format.ts';
import { createPositions } from '../../compiler/diagnostics/line-column.ts';
import type { Source } from '../../compiler/diagnostics/position.ts';
import type { Layers } from '../../compiler/read/read-layers.ts';
import type { CompiledRuleset } from '../../runtime/abi.ts';
import type { ExplainableRuleset } from '../explain/explainable-ruleset.ts';
import { defaultCacheFolder } from './compile-cache/cache-folder.ts';
import { cacheKey } from './compile-cache/cache-key.ts';
import { findInCache, isKept, keepInCache } from './compile-cache/compile-cache.ts';
import { loadModule, loadRuleset } from './load-ruleset.ts';

/** Origin of a loaded ruleset, for reloads that omit parts of it. */
export interface Origin {
  readonly hash: string;
  readonly layers: Layers;
  readonly warnings: readonly string[];
  /** The build for explanations, made on first use. */
  readonly asked: () => Promise<ExplainableRuleset>;
  /** The compilation, made once more. */
  readonly compiled: () => Promise<PassedCompilation>;
}

interface Loaded {
  readonly ruleset: CompiledRuleset;
  readonly origin: Origin;
}

/** Stored parts of a compilation. */
interface CachedCompilation {
  readonly name: string;
  /** Hash of the sources, as the compiler returns it. */
  readonly hash: string;
  /** The matcher module as the loader takes it. */
  readonly javascript: string;
  /** V8's code of it, in base64: from the second time on, who never comes again should not wait for it. */
  readonly code?: string;
  /** Warnings of the compiler, one line each. */
  readonly warnings: readonly string[];
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
 * @param reads false if entries are written and never taken
 */
export async function loadWithCache(
  sources: readonly Source[],
  options: Omit<CompileOptions, 'base'>,
  cache: string | true,
  reads = true,
): Promise<Loaded> {
  const folder = cache === true ? defaultCacheFolder(process.env) : cache;
  if (folder === null) return compileAndLoad(sources, options);
  const key = cacheKey('engine', sources, options);
  const found = reads ? loadFromCache(folder, key, sources, options) : null;
  if (found !== null) return found;
  const { loaded, javascript } = await compile(sources, options);
  const { ruleset, origin } = loaded;
  const { hash, warnings } = origin;
  const kept: CachedCompilation = { name: ruleset.name, hash, javascript, warnings };
  if (reads || !isKept(folder, key)) keepInCache(folder, key, kept);
  return loaded;
}

function loadFromCache(
  folder: string,
  key: string,
  sources: readonly Source[],
  options: CompileOptions,
): Loaded | null {
  const kept = findInCache<CachedCompilation>(folder, key);
  if (kept === null) return null;
  try {
    const keepCode = (code: Uint8Array): void => {
      keepInCache(folder, key, { ...kept, code: Buffer.from(code).toString('base64') });
    };
    const code = kept.code === undefined ? keepCode : Buffer.from(kept.code, 'base64');
    const ruleset = loadRuleset(kept.javascript, kept.name, code);
    const { hash, warnings } = kept;
    const origin = { hash, layers: [sources], warnings, ...made(sources, options) };
    return { ruleset, origin };
  } catch {
    return null;
  }
}

async function compile(
  sources: readonly Source[],
  options: CompileOptions,
): Promise<{ readonly loaded: Loaded; readonly javascript: string }> {
  // Loaded when needed: the compiler takes longer to load than a compiled ruleset.
  const { compileOrThrow } = await import('../compile-or-throw.ts');
  const compilation = compileOrThrow(sources, options);
  const { hash, layers, ruleset } = compilation;
  const javascript = compilation.javascript();
  const origin = { hash, layers, warnings: warningsOf(compilation), ...made(sources, options) };
  return { loaded: { ruleset: loadRuleset(javascript, ruleset.name), origin }, javascript };
}

/** Loaded when needed: most engines never explain. */
function made(sources: readonly Source[], options: CompileOptions): Pick<Origin, 'asked' | 'compiled'> {
  const compiled = async (): Promise<PassedCompilation> => {
    const { compileOrThrow } = await import('../compile-or-throw.ts');
    // Tools that inspect a ruleset also inspect the cells of its tables.
    return compileOrThrow(sources, { ...options, cells: true });
  };
  const ask = async (): Promise<ExplainableRuleset> => {
    const { createExplainableRuleset } = await import('../explain/explainable-ruleset.ts');
    return createExplainableRuleset(await compiled(), loadModule);
  };
  let asked: Promise<ExplainableRuleset> | null = null;
  return { asked: () => (asked ??= ask()), compiled };
}

function warningsOf({ diagnostics, sources }: Compilation): readonly string[] {
  const positions = createPositions(sources);
  return diagnostics.map((diagnostic) => formatLine(diagnostic, positions));
}
