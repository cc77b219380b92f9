import { median, medianRatio } from '../measure/statistics.ts';
import type { Workload } from '../workloads/workload.ts';
import type { MeasuredCase } from './case-rows.ts';
import type { Row } from './row.ts';
import { targetOf } from './targets.ts';
import { writeRatio } from './write-quantity.ts';

interface Named {
  readonly name: string;
  readonly ratio: number;
}

/** How much longer CLIPS takes for each request of a case, the least first; empty when one of the two did not run. */
function ratiosOf({ given, measured }: MeasuredCase): readonly Named[] {
  const of = (wanted: string) => measured.find(({ system }) => system === wanted);
  const [ferrule, clips] = [of('ferrule')?.requests ?? [], of('clips')?.requests ?? []];
  const names = given.requestNames ?? [];
  return names
    .flatMap((name, index) => {
      const [own, other] = [ferrule[index] ?? [], clips[index] ?? []];
      return own.length === 0 || own.length !== other.length
        ? []
        : [{ name, ratio: medianRatio(other, own) }];
    })
    .sort((one, other) => one.ratio - other.ratio);
}

/** Two rows for each case whose requests are judged for themselves: the median request and the slowest one. */
export function requestRows(workload: Workload, cases: readonly MeasuredCase[]): readonly Row[] {
  return cases.flatMap((one): readonly Row[] => {
    const ratios = ratiosOf(one);
    const [least] = ratios;
    if (least === undefined) return [];
    const row = (what: string, ratio: number, system: string): Row => {
      const atLeast = targetOf(workload.id, system)?.atLeast ?? 1;
      return {
        workload: `${workload.id} ${workload.title}`,
        what: `${one.given.label}: ${what}`,
        measured: `${ratios.length} cases`,
        compared: `ferrule is ${writeRatio(ratio)} faster than CLIPS`,
        target: `≥ ${writeRatio(atLeast)} faster`,
        verdict: ratio >= atLeast ? 'met' : 'missed',
      };
    };
    return [
      row('the median case', median(ratios.map(({ ratio }) => ratio)), 'clips-median'),
      row(`the slowest case, "${least.name}"`, least.ratio, 'clips-least'),
    ];
  });
}
