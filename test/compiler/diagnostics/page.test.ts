import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { CODES, type DiagnosticCode } from '../../../compiler/diagnostics/codes.ts';
import { EXPRESSION_CODES } from '../../../compiler/diagnostics/codes/expressions.ts';
import { LIBRARY_CODES } from '../../../compiler/diagnostics/codes/graphs-and-suites.ts';
import { READING_CODES } from '../../../compiler/diagnostics/codes/reading.ts';
import { RULE_CODES } from '../../../compiler/diagnostics/codes/rules.ts';
import { RULESET_CODES } from '../../../compiler/diagnostics/codes/rulesets.ts';
import { SHORT_CODES } from '../../../compiler/diagnostics/codes/short.ts';
import { DEFAULT_READ_LIMITS } from '../../../compiler/read/limits.ts';

const page = readFileSync(new URL('../../../docs/reference/diagnostics.md', import.meta.url), 'utf8');
const codes = (Object.keys(CODES) as DiagnosticCode[]).sort();
const tables = [READING_CODES, EXPRESSION_CODES, RULE_CODES, RULESET_CODES, SHORT_CODES, LIBRARY_CODES].map(
  (table) => Object.keys(table),
);

/** Rows `| code | severity | meaning | example |` of the page. */
const rows = [...page.matchAll(/^\| `([a-z0-9-]+)` \| (error|warning) \| (.+?) \| (.+?) \|$/gm)];

describe('docs/reference/diagnostics.md', () => {
  test('explains the codes of the table, in alphabetical order', () => {
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

test('each table has its codes in alphabetical order, and no code is in two of them', () => {
  for (const table of tables) expect(table).toEqual([...table].sort());
  expect(tables.flat().sort()).toEqual(codes);
});

test('messages begin in lower case or with text of the user, and end without a full stop', () => {
  for (const code of codes) expect(CODES[code].message, code).toMatch(/^(?![A-Z]).*[^.]$/);
});
