import { expect, test } from 'vitest';
import type { DiagnosticCode } from '../../../compiler/diagnostics/codes.ts';
import { createReport } from '../../../compiler/diagnostics/report.ts';

const at = (start: number, file = 'a') => ({ file, start, end: start + 1 });

test('sorted by file, place and code', () => {
  const report = createReport();
  report.add('yaml-key', at(1, 'b'));
  report.add('yaml-merge-key', at(5));
  report.add('yaml-key', at(5));
  report.add('yaml-key', at(2));
  const places = report.sorted().map(({ at, code }) => `${at.file}${at.start} ${code}`);
  expect(places).toEqual(['a2 yaml-key', 'a5 yaml-key', 'a5 yaml-merge-key', 'b1 yaml-key']);
});

test('the same thing at the same place is said once', () => {
  const report = createReport();
  report.add('unknown-key', at(1), { key: 'a', owner: 'b' });
  report.add('unknown-key', at(1), { key: 'a', owner: 'b' });
  report.add('unknown-key', at(1), { key: 'c', owner: 'b' });
  expect(report.sorted()).toHaveLength(2);
});

test('a warning is not an error unless strict', () => {
  const lax = createReport();
  const strict = createReport({ strict: true });
  for (const report of [lax, strict]) report.add('template-ttl', at(1));
  expect([lax.hasErrors(), strict.hasErrors()]).toEqual([false, true]);
  expect(strict.sorted()[0]?.severity).toBe('error');
});

test('lenient makes an unknown key a warning, and nothing else; strict takes precedence', () => {
  const severities = (options: object, code: DiagnosticCode) => {
    const report = createReport(options);
    report.add(code, at(1));
    return report.sorted().map(({ severity }) => severity);
  };
  expect(severities({}, 'unknown-key')).toEqual(['error']);
  expect(severities({ lenient: true }, 'unknown-key')).toEqual(['warning']);
  expect(severities({ lenient: true }, 'unknown-slot')).toEqual(['error']);
  expect(severities({ lenient: true, strict: true }, 'unknown-key')).toEqual(['error']);
});

test('suggestions are looked for in the first twenty problems only', () => {
  const report = createReport();
  let sought = 0;
  for (let i = 0; i < 100; i++) report.add('unknown-slot', at(i), {}, () => `meant-${++sought}`);
  expect(sought).toBe(20);
  expect(report.sorted().at(19)?.suggestion).toBe('meant-20');
  expect(report.sorted().at(20)?.suggestion).toBeNull();
});

test('a bounded number of diagnostics is kept, and every error counts', () => {
  const report = createReport();
  for (let i = 0; i < 10_000; i++) report.add('template-ttl', at(i));
  expect(report.sorted()).toHaveLength(10_000);
  expect(report.hasErrors()).toBe(false);
  report.add('template-ttl', at(10_000));
  report.add('yaml-key', at(10_001));
  expect(report.sorted()).toHaveLength(10_001);
  expect(report.sorted().at(-1)?.code).toBe('too-many-problems');
  expect(report.hasErrors()).toBe(true);
});

test('parameters are filled in as they are, long ones shortened', () => {
  const report = createReport();
  report.add('unknown-key', at(1), { key: '{owner} $& {key}', owner: 'x'.repeat(300) });
  expect(report.sorted()[0]?.message).toBe(`unknown key \`{owner} $& {key}\` in ${'x'.repeat(200)}…`);
});
