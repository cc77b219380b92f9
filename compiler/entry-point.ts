/** The compiler without Node: `import { compile } from 'ferrule/compiler'`. Imports nothing. */
import { compileSources, type Compilation } from './compile.ts';
import { formatFrame, toJson, type DiagnosticJson } from './diagnostics/format.ts';
import { createPositions } from './diagnostics/line-column.ts';
import type { DiagnosticCode } from './diagnostics/codes.ts';
import type { Severity } from './diagnostics/codes/code-table.ts';
import type { Source, Span } from './diagnostics/position.ts';
import { emitDeclarations } from './emit/declarations/emit-declarations.ts';
import { emitClips } from './emit/clips/emit-clips.ts';

export type { DiagnosticCode, DiagnosticJson, Severity, Source, Span };

export interface CompileOptions {
  /** Warnings are errors. */
  readonly strict?: boolean;
  /** Unknown keys are warnings; `strict` takes precedence. */
  readonly lenient?: boolean;
  /** Name of the ruleset when its YAML says none. */
  readonly name?: string;
}

interface Compiled {
  /** `sha256:` and hex over paths and texts of the sources. */
  readonly hash: string;
  /** Everything that is wrong or doubtful, sorted by place. */
  readonly diagnostics: readonly DiagnosticJson[];
  /** The same as text: every problem with its line. */
  readonly report: string;
}

/** The sources are wrong: among the diagnostics are errors. */
export interface NotCompiled extends Compiled {
  readonly ok: false;
}

export interface CompiledSources extends Compiled {
  readonly ok: true;
  /** An ES module that imports `ferrule/runtime` and exports `ruleset`. */
  readonly module: () => string;
  /** The constructs, which load into CLIPS 6.30 and 6.4. */
  readonly clips: () => string;
  /** The TypeScript types of facts, decisions and rule names. */
  readonly types: () => string;
}

/** Compiles a ruleset. Never throws for what is wrong with the sources. */
export function compile(
  sources: readonly Source[],
  options: CompileOptions = {},
): CompiledSources | NotCompiled {
  const compilation = compileSources(sources, options);
  const told = tell(compilation);
  if (!compilation.ok) return { ok: false, ...told };
  const { module, ruleset } = compilation;
  return {
    ok: true,
    ...told,
    module,
    clips: () => emitClips(ruleset),
    types: () => emitDeclarations(ruleset),
  };
}

function tell({ hash, diagnostics, sources }: Compilation): Compiled {
  const positions = createPositions(sources);
  return {
    hash,
    diagnostics: diagnostics.map((diagnostic) => toJson(diagnostic, positions)),
    report: diagnostics.map((diagnostic) => formatFrame(diagnostic, positions)).join('\n'),
  };
}
