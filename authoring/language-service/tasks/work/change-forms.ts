/** One rule in other forms. Its constructs stay the same, or the form is left out. */
import type { Source } from '../../../../compiler/diagnostics/position.ts';
import { longForm, shortForm } from '../../../fmt/change-form.ts';
import { constructsOf, differing } from '../../../fmt/constructs.ts';
import { parseLayout } from '../../../fmt/format-source.ts';
import { pairsOf } from '../../../fmt/nodes.ts';
import { eachRule } from '../../../fmt/rule-nodes.ts';
import { lineEnding } from '../../documents/line-ending.ts';
import type { AskedForms, Form, JobForm, JobRuleset } from '../job.ts';

export function changeForms(
  { sources }: JobRuleset,
  { path, name, start, forms }: AskedForms,
): readonly JobForm[] {
  return forms.flatMap((form): readonly JobForm[] => {
    const made = converted(sources, path, { name, start }, form);
    return made === null ? [] : [{ form, ...made }];
  });
}

interface Made {
  readonly start: number;
  readonly end: number;
  readonly newText: string;
}

function converted(
  sources: readonly Source[],
  path: string,
  rule: { readonly name: string; readonly start: number },
  form: Form,
): Made | null {
  const source = sources.find((one) => one.path === path);
  const changed = form === 'long' ? longForm(sources) : shortForm(sources);
  const other = changed.kind === 'changed' ? changed.sources.find((one) => one.path === path) : undefined;
  if (source === undefined || other === undefined) return null;
  const text = source.text.replaceAll('\r\n', '\n');
  const own = namedIn(text, rule.name);
  // Which of several rules of the name it is.
  const nth = own.findIndex(({ start }) => withoutReturns(source.text, rule.start) === start);
  const [target, made] = [own[nth], namedIn(other.text, rule.name)[nth]];
  const body = made === undefined ? null : bodyOf(other.text, made);
  const change = target === undefined || body === null ? null : replaced(text, target, body);
  if (change === null) return null;
  const result = text.slice(0, change.start) + change.newText + text.slice(change.end);
  const all = sources.map((one) => (one.path === path ? { ...one, text: result } : one));
  if (result === text || differing(constructsOf(sources), constructsOf(all)).size > 0) return null;
  return {
    start: withReturns(source.text, change.start),
    end: withReturns(source.text, change.end),
    newText: change.newText.replaceAll('\n', lineEnding(source.text)),
  };
}

const withoutReturns = (text: string, offset: number): number =>
  offset - (text.slice(0, offset).match(/\r\n/g)?.length ?? 0);

/** The offset in a text with CRLF of one in the same text without. */
function withReturns(text: string, offset: number): number {
  let at = 0;
  for (let left = offset; left > 0; left--) at += text.startsWith('\r\n', at) ? 2 : 1;
  return at;
}

type Rule = ReturnType<typeof eachRule>[number];

const namedIn = (text: string, name: string): readonly Rule[] =>
  parseLayout(text).flatMap((document) => eachRule(document).filter((one) => one.name === name));

/** The keys of a rule without its name, as they are written. */
interface Body {
  /** In braces. */
  readonly isFlow: boolean;
  readonly text: string;
  /** Of the keys. */
  readonly column: number;
}

/** Null for a rule in a list whose first key is not its name. */
function bodyOf(text: string, { body, key }: Rule): Body | null {
  const pairs = pairsOf(body);
  const [first, second] = pairs;
  const own = key === null ? second : first;
  const start = own?.key.range?.[0];
  if (start === undefined || (key === null && first?.key.value !== 'name')) return null;
  const isFlow = body.flow === true;
  const end = (body.range?.[1] ?? start) - (isFlow ? 1 : 0);
  return { isFlow, text: text.slice(start, end).trim(), column: columnOf(text, start) };
}

const columnOf = (text: string, at: number): number => at - (text.lastIndexOf('\n', at - 1) + 1);

/** The keys of a rule replaced by others, in the form of its own place. */
function replaced(text: string, { name, body, key }: Rule, other: Body): Made | null {
  const [bodyStart, bodyEnd] = body.range ?? [];
  const start = key?.range?.[1] ?? bodyStart;
  if (bodyStart === undefined || bodyEnd === undefined || start === undefined) return null;
  const end = start + text.slice(start, bodyEnd).trimEnd().length;
  const own = columnOf(text, key?.range?.[0] ?? bodyStart) + (key === null ? 0 : 2);
  const written = indented(other.text, own - other.column);
  const nameText = /^[A-Za-z_][\w-]*$/.test(name) ? name : JSON.stringify(name);
  const block = `\n${' '.repeat(own)}${written}`;
  const newText =
    key !== null
      ? other.isFlow
        ? `: { ${written} }`
        : `:${block}`
      : other.isFlow
        ? `{ name: ${nameText}, ${written} }`
        : `name: ${nameText}${block}`;
  return { start, end, newText };
}

function indented(text: string, by: number): string {
  return text
    .split('\n')
    .map((line, i) => {
      if (i === 0 || line === '') return line;
      return by >= 0 ? ' '.repeat(by) + line : line.slice(Math.min(-by, /^ */.exec(line)?.[0].length ?? 0));
    })
    .join('\n');
}
