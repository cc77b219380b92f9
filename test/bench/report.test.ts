import { describe, expect, it } from 'vitest';
import { readArguments } from '../../bench/arguments.ts';
import { compareAnswers } from '../../bench/measure/compare-answers.ts';
import type { Measured } from '../../bench/measure/measure-case.ts';
import { median } from '../../bench/measure/statistics.ts';
import { caseRows } from '../../bench/report/case-rows.ts';
import { requestRows } from '../../bench/report/request-rows.ts';
import { printTable } from '../../bench/report/print-table.ts';
import { gate } from '../../bench/workloads/gate.ts';

const REFERENCE = { path: '', label: 'C CLIPS 6.4.1', reference: true };
const DEBIAN = { path: '', label: 'C CLIPS 6.30', reference: false };

function measured(system: string, nanoseconds: number | null, problem: string | null = null): Measured {
  const rounds = nanoseconds === null ? [] : [nanoseconds];
  return { system, label: system, nanoseconds, rounds, requests: [], problem, wrong: false };
}

const [gateCase] = await gate.cases();

function judge(systems: readonly Measured[], harness: Parameters<typeof caseRows>[2] = REFERENCE) {
  return caseRows(gate, [{ given: gateCase!, measured: systems }], harness);
}

describe('the report', () => {
  it('judges a ratio against its target', () => {
    const rows = judge([measured('ferrule', 100), measured('clips', 1600), measured('javascript', 20)]);
    expect(rows.map(({ verdict }) => verdict)).toEqual(['', 'met', 'missed']);
    expect(rows[1]).toMatchObject({ compared: 'ferrule is 16x faster', target: '≥ 15x faster' });
    expect(rows[2]).toMatchObject({ compared: 'ferrule is 5x slower', target: '≤ 4x slower' });
  });

  it('compares what was measured in one round', () => {
    // The machine took twice as long in most rounds of the one, and in few of the other.
    const ferrule = { ...measured('ferrule', 200), rounds: [100, 200, 200] };
    const clips = { ...measured('clips', 1600), rounds: [1600, 1600, 3200] };
    expect(judge([ferrule, clips])[1]).toMatchObject({ compared: 'ferrule is 16x faster', verdict: 'met' });
  });

  it('requires more against the slower CLIPS', () => {
    const [, clips] = judge([measured('ferrule', 100), measured('clips', 1600)], DEBIAN);
    expect(clips).toMatchObject({ verdict: 'missed' });
    expect(clips!.target).toContain('40.5x');
  });

  it('says what it could not run, and why', () => {
    const [, clips] = judge([measured('ferrule', 100), measured('clips', null, 'no library')]);
    expect(clips).toMatchObject({ measured: 'not run', compared: 'no library', verdict: 'not judged' });
  });

  it('prints a table that no cell can break', () => {
    const lines = printTable(judge([measured('ferrule', null, 'a | b')])).split('\n');
    expect(new Set(lines.map((line) => line.length)).size).toBe(1);
    expect(lines[2]).toContain('a / b');
  });

  it('takes the median', () => {
    expect(median([5, 1, 3])).toBe(3);
    expect(median([4, 1, 3, 2])).toBe(2.5);
  });
});

describe('the comparison of results', () => {
  const answer = { decision: 'deny', reason: 'no', trace: ['m::a', 'm::b'] };

  it('reports another decision, another reason and another number of results', () => {
    expect(compareAnswers([answer], [answer], true)).toBeNull();
    expect(compareAnswers([answer], [{ ...answer, decision: 'allow' }], false)).toContain('request 0');
    expect(compareAnswers([answer], [{ ...answer, reason: 'yes' }], false)).toContain('request 0');
    expect(compareAnswers([answer], [], false)).toBe('0 answers instead of 1');
  });

  it('minds the order of firings only where it counts', () => {
    const other = { ...answer, trace: ['m::b', 'm::a'] };
    expect(compareAnswers([answer], [other], false)).toBeNull();
    expect(compareAnswers([answer], [other], true)).toContain('fired');
    expect(compareAnswers([answer], [{ ...answer, trace: null }], true)).toBeNull();
  });
});

describe('the command line', () => {
  it('refuses what it does not know', () => {
    expect(readArguments(['--only', 'W1,W99'], ['W1'])).toContain('W99');
    expect(readArguments(['--fast'], ['W1'])).toContain('--fast');
  });

  it('takes a selection', () => {
    expect(readArguments(['--only', 'w1', '--quick'], ['W1'])).toMatchObject({ only: ['W1'] });
  });

  it('judges the median and the slowest of the requests that a case names', () => {
    const given = { ...gateCase!, label: 'gate', requestNames: ['one', 'two', 'three'] };
    const of = (system: string, requests: readonly (readonly number[])[]) => ({
      ...measured(system, 1),
      requests,
    });
    const systems = [of('ferrule', [[10], [10], [10]]), of('clips', [[120], [40], [200]])];
    const rows = requestRows({ ...gate, id: 'W9' }, [{ given, measured: systems }]);
    expect(rows.map(({ what, compared, verdict }) => [what, compared, verdict])).toEqual([
      ['gate: the median case', 'ferrule is 12x faster than CLIPS', 'met'],
      ['gate: the slowest case, "two"', 'ferrule is 4x faster than CLIPS', 'missed'],
    ]);
  });
});
