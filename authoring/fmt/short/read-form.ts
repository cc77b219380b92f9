/** CLIPS expressions as forms. */

/** An atom, or a list in parentheses. */
export type Form = string | readonly Form[];

const TOKEN = /"(?:[^"\\]|\\[^])*"|[()]|[^\s()"]+/g;

/** The one form that the text holds; null for anything else. */
export function readForm(text: string): Form | null {
  const tokens = text.match(TOKEN) ?? [];
  let position = 0;
  const read = (): Form | null => {
    const token = tokens[position++];
    if (token === undefined || token === ')') return null;
    if (token !== '(') return token;
    const items: Form[] = [];
    while (tokens[position] !== ')') {
      const item = read();
      if (item === null) return null;
      items.push(item);
    }
    position++;
    return items;
  };
  const form = read();
  return position === tokens.length ? form : null;
}
