import { readSuite } from '../../../library/suite/read-suite.ts';
import { folderOf, nameOf } from '../documents/uri.ts';
import type { DocumentParams, Location, Range } from '../protocol/types.ts';
import type { RulesetOfDocument, Workspace } from '../workspace/workspace.ts';
import { namesFired } from './names-fired.ts';
import { rulesIn } from './rules-of.ts';

interface CodeLens {
  readonly range: Range;
  readonly command: {
    readonly title: string;
    readonly command: string;
    readonly arguments: readonly object[];
  };
}

/** `textDocument/codeLens`: what can be done with a rule, on the line of its name. */
export function codeLenses(workspace: Workspace, { textDocument }: DocumentParams): readonly CodeLens[] {
  const document = workspace.find(textDocument.uri);
  if (document === null || document.kind !== 'ruleset' || !workspace.settings.codeLens) return [];
  const ruleset = workspace.rulesetOf(document);
  if (ruleset === null) return [];
  const cases = casesByRule(ruleset);
  return rulesIn(ruleset, document).flatMap(({ rule, name }) => {
    const range = document.lines.rangeOf(name.start, name.end);
    const { uri } = document;
    const lens = (title: string, command: string, more: object = {}): CodeLens => ({
      range,
      command: { title, command: `ferrule.${command}`, arguments: [{ uri, rule, ...more }] },
    });
    const own = cases(rule);
    return [
      lens('Evaluate', 'evaluate'),
      lens('Why not?', 'whyNot'),
      lens(own.length === 1 ? '1 case' : `${own.length} cases`, 'showCases', { cases: own }),
      lens('Show CLIPS', 'showClips'),
      lens('Show matcher', 'showMatcher'),
    ];
  });
}

/** The cases that expect a rule to fire. */
function casesByRule({ suites }: RulesetOfDocument): (rule: string) => readonly Location[] {
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
