/** A change that no test notices, or facts that show a finding, as a case of the suite. */
import type { Document } from '../documents/document.ts';
import { shownBy, type ShownCase } from '../tasks/shown-cases.ts';
import { treesOf } from '../trees/trees.ts';
import { editOf, type Asked, type Change, type CodeAction } from './action.ts';
import { lineEnding } from '../documents/line-ending.ts';
import { insertBehind } from './insert.ts';

export function addCases({ ruleset, document, from, to, client }: Asked): readonly CodeAction[] {
  if (ruleset === null || document.kind !== 'ruleset') return [];
  const suite = ruleset.suites.find(({ key }) => !key.endsWith('.json'));
  if (suite === undefined) return [];
  const firstLine = document.lines.positionAt(from).line;
  const lastLine = document.lines.positionAt(to).line;
  return shownBy(ruleset)
    .filter(({ key, line }) => key === document.key && firstLine <= line && line <= lastLine)
    .flatMap((one): readonly CodeAction[] => {
      const change = insertCase(suite, one);
      if (change === null) return [];
      const edit = editOf([change], client);
      return [{ title: `Add a case: ${one.name}`, kind: 'quickfix', edit }];
    });
}

/** The change that adds a case behind the last one of a suite. Null for a suite without a list of cases. */
export function insertCase(
  suite: Document,
  { name, request: { facts, input, now, decision, reason } }: Pick<ShownCase, 'name' | 'request'>,
): Change | null {
  const [tree] = treesOf(suite);
  const cases = tree?.kind === 'map' ? tree.entries.get('cases')?.value : undefined;
  const last = cases?.kind === 'list' ? cases.items.at(-1) : undefined;
  if (last === undefined) return null;
  const entries = [
    `name: ${JSON.stringify(name)}`,
    ...(now === null ? [] : [`now: ${JSON.stringify(new Date(now).toISOString())}`]),
    ...(facts === null ? [] : [`facts: ${facts}`]),
    ...(input === null ? [] : [`input: ${input}`]),
    `expect: { decision: ${decision ?? 'null'}${reason === undefined ? '' : `, reason: ${JSON.stringify(reason)}`} }`,
  ];
  const { text, lines } = suite;
  const isFlow = text[last.at.start] === '{';
  if (isFlow) return insertBehind(suite, last.at, `{ ${entries.join(', ')} }`);
  const column = last.at.start - lines.startOf(lines.positionAt(last.at.start).line);
  return insertBehind(suite, last.at, entries.join(`${lineEnding(text)}${' '.repeat(column)}`));
}
