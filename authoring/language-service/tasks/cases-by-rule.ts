import { readSuite } from '../../../library/suite/read-suite.ts';
import { folderOf, nameOf } from '../documents/uri.ts';
import type { Location } from '../protocol/types.ts';
import type { RulesetOfDocument } from '../workspace/workspace.ts';
import { namesFired } from './names-fired.ts';

/** The cases that expect a rule to fire. */
export function casesByRule({ suites }: RulesetOfDocument): (rule: string) => readonly Location[] {
  const read = suites.flatMap((document) => {
    const suite = readSuite(document.key, document.text, nameOf(folderOf(document.key) ?? ''));
    return suite.ok ? [{ document, suite: suite.suite }] : [];
  });
  return (rule) =>
    read.flatMap(({ document: { uri, text, lines }, suite }) =>
      suite.cases
        .filter((one) => namesFired(one, rule))
        .map(({ path }) => {
          const { line, column } = suite.placeOf(path);
          const start = Math.min(lines.startOf(line - 1) + column - 1, text.length);
          return { uri, range: lines.rangeOf(start, Math.max(start, lines.endOf(line - 1))) };
        }),
    );
}
