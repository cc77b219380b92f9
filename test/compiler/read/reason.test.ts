import { describe, expect, test } from 'vitest';
import { createReport } from '../../../compiler/diagnostics/report.ts';
import { parseReason } from '../../../compiler/read/reason.ts';

function parse(text: string) {
  const report = createReport();
  const spanOf = (start: number, end: number) => ({ file: 'rules.yaml', start, end });
  const parts = parseReason({ text, at: spanOf(0, text.length), spanOf }, report).map((part) => {
    if (part.kind === 'text' || part.kind === 'bare') return part.text;
    return part.kind === 'variable' ? `<${part.name}>` : `<${part.alias} ${part.slot}>`;
  });
  const found = report.sorted().map(({ at, code, suggestion }) => {
    return `${at.start}-${at.end} ${code}${suggestion === null ? '' : ` (${suggestion})`}`;
  });
  return { parts, found };
}

describe('parseReason', () => {
  test.each([
    ['', []],
    ['plain', ['plain']],
    ['{n} rows by {req.agent-id}', ['<n>', ' rows by ', '<req agent-id>']],
    ['{{n}}', ['{n}']],
    ['{{{n}}}', ['{', '<n>', '}']],
    ['a }}{{ b', ['a }{ b']],
  ])('%j', (text, parts) => {
    expect(parse(text)).toEqual({ parts, found: [] });
  });

  test.each([
    ['a { b', ['2-3 reason-brace']],
    ['a } b', ['2-3 reason-brace']],
    ['{n', ['0-1 reason-brace']],
    ['{}', ['1-1 reason-name']],
    ['{a b} {c.d.e} {', ['1-4 reason-name', '7-12 reason-name', '14-15 reason-brace']],
    ['{?n}', ['1-3 reason-name (n)']],
    ['{$req.id}', ['1-8 reason-name (req.id)']],
  ])('%j is refused', (text, found) => {
    expect(parse(text).found).toEqual(found);
  });
});
