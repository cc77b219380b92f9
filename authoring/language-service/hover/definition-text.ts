import type { Span } from '../../../compiler/diagnostics/position.ts';
import type { NameAt } from '../names/find.ts';

const MOST_LINES = 12;

/** The lines that define a constant, definition, function, hierarchy or module, or the template of an alias; `null` where neither is known. */
export function definitionText({ occurrence: { sort, name, id }, index, ruleset }: NameAt): string | null {
  if (sort === 'alias') {
    const template = index.templateOf.get(id);
    return template === undefined ? null : `alias \`${name}\` of a \`${template}\``;
  }
  const { written } = ruleset.analysis;
  const all: Readonly<Record<string, readonly Defined[]>> = {
    constant: written.constants.map(({ name: named, value: { at } }) => ({ name: named, at })),
    definition: written.definitions,
    function: written.functions,
    hierarchy: written.hierarchies,
    module: written.modules,
  };
  const found = all[sort]?.find((one) => one.name.value === name);
  return found === undefined ? null : `${sort} \`${name}\`${source(ruleset, found)}`;
}

interface Defined {
  readonly name: { readonly value: string; readonly at: Span };
  readonly at?: Span;
}

/** The lines of the definition as they are written. */
function source({ analysis }: NameAt['ruleset'], { name, at }: Defined): string {
  const document = analysis.byPath.get(name.at.file);
  if (document === undefined) return '';
  const { text, lines } = document;
  const line = lines.positionAt(name.at.start).line;
  const end = Math.max(at?.end ?? 0, lines.endOf(line));
  const shown = text.slice(lines.startOf(line), end).trimEnd();
  const all = shown.split(/\r?\n/);
  const indent = Math.min(...all.filter((line) => line.trim() !== '').map((line) => line.search(/\S/)));
  const cut = all.slice(0, MOST_LINES).map((line) => line.slice(indent));
  return `\n\n\`\`\`yaml\n${[...cut, ...(all.length > MOST_LINES ? ['…'] : [])].join('\n')}\n\`\`\``;
}
