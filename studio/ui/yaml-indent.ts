/** Indentation of a new line of YAML: below a key without a value, and below the first key of a list item. */
import { indentService } from '@codemirror/language';

const STEP = 2;
const OPENS = /^\s*(?:- +)*[^#\s][^#]*:\s*(?:[|>][+-]?\d?)?\s*(?:#.*)?$/;

export const YAML_INDENT = indentService.of((context, position) => {
  const before = context.lineAt(position, -1).text.slice(0, position - context.lineAt(position, -1).from);
  const text = before.trim() === '' ? lineAbove(context.state.doc, position) : before;
  const [, spaces = '', dashes = ''] = /^(\s*)((?:- +)*)/.exec(text) ?? [];
  return spaces.length + dashes.length + (OPENS.test(text) ? STEP : 0);
});

/** The nearest line above that is not empty. */
function lineAbove(
  doc: { lineAt: (at: number) => { number: number }; line: (n: number) => { text: string } },
  at: number,
): string {
  for (let n = doc.lineAt(at).number - 1; n > 0; n--) {
    const { text } = doc.line(n);
    if (text.trim() !== '') return text;
  }
  return '';
}
