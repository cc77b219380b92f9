import type { Row } from '../report/row.ts';
import { writeBytes } from '../report/write-quantity.ts';
import type { MemoryFigures } from './memory-child.ts';
import type { Probe } from './probe.ts';
import { runChild } from './run-child.ts';

const WORKLOAD = 'Memory';

export const memoryProbe: Probe = {
  id: 'MEMORY',
  title: WORKLOAD,
  async rows() {
    const figures = await runChild<MemoryFigures>('./memory-child.js');
    const row = (what: string, bytes: number, compared = ''): Row => ({
      workload: WORKLOAD,
      what,
      measured: writeBytes(bytes),
      compared,
      target: '',
      verdict: '',
    });
    return [
      row('one session of W1, without facts', figures.gateSession),
      row('one session of W2, without facts', figures.triageSession),
      row(
        'one fact of 100,000 in the session of W6',
        figures.fact,
        `${writeBytes(figures.plainObject)} as the plain object that was given`,
      ),
    ];
  },
};
