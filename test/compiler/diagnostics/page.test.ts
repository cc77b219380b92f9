import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { CODES, type DiagnosticCode } from '../../../compiler/diagnostics/codes.ts';
import { DEFAULT_READ_LIMITS } from '../../../compiler/read/limits.ts';

const page = readFileSync(new URL('../../../docs/diagnostics.md', import.meta.url), 'utf8');
const codes = Object.keys(CODES) as DiagnosticCode[];

/** Rows `| code | severity | meaning | example |` of the page. */
const rows = [...page.matchAll(/^\| `([a-z0-9-]+)` \| (error|warning) \| (.+?) \| (.+?) \|$/gm)];

describe('docs/diagnostics.md', () => {
  test('explains the codes of the table, in the same order', () => {
    expect(rows.map(([, code]) => code)).toEqual(codes);
  });

  test('agrees on their severity', () => {
    const severities = rows.map(([, code, severity]) => [code, severity]);
    expect(severities).toEqual(codes.map((code) => [code, CODES[code].severity]));
  });

  test('names the limits of the read phase', () => {
    const limits = [...page.matchAll(/^\| `(\w+)` \| ([\d,]+) \|/gm)].map(([, name, value]) => {
      return [name, Number(value?.replaceAll(',', ''))];
    });
    expect(Object.fromEntries(limits)).toEqual(DEFAULT_READ_LIMITS);
  });
});

test('codes are in alphabetical order', () => {
  expect(codes).toEqual([...codes].sort());
});

test('messages begin in lower case or with text of the user, and end without a full stop', () => {
  for (const code of codes) expect(CODES[code].message, code).toMatch(/^(?![A-Z]).*[^.]$/);
});
