const INDENT = '  ';
/** A list or object of scalars is written on one line up to this length. */
const MOST_ON_A_LINE = 72;

/**
 * Indents compact JSON. Works on the text, so that no digit is lost. Short lists and objects stay on one line.
 *
 * @param json as `writeJson` writes it
 */
export function indented(json: string): string {
  const tokens = json.match(/"(?:[^"\\]|\\.)*"|[^"{}[\],:]+|[{}[\],:]/g) ?? [];
  let at = 0;
  const value = (depth: number): string => {
    const token = tokens[at++] ?? '';
    if (token !== '{' && token !== '[') return token;
    const close = token === '{' ? '}' : ']';
    const items: string[] = [];
    while (tokens[at] !== close && at < tokens.length) {
      const key = token === '{' ? `${tokens[at++] ?? ''}: ` : '';
      if (key !== '') at++;
      items.push(key + value(depth + 1));
      if (tokens[at] === ',') at++;
    }
    at++;
    if (items.length === 0) return token + close;
    const line = token === '{' ? `{ ${items.join(', ')} }` : `[${items.join(', ')}]`;
    const isShort = line.length + depth * INDENT.length <= MOST_ON_A_LINE && !line.includes('\n');
    if (isShort && (token === '[' || !line.slice(1).includes('{'))) return line;
    const inner = INDENT.repeat(depth + 1);
    return `${token}\n${items.map((item) => inner + item).join(',\n')}\n${INDENT.repeat(depth)}${close}`;
  };
  return value(0);
}
