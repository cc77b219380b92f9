// One measured load on one address: `wrk -t1 -c64` where it is installed, else autocannon. Each connection waits for its
// response before the next request.
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import autocannon from 'autocannon';

const run = promisify(execFile);
export const CONNECTIONS = 64;
const MILLISECONDS = { us: 1e-3, ms: 1, s: 1000, m: 60_000 };

/** Name of the existing tool. */
export async function findTool() {
  // wrk -v prints its version and ends with 1.
  const { stdout } = await run('wrk', ['-v']).catch((error) => error);
  return stdout?.startsWith('wrk') ? 'wrk' : 'autocannon';
}

/** Requests per second, the 99th percentile in milliseconds and the number of responses that were not 2xx. */
export function load(tool, target, seconds, connections = CONNECTIONS) {
  return tool === 'wrk'
    ? loadWithWrk(target, seconds, connections)
    : loadWithAutocannon(target, seconds, connections);
}

async function loadWithWrk({ url, headers, body }, seconds, connections) {
  const folder = await mkdtemp(join(tmpdir(), 'ferrule-bench-'));
  const script = join(folder, 'post.lua');
  const lines = Object.entries(headers).map(([name, value]) => `wrk.headers["${name}"] = "${value}"`);
  await writeFile(script, ['wrk.method = "POST"', `wrk.body = [==[${body}]==]`, ...lines].join('\n'));
  try {
    const { stdout } = await run('wrk', [
      '-t1',
      `-c${connections}`,
      `-d${seconds}s`,
      '--latency',
      '-s',
      script,
      url,
    ]);
    const [, p99, unit] = /99%\s+([\d.]+)(us|ms|s|m)/.exec(stdout);
    const failed = /Non-2xx or 3xx responses: (\d+)/.exec(stdout)?.[1] ?? 0;
    return {
      rate: Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)[1]),
      p99: Number(p99) * MILLISECONDS[unit],
      failed: Number(failed),
    };
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function loadWithAutocannon({ url, headers, body }, seconds, connections) {
  const options = { url, method: 'POST', headers, body, connections, duration: seconds };
  const { requests, latency, non2xx, errors } = await autocannon(options);
  return { rate: requests.average, p99: latency.p99, failed: non2xx + errors };
}
