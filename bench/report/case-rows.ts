import type { Harness } from '../clips/build.ts';
import type { Measured } from '../measure/measure-case.ts';
import { medianRatio } from '../measure/statistics.ts';
import type { Case, Workload } from '../workloads/workload.ts';
import type { Row } from './row.ts';
import { SLOWER_CLIPS, targetOf } from './targets.ts';
import { writeRatio, writeTime } from './write-quantity.ts';

/** A case with what was measured of it. */
export interface MeasuredCase {
  readonly given: Case;
  readonly measured: readonly Measured[];
}

/** Ferrule itself, by whichever door it is loaded. */
function isOurs(system: string): boolean {
  return system === 'ferrule' || system === 'this-build';
}

function ferruleOf({ measured }: MeasuredCase): Measured | null {
  return measured.find(({ system, nanoseconds }) => isOurs(system) && nanoseconds !== null) ?? null;
}

function ferruleTime(one: MeasuredCase): number | null {
  return ferruleOf(one)?.nanoseconds ?? null;
}

/** The rows of a workload's cases. */
export function caseRows(
  workload: Workload,
  cases: readonly MeasuredCase[],
  harness: Harness | string,
): readonly Row[] {
  return cases.flatMap((one, index) =>
    one.measured.map((measured) => {
      const { system, label, nanoseconds, problem } = measured;
      const what = one.given.label === '' ? label : `${one.given.label}: ${label}`;
      const head = { workload: `${workload.id} ${workload.title}`, what };
      const judged = isOurs(system)
        ? judgeScaling(workload, cases, index)
        : judgeSystem(workload, one, measured, harness);
      if (nanoseconds === null)
        return {
          ...head,
          measured: 'not run',
          compared: problem ?? '',
          target: judged.target,
          verdict: judged.target === '' ? '' : 'not judged',
        } as const;
      return { ...head, measured: writeTime(nanoseconds), ...judged };
    }),
  );
}

type Judged = Pick<Row, 'compared' | 'target' | 'verdict'>;

function judgeSystem(
  workload: Workload,
  one: MeasuredCase,
  { system, nanoseconds, rounds }: Measured,
  harness: Harness | string,
): Judged {
  const ferrule = ferruleOf(one);
  const slower = system === 'clips' && typeof harness !== 'string' && !harness.reference;
  const bound = targetOf(workload.id, system)?.atLeast;
  const atLeast = bound === undefined ? undefined : bound * (slower ? SLOWER_CLIPS : 1);
  const target = atLeast === undefined ? '' : writeBound(atLeast, slower);
  if (ferrule === null || nanoseconds === null) return { compared: '', target, verdict: '' };
  const ratio = medianRatio(rounds, ferrule.rounds);
  const compared = `ferrule is ${writeSpeed(ratio)}`;
  return { compared, target, verdict: atLeast === undefined ? '' : ratio >= atLeast ? 'met' : 'missed' };
}

function judgeScaling(workload: Workload, cases: readonly MeasuredCase[], index: number): Judged {
  const atMost = targetOf(workload.id, 'ferrule')?.atMost;
  const [base, here] = [ferruleTime(cases[0]!), ferruleTime(cases[index]!)];
  if (atMost === undefined || index === 0) return { compared: '', target: '', verdict: '' };
  const target = `≤ ${writeRatio(atMost)}`;
  if (base === null || here === null) return { compared: '', target, verdict: '' };
  const ratio = here / base;
  const compared = `${writeRatio(ratio)} of ${cases[0]!.given.label}`;
  return { compared, target, verdict: ratio <= atMost ? 'met' : 'missed' };
}

function writeSpeed(ratio: number): string {
  return ratio >= 1 ? `${writeRatio(ratio)} faster` : `${writeRatio(1 / ratio)} slower`;
}

function writeBound(atLeast: number, slower: boolean): string {
  if (atLeast === 1) return 'faster';
  if (atLeast < 1) return `≤ ${writeRatio(1 / atLeast)} slower`;
  const note = slower ? ` (6.3 is ${SLOWER_CLIPS}x slower)` : '';
  return `≥ ${writeRatio(atLeast)} faster${note}`;
}
