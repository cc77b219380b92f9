import { describe, expect, test } from 'vitest';
import { formatFrame, formatLine, formatMessage, toJson } from '../../../compiler/diagnostics/format.ts';
import { createPositions } from '../../../compiler/diagnostics/line-column.ts';
import { createReport, type Diagnostic } from '../../../compiler/diagnostics/report.ts';

function diagnose(text: string, part: string, key = part, suggestion: string | null = null) {
  const positions = createPositions([{ path: 'rules.yaml', text }]);
  const start = text.indexOf(part);
  const report = createReport();
  const at = { file: 'rules.yaml', start, end: start + part.length };
  report.add('unknown-key', at, { key, owner: 'a ruleset' }, suggestion);
  const [diagnostic] = report.sorted() as readonly [Diagnostic];
  return { diagnostic, positions };
}

const { diagnostic, positions } = diagnose('module: a\nrule: []\n', 'rule', 'rule', 'rules');

test('one line', () => {
  expect(formatLine(diagnostic, positions)).toBe(
    "rules.yaml:2:1: error unknown-key: unknown key `rule` in a ruleset (did you mean 'rules'?)",
  );
});

test('without a suggestion', () => {
  expect(formatMessage({ ...diagnostic, suggestion: null })).toBe('unknown key `rule` in a ruleset');
});

test('JSON', () => {
  expect(toJson(diagnostic, positions)).toEqual({
    file: 'rules.yaml',
    line: 2,
    column: 1,
    code: 'unknown-key',
    severity: 'error',
    message: 'unknown key `rule` in a ruleset',
    suggestion: 'rules',
  });
});

describe('code frame', () => {
  const frame = (text: string, part: string) => {
    const { diagnostic, positions } = diagnose(text, part, 'k');
    return formatFrame(diagnostic, positions).split('\n').slice(1);
  };

  test('shows the line and the place', () => {
    expect(frame('module: a\n  rule: []\n', 'rule')).toEqual(['  2 |   rule: []', '    |   ^^^^']);
  });

  test('carets end with the line', () => {
    expect(frame('a: [b,\n c]', '[b,\n c]')).toEqual(['  1 | a: [b,', '    |    ^^^']);
  });

  test('a place at the end of a line has one caret', () => {
    expect(frame('abc', '')).toEqual(['  1 | abc', '    | ^']);
  });

  test('a long line is cut to a window around the place', () => {
    const [shown = '', carets = ''] = frame(`${'a'.repeat(500)}HERE${'b'.repeat(500)}`, 'HERE');
    expect(shown.length).toBeLessThan(120);
    expect(shown.slice(carets.indexOf('^'), carets.lastIndexOf('^') + 1)).toBe('HERE');
  });
});

test('text of a ruleset cannot steer a terminal or begin a line of its own', () => {
  const { diagnostic, positions } = diagnose('a\u001b[31m\u202eb: 1', 'a', 'a\n\u001b[2J\u202e');
  const hasControl = (line: string) => /[\p{Cc}\p{Cf}]/u.test(line);
  expect(hasControl(formatLine(diagnostic, positions))).toBe(false);
  const frame = formatFrame(diagnostic, positions).split('\n');
  expect(frame.map(hasControl)).toEqual([false, false, false]);
});
