/** The text of the rule, table or case around a cursor: its lines, from its first one to the next element beside it. */
export function ruleTextAt(text: string, offset: number): string {
  const line = text.lastIndexOf('\n', offset - 1) + 1;
  let start = line;
  let indent = Infinity;
  for (let at = line, count = 0; count < 2_000; count++) {
    const end = text.indexOf('\n', at);
    const written = text.slice(at, end === -1 ? text.length : end);
    const own = /^( *)[^\s#]/.exec(written)?.[1]?.length;
    if (own === 0) break;
    if (own !== undefined && own <= indent && at <= line) {
      indent = own;
      start = at;
    }
    if (at === 0) break;
    at = text.lastIndexOf('\n', at - 2) + 1;
  }
  if (indent === Infinity) return text.slice(line, offset);
  // Several elements of a list may share the least indentation: the last one before the cursor counts.
  for (let at = line; at > start; at = text.lastIndexOf('\n', at - 2) + 1)
    if (new RegExp(`^ {${indent}}[^\\s#]`).test(text.slice(at, at + indent + 1))) {
      start = at;
      break;
    }
  const next = new RegExp(`^ {0,${indent}}[^\\s#]`, 'gm');
  next.lastIndex = Math.max(offset, text.indexOf('\n', start));
  const end = next.exec(text)?.index;
  return text.slice(start, end ?? text.length);
}
