import { EXPRESSION_CODES } from './codes/expressions.ts';
import { LIBRARY_CODES } from './codes/graphs-and-suites.ts';
import { READING_CODES } from './codes/reading.ts';
import { RULESET_CODES } from './codes/rulesets.ts';
import { RULE_CODES } from './codes/rules.ts';
import { SHORT_CODES } from './codes/short.ts';
import type { CodeTable } from './codes/code-table.ts';

/**
 * The table of diagnostics: every code with its severity and message, by the step that finds it. A code is never reused
 * for another meaning. Messages follow `what is wrong: what was expected`, in lower case, without a final full stop and
 * with user text in backticks. `{name}` is filled from the parameters. docs/reference/diagnostics.md explains each code; a test
 * checks that table and page agree.
 */
export const CODES = {
  ...READING_CODES,
  ...EXPRESSION_CODES,
  ...RULE_CODES,
  ...RULESET_CODES,
  ...SHORT_CODES,
  ...LIBRARY_CODES,
} as const satisfies CodeTable;

export type DiagnosticCode = keyof typeof CODES;
