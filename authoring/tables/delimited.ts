/** Texts that spreadsheets write and read: tab-separated from the clipboard, and CSV. */

/** Records of a delimited text, in which quotes may enclose a cell. Anything can be read. */
export function readDelimited(text: string, delimiter: '\t' | ','): readonly (readonly string[])[] {
  const records: string[][] = [];
  let record: string[] = [];
  let at = text.startsWith('\uFEFF') ? 1 : 0;
  const endRecord = (): void => {
    if (record.length > 1 || record[0] !== '') records.push(record);
    record = [];
  };
  while (at < text.length) {
    let cell = '';
    if (text[at] === '"') {
      at++;
      while (at < text.length && (text[at] !== '"' || text[at + 1] === '"')) {
        if (text[at] === '"') at++;
        cell += text[at++];
      }
      at++;
    }
    const start = at;
    while (at < text.length && text[at] !== delimiter && text[at] !== '\n' && text[at] !== '\r') at++;
    record.push(cell + text.slice(start, at));
    if (text[at] === delimiter) {
      at++;
      if (at === text.length) record.push('');
      continue;
    }
    if (text[at] === '\r') at++;
    if (text[at] === '\n') at++;
    endRecord();
  }
  if (record.length > 0) endRecord();
  return records;
}

/** CSV with quotes where they are needed (RFC 4180). */
export function writeCsv(records: readonly (readonly string[])[]): string {
  const written = (cell: string): string =>
    /[",\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
  return records.map((cells) => `${cells.map(written).join(',')}\n`).join('');
}
