/** The selected rules as a module of their own, in another YAML document of the file. */
import { treesOf } from '../trees/trees.ts';
import { rulesIn } from '../tasks/rules-of.ts';
import { editOf, problemsAfter, type Asked, type CodeAction } from './action.ts';
import { lineEnding } from '../documents/line-ending.ts';

export function extractModule(asked: Asked): readonly CodeAction[] {
  const { ruleset, document, from, to, client } = asked;
  if (ruleset === null || document.kind !== 'ruleset' || from === to) return [];
  const { text, lines } = document;
  const rules = rulesIn(ruleset, document);
  const chosen = rules.filter(({ start, end }) => start < to && from < end);
  const [first] = chosen;
  const [tree, another] = treesOf(document);
  const isAlone = another === undefined && tree?.kind === 'map' && !tree.entries.has('module');
  // In brackets the rules have no lines of their own.
  const node = tree?.kind === 'map' ? tree.entries.get('rules')?.value : undefined;
  if (first === undefined || chosen.length === rules.length || !isAlone || node === undefined) return [];
  if (/^[[{]/.test(text.slice(node.at.start, node.at.start + 1))) return [];
  const taken = new Set(ruleset.analysis.written.modules.map(({ name }) => name.value));
  let name = 'extracted';
  for (let i = 2; taken.has(name); i++) name = `extracted_${i}`;
  const ending = lineEnding(text);
  const parts = chosen.map(({ start, end }) => {
    const own = end - (/\s*$/.exec(text.slice(start, end))?.[0].length ?? 0);
    const lastLine = lines.positionAt(own).line;
    return {
      start: lines.startOf(lines.positionAt(start).line),
      end: lastLine + 1 < lines.count ? lines.startOf(lastLine + 1) : text.length,
    };
  });
  const moved = parts.map(({ start, end }) => text.slice(start, end).trimEnd()).join(ending);
  const head = ['---', `modules: [{ name: ${name} }]`, `module: ${name}`, 'rules:', moved, ''].join(ending);
  const gap = text.endsWith('\n') ? '' : ending;
  const changes = [
    ...parts.map((part) => ({ document, ...part, newText: '' })),
    { document, start: text.length, end: text.length, newText: gap + head },
  ];
  if (problemsAfter(asked, changes) > ruleset.analysis.diagnostics.length) return [];
  const what = chosen.length === 1 ? 'the rule' : `${chosen.length} rules`;
  return [
    {
      title: `Extract ${what} into the module ${name}`,
      kind: 'refactor.extract',
      edit: editOf(changes, client),
    },
  ];
}
