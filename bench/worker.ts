/**
 * One system with one case in a process of its own, so that no system warms or spoils the compiled code of another:
 * `worker.js SYSTEM WORKLOAD CASE`. Speaks the protocol of clips/harness.c: a command a line in, a line of JSON out.
 */
import { createInterface } from 'node:readline';
import { startTimer } from './measure/timer.ts';
import type { Answer, Evaluate } from './systems/answer.ts';
import { prepare } from './systems/prepare.ts';
import { WORKLOADS } from './workloads/table.ts';

const [system = '', workload = '', index = ''] = process.argv.slice(2);
const cases = await WORKLOADS.find(({ id }) => id === workload)?.cases();
const found = cases?.[Number(index)];
if (found === undefined) throw new Error(`no case ${index} of ${workload}`);
const evaluate: Evaluate = await prepare(system, found);
const requests = found.requests.length;

/** The requests of a batch: all in turn, or only one. */
interface Turn {
  readonly first: number;
  readonly after: number;
}
let answers: readonly Answer[] = [];

async function answerAll(): Promise<object> {
  answers = [];
  const given: Answer[] = [];
  for (let request = 0; request < requests; request++) given.push(await evaluate(request));
  answers = given;
  return {
    answers: given.map(({ decision, reason, ruleTrace }) => ({ decision, reason, trace: ruleTrace ?? null })),
  };
}

/** Every timed answer is compared with the one that was checked before. */
function differs(answer: Answer, request: number): boolean {
  const checked = answers[request]!;
  return answer.decision !== checked.decision || answer.reason !== checked.reason;
}

function runSynchronous(now: (request: number) => Answer, count: number, { first, after }: Turn): object {
  let mismatches = 0;
  let request = first;
  const elapsed = startTimer();
  for (let i = 0; i < count; i++) {
    if (differs(now(request), request)) mismatches++;
    if (++request === after) request = first;
  }
  return { ...elapsed(), mismatches };
}

async function runAsynchronous(count: number, { first, after }: Turn): Promise<object> {
  let mismatches = 0;
  let request = first;
  const elapsed = startTimer();
  for (let i = 0; i < count; i++) {
    if (differs(await evaluate(request), request)) mismatches++;
    if (++request === after) request = first;
  }
  return { ...elapsed(), mismatches };
}

async function runBatch(count: number, turn: Turn): Promise<object> {
  if (evaluate(turn.first) instanceof Promise) return runAsynchronous(count, turn);
  return runSynchronous(evaluate as (request: number) => Answer, count, turn);
}

for await (const line of createInterface({ input: process.stdin })) {
  const [command, count, only] = line.split(' ');
  const turn =
    only === undefined ? { first: 0, after: requests } : { first: Number(only), after: Number(only) + 1 };
  const answer = command === 'batch' ? await runBatch(Number(count), turn) : await answerAll();
  process.stdout.write(`${JSON.stringify(answer)}\n`);
}
