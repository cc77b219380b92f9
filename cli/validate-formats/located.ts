import { createPositions, type LineColumn } from '../../compiler/diagnostics/line-column.ts';
import type { Diagnostic } from '../../compiler/diagnostics/report.ts';
import type { Checked } from './checked.ts';

/** A diagnostic with its position, for other programs. */
export interface LocatedDiagnostic {
  readonly diagnostic: Diagnostic;
  /** From the current folder. */
  readonly path: string;
  readonly start: LineColumn;
  /** Exclusive. */
  readonly end: LineColumn;
}

/** All diagnostics in the order of the paths. */
export function locateAll(results: readonly Checked[]): readonly LocatedDiagnostic[] {
  return results.flatMap(({ diagnostics, sources, pathOf }) => {
    const positions = createPositions(sources);
    return diagnostics.map((diagnostic) => ({
      diagnostic,
      path: pathOf(diagnostic.at.file),
      start: positions.of(diagnostic.at),
      end: positions.linesOf(diagnostic.at.file).lineColumn(diagnostic.at.end),
    }));
  });
}
