// Preload of a service: measures the longest turn of its main thread, in milliseconds of CPU time. Linux only.
import { openSync, readSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';
import { setInterval } from 'node:timers';

if (isMainThread && process.send !== undefined) {
  const file = openSync(`/proc/self/task/${process.pid}/schedstat`, 'r');
  const bytes = Buffer.alloc(100);
  const used = () => Number.parseInt(bytes.toString('latin1', 0, readSync(file, bytes, 0, 100, 0)), 10) / 1e6;
  let last = used();
  let longest = 0;
  setInterval(() => {
    const now = used();
    longest = Math.max(longest, now - last);
    last = now;
  }, 2).unref();
  process.on('message', () => {
    process.send(longest);
    longest = 0;
  });
  process.channel?.unref();
}
