import { compileSources, type CompileOptions, type PassedCompilation } from '../compiler/compile.ts';
import type { Source } from '../compiler/diagnostics/position.ts';
import { CompileError } from './compile-error.ts';

/** Compiles a ruleset. Throws CompileError with everything that is wrong with it. */
export function compileOrThrow(sources: readonly Source[], options: CompileOptions = {}): PassedCompilation {
  const compilation = compileSources(sources, options);
  if (!compilation.ok) throw new CompileError(compilation.diagnostics, compilation.sources);
  return compilation;
}
