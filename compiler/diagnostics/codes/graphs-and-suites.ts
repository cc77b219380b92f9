import type { CodeTable } from './code-table.ts';

/** Diagnostics of graphs and test suites. */
export const LIBRARY_CODES = {
  'graph-before': {
    severity: 'error',
    message: '`{name}` does not run before node `{node}`: list it in `after`',
  },
  'graph-cycle': {
    severity: 'error',
    message: 'circular dependency: node `{node}` waits for `{name}`, which waits for it',
  },
  'graph-documents': { severity: 'error', message: 'expected one YAML document per graph' },
  'graph-fleet-template': {
    severity: 'error',
    message: 'a graph cannot assert facts of template `{name}`, which a fleet shares',
  },
  'graph-host-template': {
    severity: 'error',
    message: 'a graph cannot assert facts of template `{name}`, which only the host provides',
  },
  'graph-input': {
    severity: 'error',
    message: 'ruleset `{name}` takes no document: it has no `input`, and no rule names one',
  },
  'graph-missing-slot': { severity: 'error', message: 'template `{template}` needs slot `{slot}`' },
  'graph-name': {
    severity: 'error',
    message: 'the graph is named `{found}`, but its file is named `{expected}`',
  },
  'graph-reference': {
    severity: 'error',
    message:
      'invalid reference `{text}`: expected `${params.name}`, or `${nodes.id.decision}`, `.reason` or `.metadata.key`',
  },
  'graph-ruleset': { severity: 'error', message: 'ruleset `{name}` {problem}' },
  'graph-too-large': { severity: 'error', message: 'more than {limit} {what}' },
  'reference-in-fact': {
    severity: 'error',
    message: '`{text}` is plain text in a suite: write the value, or `{escape}` for the text',
  },
  'suite-format': { severity: 'error', message: '{problem}' },
  'suite-is-ruleset': {
    severity: 'error',
    message: '`{key}` belongs in a ruleset, but `{name}` is read as a test suite: rename the file',
  },
  'test-failed': { severity: 'error', message: '{what}: expected {expected}, got {got}' },
  'unknown-node': { severity: 'error', message: 'unknown node `{name}`' },
} as const satisfies CodeTable;
