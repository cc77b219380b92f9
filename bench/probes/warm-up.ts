import { median } from '../measure/statistics.ts';
import type { Row } from '../report/row.ts';
import { writeCount, writeTime } from '../report/write-quantity.ts';
import type { Probe } from './probe.ts';
import { runChild } from './run-child.ts';
import type { WarmUpFigures } from './warm-up-child.ts';

const WORKLOAD = 'Warm-up of the shipped gate';
const TARGET = 2000;
const FIRST_TARGET_MS = 2;
const PROCESSES = 5;

interface Way {
  readonly how: string;
  /** Script that measures it, with its argument. */
  readonly child: readonly [module: string, word: string];
}

const WAYS: readonly Way[] = [
  { how: 'a service that it is mounted in', child: ['../http/warm-up.mjs', 'mounted'] },
  { how: 'a service that loads it on the first request', child: ['../http/warm-up.mjs', 'asked'] },
  { how: "a library, warmUp 'suites', 300 ms", child: ['./warm-up-child.js', 'suites'] },
  {
    how: 'a library, warmUp with a third of the requests, 300 ms',
    child: ['./warm-up-child.js', 'requests'],
  },
  { how: 'a library, loaded as it is', child: ['./warm-up-child.js', 'loaded'] },
];

export const warmUpProbe: Probe = {
  id: 'WARMUP',
  title: WORKLOAD,
  async rows() {
    const rows: Row[] = [];
    for (const { how, child } of WAYS) {
      const figures: WarmUpFigures[] = [];
      for (let i = 0; i < PROCESSES; i++) figures.push(await runChild<WarmUpFigures>(...child));
      const evaluations = median(figures.map((one) => one.evaluations ?? Infinity));
      const firstMs = median(figures.map((one) => one.firstMs));
      rows.push(
        {
          workload: WORKLOAD,
          what: `${how}: evaluations until they take at most twice the final time`,
          measured: writeCount(evaluations),
          compared: `final ${writeTime(median(figures.map(({ finalNs }) => finalNs)))}`,
          target: `at most ${writeCount(TARGET)}`,
          verdict: evaluations <= TARGET ? 'met' : 'missed',
        },
        {
          workload: WORKLOAD,
          what: `${how}: the first evaluation`,
          measured: writeTime(firstMs * 1e6),
          compared: '',
          target: `at most ${FIRST_TARGET_MS} ms`,
          verdict: firstMs <= FIRST_TARGET_MS ? 'met' : 'missed',
        },
      );
    }
    return rows;
  },
};
