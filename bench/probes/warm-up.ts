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

const MODES = {
  loaded: 'loaded as it is',
  requests: 'loaded with a third of the requests, 300 ms',
  suites: "loaded with warmUp 'suites', whose cases the requests are, 300 ms",
};

export const warmUpProbe: Probe = {
  id: 'WARMUP',
  title: WORKLOAD,
  async rows() {
    const rows: Row[] = [];
    for (const [mode, how] of Object.entries(MODES)) {
      const figures: WarmUpFigures[] = [];
      for (let i = 0; i < PROCESSES; i++)
        figures.push(await runChild<WarmUpFigures>('./warm-up-child.js', mode));
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
