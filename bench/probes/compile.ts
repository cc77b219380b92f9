import { timeOf, type Effort } from '../measure/measure-case.ts';
import { median } from '../measure/statistics.ts';
import type { Row } from '../report/row.ts';
import { writeBytes, writeCount, writeTime } from '../report/write-quantity.ts';
import type { CompileFigures } from './compile-child.ts';
import type { Probe } from './probe.ts';
import { runChild } from './run-child.ts';

interface Size {
  /** Argument of the child. */
  readonly name: string;
  readonly label: string;
  readonly runs: number;
  readonly mostMilliseconds: number | null;
}

const SIZES: readonly Size[] = [
  { name: '10', label: '10 rules', runs: 31, mostMilliseconds: null },
  { name: '100', label: '100 rules', runs: 21, mostMilliseconds: 25 },
  { name: 'triage', label: 'the 150 rules of W2', runs: 21, mostMilliseconds: null },
  { name: '1000', label: '1,000 rules', runs: 7, mostMilliseconds: null },
  { name: '10000', label: '10,000 rules', runs: 3, mostMilliseconds: 3000 },
  { name: 'table', label: 'a table of 10,000 rows', runs: 3, mostMilliseconds: 2000 },
];

const WORKLOAD = 'Compile: YAML bytes to a matcher, warm';

function rowsOf({ label, mostMilliseconds }: Size, figures: CompileFigures, effort: Effort): readonly Row[] {
  const milliseconds = median(figures.times.map((time) => timeOf(time, effort))) / 1e6;
  const met = mostMilliseconds !== null && milliseconds <= mostMilliseconds;
  const head = { workload: WORKLOAD };
  const unjudged = { target: '', verdict: '' } as const;
  return [
    {
      ...head,
      what: label,
      measured: writeTime(milliseconds * 1e6),
      compared: `${writeBytes(figures.yamlBytes)} of YAML`,
      target: mostMilliseconds === null ? '' : `≤ ${writeCount(mostMilliseconds)} ms`,
      verdict: mostMilliseconds === null ? '' : met ? 'met' : 'missed',
    },
    {
      ...head,
      what: `${label}: JavaScript`,
      measured: writeBytes(figures.codeBytes),
      compared: '',
      ...unjudged,
    },
    {
      ...head,
      what: `${label}: heap while loaded`,
      measured: writeBytes(figures.held),
      compared: `${writeBytes(figures.left)} after it was let go`,
      ...unjudged,
    },
  ];
}

export const compileProbe: Probe = {
  id: 'COMPILE',
  title: WORKLOAD,
  async rows(effort) {
    const rows: Row[] = [];
    for (const size of SIZES) {
      const runs = Math.min(size.runs, 2 * effort.batches);
      const figures = await runChild<CompileFigures>('./compile-child.js', size.name, String(runs));
      rows.push(...rowsOf(size, figures, effort));
    }
    return rows;
  },
};
