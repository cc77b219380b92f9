import { Worker } from 'node:worker_threads';
import { createDrawer, type Input } from './draw-input.ts';

/** Megabytes of heap that one input may need. */
const MEMORY_MB = 1_000;
const POLL_MS = 250;

interface Attack {
  readonly count: number;
  readonly seed: number;
  /** The service under attack, with its token; null: rulesets and files only. */
  readonly service: { readonly url: string; readonly token: string } | null;
  /** An input that takes longer hangs. */
  readonly limitMs: number;
  readonly onFailure: (failure: Failure) => void;
}

export interface Failure {
  readonly index: number;
  readonly problem: string;
  readonly input: Input;
}

interface Tally {
  readonly refused: number;
  readonly loaded: number;
  readonly failures: number;
}

export interface AttackStart {
  readonly from: number;
  readonly to: number;
  readonly seed: number;
  readonly token: string | null;
  readonly url: string | null;
  readonly limitMs: number;
  /** One number: the input that is being tried. */
  readonly progress: SharedArrayBuffer;
}

export type AttackReport =
  | { readonly kind: 'failure'; readonly index: number; readonly problem: string }
  | { readonly kind: 'done'; readonly refused: number; readonly loaded: number };

/** Inputs of one thread; it is replaced after them, so that a leak is not taken for a large input. */
const PART = 5_000;

/** Tries all inputs in threads of their own, one after the other; a hang or a death is a failure of the input tried. */
export async function watchAttack(attack: Attack): Promise<Tally> {
  const draw = createDrawer({ seed: attack.seed, token: attack.service?.token ?? null });
  const tally = { refused: 0, loaded: 0, failures: 0 };
  const fail = (index: number, problem: string): void => {
    tally.failures++;
    attack.onFailure({ index, problem, input: draw(index) });
  };
  for (let from = 0; from < attack.count;) {
    const to = Math.min(from + PART, attack.count);
    const end = await runPart(attack, from, to, fail);
    tally.refused += end.refused;
    tally.loaded += end.loaded;
    from = end.next;
  }
  return tally;
}

interface PartEnd {
  readonly next: number;
  readonly refused: number;
  readonly loaded: number;
}

function runPart(
  { seed, service, limitMs }: Attack,
  from: number,
  to: number,
  fail: (index: number, problem: string) => void,
): Promise<PartEnd> {
  const progress = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);
  const at = new Int32Array(progress);
  at[0] = from;
  const start: AttackStart = {
    ...{ from, to, seed, limitMs, progress },
    token: service?.token ?? null,
    url: service?.url ?? null,
  };
  const thread = new Worker(new URL('fuzz-hostile-worker.js', import.meta.url), {
    workerData: start,
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
  });
  return new Promise((resolve) => {
    let last = -1;
    let since = performance.now();
    let settled = false;
    const settle = (end: PartEnd): void => {
      if (settled) return;
      settled = true;
      clearInterval(timer);
      void thread.terminate().then(() => resolve(end));
    };
    const giveUp = (problem: string): void => {
      if (settled) return;
      const index = Atomics.load(at, 0);
      fail(index, problem);
      settle({ next: index + 1, refused: 0, loaded: 0 });
    };
    const timer = setInterval(() => {
      const index = Atomics.load(at, 0);
      if (index !== last) [last, since] = [index, performance.now()];
      // The thread's own time-out for an answer of the service comes first.
      else if (performance.now() - since > 2 * limitMs) giveUp(`hangs: more than ${2 * limitMs} ms`);
    }, POLL_MS);
    thread.on('message', (report: AttackReport) => {
      if (report.kind === 'failure') fail(report.index, report.problem);
      else settle({ next: to, refused: report.refused, loaded: report.loaded });
    });
    thread.on('error', (error) => giveUp(`the thread died: ${error.message}`));
    thread.on('exit', () => giveUp('the thread ended'));
  });
}
