/** Reports an `allow` by the programs of a command line that leaves out what else a command does. */
import type { PassedCompilation } from '../../../compiler/compile.ts';
import type { Findings, RawFinding } from '../analysis.ts';
import { isFindingCode } from '../codes.ts';

/** The compiler warns about the same, with the place in the condition. */
export function findShell({ diagnostics }: PassedCompilation): Findings {
  const findings = diagnostics.flatMap(({ code, message, at }): RawFinding[] =>
    isFindingCode(code) ? [{ code, rule: null, message, with: [], facts: null, at }] : [],
  );
  return { findings, unknown: [] };
}
