/** A number or text of an expression as a constant. */
import { lexText } from '../tokens/lex-text.ts';
import { writtenIn } from '../trees/texts.ts';
import { editOf, problemsAfter, type Asked, type Change, type CodeAction } from './action.ts';
import { insertBehind, insertSection } from './insert.ts';

export function extractConstant(asked: Asked): readonly CodeAction[] {
  const { ruleset, document, from, to, client } = asked;
  if (ruleset === null || document.kind !== 'ruleset') return [];
  const { written, diagnostics } = ruleset.analysis;
  const literal = literalAt(asked);
  if (literal === null) return [];
  const { start, end, language, value } = literal;
  const taken = new Set(written.constants.map(({ name }) => name.value));
  const name = freeName(nameFor(document.text.slice(0, start)), taken);
  const use = { document, start, end, newText: language === 'operator' ? `$const.${name}` : `const.${name}` };
  const own = ruleset.analysis.readings.get(document)?.written.constants.at(-1);
  const last =
    own === undefined ? null : { start: own.name.at.start, end: endOf(own.value, own.name.at.end) };
  const declaration: Change =
    last === null
      ? insertSection(document, `constants:\n  ${name}: ${value}`)
      : insertBehind(document, last, `${name}: ${value}`);
  const changes = [declaration, use];
  if (start > from || to > end || problemsAfter(asked, changes) > diagnostics.length) return [];
  const title = `Extract ${document.text.slice(start, end)} into the constant ${name}`;
  return [{ title, kind: 'refactor.extract', edit: editOf(changes, client) }];
}

interface LiteralAt {
  readonly start: number;
  readonly end: number;
  readonly language: 'short' | 'operator';
  /** As YAML writes it. */
  readonly value: string;
}

function literalAt({ document, from, to }: Asked): LiteralAt | null {
  for (const text of writtenIn(document).texts) {
    const { language, source, node } = text;
    if (language !== 'short' && language !== 'operator') continue;
    if (node.at.start > from || to > node.at.end) continue;
    for (const part of lexText(text)) {
      if (part.type !== 'number' && part.type !== 'string') continue;
      const { start, end } = source.spanOf(part.start, part.end);
      const written = source.text.slice(part.start, part.end);
      const isQuoted = /^["']/.test(written);
      const isDuration = /^-?\d+[smhd]$/.test(written);
      // A bare word of the long form is a text only where its slot says so.
      if (start > from || to > end || isDuration || (part.type === 'string' && !isQuoted)) continue;
      return { start, end, language, value: isQuoted ? JSON.stringify(written.slice(1, -1)) : written };
    }
  }
  return null;
}

/** The name that a comparison suggests: `most_amount` for what an amount is compared with. */
function nameFor(before: string): string {
  const compared = /\.([A-Za-z_][\w-]*)\s*(?:==|!=|<=?|>=?|in)\s*["'\\]*$/.exec(before)?.[1];
  const slot = compared ?? /slot:\s*["']?([A-Za-z_][\w-]*)[^\n]*$/.exec(before)?.[1];
  return slot === undefined ? 'value' : `${slot}_limit`;
}

function freeName(wanted: string, taken: ReadonlySet<string>): string {
  let name = wanted;
  for (let i = 2; taken.has(name); i++) name = `${wanted}_${i}`;
  return name;
}

const endOf = (value: { readonly at: { readonly end: number } }, otherwise: number): number =>
  Math.max(value.at.end, otherwise);
