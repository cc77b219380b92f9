import { expect, test } from 'vitest';
import { rebuildSums } from '../../evidence/replay/budget-sums.ts';
import type { LogRecord, RecordedSum } from '../../evidence/replay/log-records.ts';

const HOUR = 3_600_000;
const START = 1_790_000_000_000;

function used(
  number: number,
  time: number,
  sums: Partial<RecordedSum>,
  more: Partial<LogRecord> = {},
): LogRecord {
  const sum = {
    ...{ budget: 'b', key: {}, requested: '10', used: '0', reserved: '0' },
    ...{ window_start: time - HOUR, sliding: true as const },
    ...sums,
  };
  return {
    ...{ time: new Date(time).toISOString(), kind: 'decision', decision_id: `d${number}`, counted_in: 'r' },
    ...{ record_sequence: number, counted_at: time, budgets: [sum] },
    ...more,
  };
}

test('sums are those of the uses before, in their window', () => {
  const records = [
    used(1, START, {}),
    used(2, START + 1, { used: '10', holds: true }),
    used(3, START + 2, { used: '10', reserved: '10' }),
    { time: '', kind: 'reservation', decision_id: 'd2', record_sequence: 4, settled: [settled('7')] },
    // The first has left the window.
    used(5, START + HOUR, { used: '17' }),
  ];
  // In any order, and twice.
  expect(rebuildSums([...records, records[0]!].reverse())).toEqual({
    ...{ count: 4, differences: 0, missing: 0, isPartial: false },
  });
});

const settled = (amount: string): { budget: string; key: object; amount: string } => ({
  ...{ budget: 'b', key: {}, amount },
});

test('finds a sum that is not, and a record that is missing', () => {
  expect(rebuildSums([used(1, START, {}), used(2, START, { used: '9' })])).toMatchObject({ differences: 1 });
  expect(rebuildSums([used(1, START, {}), used(3, START, { used: '20' })])).toMatchObject({
    ...{ differences: 1, missing: 1 },
  });
});

test('a reset begins at 0, and sessions have sums of their own', () => {
  const session = { window_start: null };
  const reset = { time: '', kind: 'budget_reset', ruleset: 'r', budget: 'b', record_sequence: 4 };
  const { sliding: _, ...one } = used(1, START, session, { session_id: 'one' }).budgets![0]!;
  const of = (number: number, id: string, sum: string): LogRecord =>
    used(number, START, {}, { session_id: id, budgets: [{ ...one, used: sum }] });
  const records = [of(1, 'one', '0'), of(2, 'two', '0'), of(3, 'one', '10'), reset, of(5, 'one', '0')];
  expect(rebuildSums(records)).toMatchObject({ count: 4, differences: 0 });
});

test('what was held before a reset is not taken from the sums after it', () => {
  const records = [
    used(1, START, { holds: true }),
    { time: '', kind: 'budget_reset', ruleset: 'r', budget: 'b', record_sequence: 2 },
    used(3, START + 1, {}),
    { time: '', kind: 'reservation', decision_id: 'd1', record_sequence: 4, settled: [settled('7')] },
    used(5, START + 2, { used: '10', reserved: '0' }),
  ];
  expect(rebuildSums(records)).toMatchObject({ count: 3, differences: 0 });
});

test('compares nothing in a log that begins later', () => {
  expect(rebuildSums([used(7, START, { used: '70' })])).toMatchObject({ count: 0, isPartial: true });
  expect(rebuildSums([])).toMatchObject({ count: 0, isPartial: false });
});
