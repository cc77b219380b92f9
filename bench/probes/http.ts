import { median } from '../measure/statistics.ts';
import type { Row } from '../report/row.ts';
import { writeCount, writeRatio, writeTime } from '../report/write-quantity.ts';
import type { Probe } from './probe.ts';
import { runChild } from './run-child.ts';

/** One load as http/compare.mjs prints it. */
interface Load {
  /** Requests a second. */
  readonly rate: number;
  /** Milliseconds. */
  readonly p99: number;
  /** Responses that were not 2xx. */
  readonly failed: number;
  /** Processor microseconds of the server per request; null if the system does not report them. */
  readonly processor: number | null;
}

interface HttpFigures {
  readonly tool: string;
  readonly echo: readonly Load[];
  readonly service: readonly Load[];
  readonly reloading: readonly Load[];
}

interface Judged {
  readonly what: string;
  readonly loads: readonly Load[];
  readonly leastRate: number;
}

const WORKLOAD = 'HTTP: /v1/evaluate on W1';
const LEAST_RATE = 0.9;
const LEAST_RATE_RELOADING = 0.8;
const MOST_P99 = 2.5;
const QUICK_BATCHES = 5;

const rateOf = (loads: readonly Load[]): number => median(loads.map(({ rate }) => rate));
const p99Of = (loads: readonly Load[]): number => median(loads.map(({ p99 }) => p99));
const writeRate = (rate: number): string => `${writeCount(Math.round(rate))}/s`;
const writeProcessor = (loads: readonly Load[]): string => {
  const known = loads.flatMap(({ processor }) => (processor === null ? [] : [processor]));
  return known.length === 0 ? '' : `, ${writeTime(median(known) * 1000)} of processor a request`;
};
const writeLatency = (milliseconds: number): string => `${milliseconds.toFixed(1)} ms`;

function judge({ what, loads, leastRate }: Judged, echo: readonly Load[]): readonly Row[] {
  const failed = loads.reduce((sum, load) => sum + load.failed, 0);
  const rate = rateOf(loads) / rateOf(echo);
  const p99 = p99Of(loads) / p99Of(echo);
  const note = failed === 0 ? '' : `, ${failed} responses were not 2xx`;
  return [
    {
      workload: WORKLOAD,
      what,
      measured: writeRate(rateOf(loads)),
      compared: `${writeRatio(rate)} of the echo${writeProcessor(loads)}${note}`,
      target: `≥ ${writeRatio(leastRate)}`,
      verdict: rate >= leastRate && failed === 0 ? 'met' : 'missed',
    },
    {
      workload: WORKLOAD,
      what: `${what}: p99`,
      measured: writeLatency(p99Of(loads)),
      compared: `${writeRatio(p99)} of the echo`,
      target: `≤ ${writeRatio(MOST_P99)}`,
      verdict: p99 <= MOST_P99 ? 'met' : 'missed',
    },
  ];
}

export const httpProbe: Probe = {
  id: 'HTTP',
  title: WORKLOAD,
  async rows({ batches }) {
    const rounds = batches <= QUICK_BATCHES ? 1 : 5;
    const figures = await runChild<HttpFigures>('../http/compare.mjs', '4', String(rounds));
    const { tool, echo, service, reloading } = figures;
    const plain = (what: string, measured: string, note = ''): Row => ({
      workload: WORKLOAD,
      what,
      measured,
      compared: `with ${tool}${note}`,
      target: '',
      verdict: '',
    });
    return [
      plain('Fastify that echoes the JSON', writeRate(rateOf(echo)), writeProcessor(echo)),
      plain('Fastify that echoes the JSON: p99', writeLatency(p99Of(echo))),
      ...judge({ what: 'ferrule', loads: service, leastRate: LEAST_RATE }, echo),
      ...judge(
        { what: 'ferrule, a reload every second', loads: reloading, leastRate: LEAST_RATE_RELOADING },
        echo,
      ),
    ];
  },
};
