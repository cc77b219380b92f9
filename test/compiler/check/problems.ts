import { compileSources } from '../../../compiler/compile.ts';
import { formatLine } from '../../../compiler/diagnostics/format.ts';
import { createPositions } from '../../../compiler/diagnostics/line-column.ts';

/** What is reported of a ruleset: `code: message`, without the places. */
export function problems(text: string): readonly string[] {
  const { diagnostics, sources } = compileSources([{ path: 'rules.yaml', text }], {});
  const positions = createPositions(sources);
  return diagnostics.map((diagnostic) => formatLine(diagnostic, positions).replace(/^\S+ \w+ /, ''));
}
