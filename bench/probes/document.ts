import { median, medianRatio } from '../measure/statistics.ts';
import type { Elapsed } from '../measure/timer.ts';
import type { Row } from '../report/row.ts';
import { writeTime } from '../report/write-quantity.ts';
import type { DocumentFigures } from './document-child.ts';
import type { Probe } from './probe.ts';
import { runChild } from './run-child.ts';

const WORKLOAD = 'Documents';
/** Maximum ratio of parsing and mapping together to JSON.parse. */
const TARGET = 1.5;

export const documentProbe: Probe = {
  id: 'DOCUMENT',
  title: WORKLOAD,
  async rows({ batches, batchMs, processorTime }) {
    const figures = await runChild<DocumentFigures>('./document-child.js', String(batches), String(batchMs));
    const timesOf = (elapsed: readonly Elapsed[]): readonly number[] =>
      elapsed.map(({ nanoseconds, processor }) => (processorTime ? processor : nanoseconds));
    const [jsonParse, parse] = [timesOf(figures.jsonParse), timesOf(figures.parse)];
    const ofFacts = timesOf(figures.ofFacts);
    const mapping = timesOf(figures.ofDocument).map((time, i) => Math.max(0, time - ofFacts[i]!));
    const row = (what: string, times: readonly number[], target?: number): Row => {
      const ratio = medianRatio(times, jsonParse);
      return {
        workload: WORKLOAD,
        what,
        measured: writeTime(median(times)),
        compared: `${ratio.toFixed(2)} times JSON.parse`,
        target: target === undefined ? '' : `at most ${target} times`,
        verdict: target === undefined ? '' : ratio <= target ? 'met' : 'missed',
      };
    };
    return [
      row(`JSON.parse of a document of ${figures.bytes} bytes`, jsonParse),
      row('parseDocument of it', parse),
      row(`input: of it, ${figures.facts} facts, over the same facts given as facts`, mapping),
      row(
        'both together',
        parse.map((time, i) => time + mapping[i]!),
        TARGET,
      ),
    ];
  },
};
