import { expect, test } from 'vitest';
import { createReport } from '../../compiler/diagnostics/report.ts';

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

test('a warning is no error unless strict', () => {
  const lenient = createReport();
  const strict = createReport({ strict: true });
  for (const report of [lenient, strict]) report.add('unknown-key', at(1));
  expect([lenient.hasErrors(), strict.hasErrors()]).toEqual([false, true]);
  expect(strict.sorted()[0]?.severity).toBe('error');
});

test('a bounded number of diagnostics is kept, and every error counts', () => {
  const report = createReport();
  for (let i = 0; i < 10_000; i++) report.add('unknown-key', at(i));
  expect(report.sorted()).toHaveLength(10_000);
  expect(report.hasErrors()).toBe(false);
  report.add('unknown-key', at(10_000));
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
