/**
 * Targets of the project, as ratios within one run. A system's ratio is its time over ferrule's on the same case; a
 * scaling ratio is ferrule's time on a case over its time on the workload's first case.
 */
export interface Target {
  readonly workload: string;
  /** `peers`: every system that is neither ferrule nor one that is named in another row. `ferrule`: scaling.
   * `clips-median` and `clips-least`: CLIPS on the median and on the slowest request of a case. */
  readonly system: string;
  readonly atLeast?: number;
  readonly atMost?: number;
}

export const TARGETS: readonly Target[] = [
  { workload: 'W1', system: 'clips', atLeast: 15 },
  { workload: 'W1', system: 'javascript', atLeast: 1 / 4 },
  { workload: 'W1', system: 'peers', atLeast: 1 },
  { workload: 'W2', system: 'clips', atLeast: 15 },
  { workload: 'W2', system: 'javascript', atLeast: 1 / 4 },
  { workload: 'W2', system: 'peers', atLeast: 1 },
  { workload: 'W3', system: 'clips', atLeast: 5 },
  { workload: 'W4', system: 'clips', atLeast: 5 },
  { workload: 'W5', system: 'ferrule', atMost: 2 },
  { workload: 'W6', system: 'ferrule', atMost: 2 },
  { workload: 'W7', system: 'clips', atLeast: 2 },
  { workload: 'W8', system: 'ferrule', atMost: 2 },
  { workload: 'W9', system: 'clips-median', atLeast: 10 },
  { workload: 'W9', system: 'clips-least', atLeast: 5 },
  { workload: 'W10', system: 'ferrule', atMost: 3 },
  { workload: 'W11', system: 'ferrule', atMost: 2 },
  { workload: 'W12', system: 'ferrule', atMost: 2 },
  { workload: 'W13', system: 'ferrule', atMost: 2 },
];

/** CLIPS 6.3 as Debian builds it is that much slower than 6.4 with -O3, so it has to be beaten by that much more. */
export const SLOWER_CLIPS = 2.7;

const NO_PEERS: readonly string[] = ['ferrule', 'clips', 'javascript', 'javascript-indexed'];

export function targetOf(workload: string, system: string): Target | null {
  const of = TARGETS.filter((target) => target.workload === workload);
  const exact = of.find((target) => target.system === system);
  if (exact !== undefined || NO_PEERS.includes(system)) return exact ?? null;
  return of.find((target) => target.system === 'peers') ?? null;
}
