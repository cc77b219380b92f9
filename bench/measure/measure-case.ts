import type { Harness } from '../clips/build.ts';
import { systemNamed } from '../systems/table.ts';
import type { Case } from '../workloads/workload.ts';
import { startChild, type Batch, type Child, type ChildAnswer } from './child.ts';
import { compareAnswers } from './compare-answers.ts';
import { mergeStarts } from './merge-starts.ts';
import { median } from './statistics.ts';
import type { Elapsed } from './timer.ts';

/** How long things may take. */
export interface Effort {
  /** Batches of each system, in turn with those of the others. */
  readonly batches: number;
  readonly batchMs: number;
  /** The least time of evaluations before the first batch that counts. */
  readonly warmUpMs: number;
  /** Counts the time of the processor instead of the clock's: for a machine that is not quiet. */
  readonly processorTime: boolean;
  /** Number of starts of every system; see `mergeStarts`. */
  readonly starts: number;
}

export const FULL: Effort = { batches: 15, batchMs: 60, warmUpMs: 5000, processorTime: false, starts: 1 };
export const QUICK: Effort = { batches: 5, batchMs: 30, warmUpMs: 2000, processorTime: false, starts: 1 };

export interface Measured {
  readonly system: string;
  readonly label: string;
  /** Nanoseconds an evaluation, the median of the batches; null when it did not run. */
  readonly nanoseconds: number | null;
  /** Nanoseconds an evaluation by batch; the batches of one round, of all systems, have the same place. */
  readonly rounds: readonly number[];
  /** The same of each request alone, when the case judges each for itself; else empty. */
  readonly requests: readonly (readonly number[])[];
  /** Why it did not run. */
  readonly problem: string | null;
  /** True if the problem is a wrong result. */
  readonly wrong: boolean;
}

const LONGEST_WARM_UP_MS = 20_000;
/** The batch of one request among many is that much shorter. */
const REQUEST_SHARE = 10;
/** A batch that takes less than this share of the best one before is a gain. */
const GAIN = 0.97;

interface Running {
  readonly name: string;
  readonly label: string;
  readonly child: Child;
  answers: readonly ChildAnswer[];
  count: number;
  readonly samples: number[];
  readonly requests: number[][];
  problem: string | null;
  wrong: boolean;
}

/** Measures one case with all its systems, each in as many processes after one another as the effort says. */
export async function measureCase(
  given: Case,
  workload: string,
  index: number,
  harness: Harness | string,
  effort: Effort,
): Promise<readonly Measured[]> {
  const starts: (readonly Measured[])[] = [];
  for (let count = 0; count < effort.starts; count++) {
    const entries = await Promise.all(
      given.systems.map((name) => start(name, given, workload, index, harness)),
    );
    starts.push(await measureStart(entries, given, effort));
  }
  return mergeStarts(starts);
}

/**
 * Measures with one process of each system: answers first, which must agree, then batches in turn, so that whatever
 * disturbs the machine disturbs all of them equally.
 */
async function measureStart(
  entries: readonly (Running | Measured)[],
  given: Case,
  effort: Effort,
): Promise<readonly Measured[]> {
  const running = entries.filter((entry): entry is Running => 'child' in entry);
  try {
    for (const system of running)
      await attempt(system, async () => void (system.answers = await system.child.answers()));
    compareAll(running);
    for (const system of running) await attempt(system, () => warmUp(system, effort));
    for (let batch = 0; batch < effort.batches; batch++)
      for (const system of running) await attempt(system, () => sample(system, effort));
    // All requests in each round: what disturbs the machine for a while is to spoil one batch of many, not all of one.
    for (let batch = 0; batch < effort.batches; batch++)
      for (const request of given.requestNames?.keys() ?? [])
        for (const system of running) await attempt(system, () => sampleRequest(system, request, effort));
  } finally {
    for (const { child } of running) child.stop();
  }
  return entries.map((entry) => ('child' in entry ? outcome(entry) : entry));
}

async function start(
  name: string,
  given: Case,
  workload: string,
  index: number,
  harness: Harness | string,
): Promise<Running | Measured> {
  const system = systemNamed(name, harness);
  const failed = (label: string, problem: string): Measured => ({
    system: name,
    label,
    nanoseconds: null,
    rounds: [],
    requests: [],
    problem,
    wrong: false,
  });
  if (typeof system === 'string') return failed('C CLIPS', system);
  try {
    const child = startChild(await system.launch(given, workload, index));
    return {
      name,
      label: system.label,
      child,
      answers: [],
      count: 1,
      samples: [],
      requests: given.requestNames?.map(() => []) ?? [],
      problem: null,
      wrong: false,
    };
  } catch (error) {
    return failed(system.label, (error as Error).message);
  }
}

/** A system that fails is left out from there on, and the report says why. */
async function attempt(system: Running, step: () => Promise<void>): Promise<void> {
  if (system.problem !== null) return;
  try {
    await step();
  } catch (error) {
    system.problem = (error as Error).message;
  }
}

function compareAll(running: readonly Running[]): void {
  const [first, ...others] = running.filter(({ problem }) => problem === null);
  if (first === undefined) return;
  for (const other of others) {
    const difference = compareAnswers(first.answers, other.answers, other.name === 'clips');
    if (difference === null) continue;
    other.problem = `differs from ${first.label}: ${difference}`;
    other.wrong = true;
  }
}

/**
 * Finds how many evaluations fill a batch, and goes on until a system is as fast as it gets: code of many small parts
 * is compiled part by part, so the last gain must be as long ago as everything before it took.
 */
async function warmUp(system: Running, effort: Effort): Promise<void> {
  let spent = 0;
  let lastGain = 0;
  let best = Infinity;
  while (spent < effort.warmUpMs || (spent < 2 * lastGain && spent < LONGEST_WARM_UP_MS)) {
    const batch = await checked(system);
    spent += batch.nanoseconds / 1e6;
    const each = Math.max(timeOf(batch, effort), 1) / system.count;
    if (each < best * GAIN) lastGain = spent;
    best = Math.min(best, each);
    const wanted = Math.ceil((effort.batchMs * 1e6) / best);
    system.count = Math.max(1, Math.min(wanted, system.count * 4));
  }
}

/** The time that counts, in nanoseconds. */
export function timeOf({ nanoseconds, processor }: Elapsed, { processorTime }: Effort): number {
  return processorTime ? processor : nanoseconds;
}

async function sample(system: Running, effort: Effort): Promise<void> {
  system.samples.push(timeOf(await checked(system), effort) / system.count);
}

/** A share of a batch: there are as many requests as a case has, and each is as warm as it gets. */
async function sampleRequest(system: Running, request: number, effort: Effort): Promise<void> {
  const count = Math.ceil(system.count / REQUEST_SHARE);
  const batch = await checked(system, count, request);
  system.requests[request]?.push(timeOf(batch, effort) / count);
}

async function checked(system: Running, count = system.count, request?: number): Promise<Batch> {
  const batch = await system.child.batch(count, request);
  if (batch.mismatches === 0) return batch;
  system.wrong = true;
  throw new Error(`${batch.mismatches} of ${count} timed answers are wrong`);
}

function outcome({ name, label, samples, requests, problem, wrong }: Running): Measured {
  const nanoseconds = problem === null && samples.length > 0 ? median(samples) : null;
  return { system: name, label, nanoseconds, rounds: samples, requests, problem, wrong };
}
