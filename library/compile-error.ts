import { formatFrame, formatLine, toJson, type DiagnosticJson } from '../compiler/diagnostics/format.ts';
import { createPositions } from '../compiler/diagnostics/line-column.ts';
import type { Source } from '../compiler/diagnostics/position.ts';
import type { Diagnostic } from '../compiler/diagnostics/report.ts';

/** A ruleset that does not compile. The message shows the first error, `diagnostics` holds them all. */
export class CompileError extends Error {
  readonly code = 'invalid_ruleset';
  readonly diagnostics: readonly DiagnosticJson[];
  readonly #report: () => string;

  constructor(diagnostics: readonly Diagnostic[], sources: readonly Source[]) {
    const positions = createPositions(sources);
    const errors = diagnostics.filter(({ severity }) => severity === 'error');
    const first = errors[0];
    const more = errors.length > 1 ? ` (and ${errors.length - 1} more)` : '';
    super(first === undefined ? 'The ruleset does not compile' : formatLine(first, positions) + more);
    this.name = 'CompileError';
    this.diagnostics = diagnostics.map((diagnostic) => toJson(diagnostic, positions));
    this.#report = () => diagnostics.map((diagnostic) => formatFrame(diagnostic, positions)).join('\n');
  }

  /** Every problem with its place and its line, as the command line prints them. */
  report(): string {
    return this.#report();
  }
}
