// Preload of a service: measures the longest turn of its main thread. Linux only. The unit is the millisecond of CPU time of
// a machine that does the yardstick in YARDSTICK_MS: on one that takes twice as long, each turn counts half.
import { openSync, readSync } from 'node:fs';
import { constants, PerformanceObserver, performance } from 'node:perf_hooks';
import { isMainThread } from 'node:worker_threads';
import { setInterval } from 'node:timers';

// Shorter turns are within every bound, whatever happened in them.
const KEPT_MS = 10;
const YARDSTICK_MS = 0.7;
const YARDSTICK = JSON.stringify(
  Array.from({ length: 2_000 }, (_, i) => ({ [`name-${i}`]: [i, `${i / 7}`] })),
);
// A collection is reported a moment later.
const REPORT_MS = 100;

if (isMainThread && process.send !== undefined) {
  const file = openSync(`/proc/self/task/${process.pid}/schedstat`, 'r');
  const bytes = Buffer.alloc(100);
  const used = () => Number.parseInt(bytes.toString('latin1', 0, readSync(file, bytes, 0, 100, 0)), 10) / 1e6;
  const collections = [];
  new PerformanceObserver((list) => {
    for (const { startTime, duration, detail } of list.getEntries())
      if (detail.kind === constants.NODE_PERFORMANCE_GC_MAJOR)
        collections.push({ from: startTime, duration });
  }).observe({ entryTypes: ['gc'] });
  let last = { cpu: used(), at: performance.now() };
  let turns = [];
  setInterval(() => {
    const next = { cpu: used(), at: performance.now() };
    const cpu = next.cpu - last.cpu;
    if (cpu >= KEPT_MS) turns.push({ from: last.at, to: next.at, cpu });
    last = next;
  }, 2).unref();

  // Threads beside this one collect the whole heap. If other processes have their cores, this one waits for them. So that
  // time does not count; what else the turn did took the rest of it at most.
  const lengthOf = ({ from, to, cpu }) => {
    const within = collections.filter((collection) => collection.from >= from && collection.from < to);
    const rest = within.reduce((sum, { duration }) => sum - duration, to - from);
    return within.length === 0 ? cpu : Math.min(cpu, rest);
  };
  // The least of some tries: the others wait for other processes or for collections.
  const yardstick = () =>
    Math.min(
      ...Array.from({ length: 20 }, () => {
        const from = performance.now();
        JSON.parse(YARDSTICK);
        return performance.now() - from;
      }),
    );
  process.on('message', () =>
    setTimeout(() => {
      const longest = (Math.max(0, ...turns.map(lengthOf)) * YARDSTICK_MS) / yardstick();
      // The yardstick was a turn too.
      setTimeout(() => {
        turns = [];
        collections.length = 0;
        process.send(longest);
      }, REPORT_MS);
    }, REPORT_MS),
  );
  process.channel?.unref();
}
