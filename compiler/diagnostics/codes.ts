/**
 * THE table of diagnostics: every code with its severity and message, in alphabetical order. A code is never reused
 * for another meaning. Messages: no final full stop, user text in backticks. `{name}` is filled from the parameters.
 * docs/diagnostics.md explains each code; a test proves that table and page agree.
 */
export const CODES = {
  'yaml-syntax': { severity: 'error', message: '{problem}' },
} as const satisfies Record<string, { readonly severity: Severity; readonly message: string }>;

export type Severity = 'error' | 'warning';
export type DiagnosticCode = keyof typeof CODES;
