import type { DocumentParams, Range } from '../protocol/types.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { casesByRule } from './cases-by-rule.ts';
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
