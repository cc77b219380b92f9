import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { Compiled } from '../attack-compiler.ts';

/** Maximum cost of any text of this length, compiled and loaded: processor seconds and megabytes of heap. */
export const BIG_LENGTH = 1_000_000;
const MOST_SECONDS = 10;
const MOST_MEGABYTES = 1_024;
/** Processor seconds after which a process is killed. */
const GIVEN_UP_SECONDS = 3 * MOST_SECONDS;
const POLL_MS = 250;
const TICKS_PER_SECOND = 100;

/** Measurements of the process itself; processor seconds, so that other processes do not count. */
export interface BigReport extends Compiled {
  readonly seconds: number;
  readonly megabytes: number;
}

/** `problem`: null when the text was compiled or refused within the bounds. */
interface BigEnd {
  readonly report: BigReport | null;
  readonly problem: string | null;
}

/** Compiles one of the large texts in a process of its own. */
export async function tryBig(name: string, length = BIG_LENGTH): Promise<BigEnd> {
  const entry = fileURLToPath(new URL('fuzz-hostile-big.js', import.meta.url));
  const child = spawn(
    process.execPath,
    [`--max-old-space-size=${MOST_MEGABYTES}`, entry, name, String(length)],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  );
  let isGivenUp = false;
  const timer = setInterval(() => {
    void secondsOf(child.pid).then((seconds) => {
      if (seconds <= GIVEN_UP_SECONDS) return;
      isGivenUp = true;
      child.kill('SIGKILL');
    });
  }, POLL_MS);
  const [out, error] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
  clearInterval(timer);
  if (isGivenUp) return { report: null, problem: `more than ${GIVEN_UP_SECONDS} s` };
  if (child.exitCode !== 0) return { report: null, problem: reasonOf(error) };
  const report = JSON.parse(out) as BigReport;
  const problem = report.seconds > MOST_SECONDS ? `${report.seconds.toFixed(1)} s` : null;
  return { report, problem };
}

/** The line of a crash that says what it was. */
function reasonOf(error: string): string {
  return /FATAL ERROR: .*|\w*Error: .*/.exec(error)?.[0] ?? 'the process ended';
}

/** Processor seconds of a process; 0 if the system does not report them. */
async function secondsOf(pid: number | undefined): Promise<number> {
  const stat = await readFile(`/proc/${pid ?? 0}/stat`, 'utf8').catch(() => null);
  if (stat === null) return 0;
  // Behind the name, which may hold anything: state, then the numbers, of which 12 and 13 are user and system time.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}
