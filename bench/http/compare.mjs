// `/v1/evaluate` on the ruleset of W1 against an echo of the same body, in turn; then with a reload every second. Prints
// one line of JSON.
//
//   node bench/http/compare.mjs [SECONDS] [ROUNDS]
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { findTool, load } from './load.mjs';
import { startService } from './start-service.mjs';

const seconds = Number(process.argv[2] ?? 5);
const rounds = Number(process.argv[3] ?? 3);
const TICKS_PER_SECOND = 100;

const ruleset = await readFile(new URL('../rulesets/gate.yaml', import.meta.url), 'utf8');
const body = JSON.stringify({
  ruleset: 'gate',
  facts: [
    { template: 'agent', data: { id: 'agent-1', role: 'worker', trust: 25 } },
    {
      template: 'call',
      data: { agent: 'agent-1', tool: 'files', verb: 'write', sensitivity: 'internal', bytes: 2_000_000 },
    },
  ],
});

async function startEcho() {
  const child = spawn(process.execPath, [fileURLToPath(new URL('./echo.mjs', import.meta.url))]);
  const [url] = await once(child.stdout, 'data');
  return { pid: child.pid, url: String(url).trim(), stop: () => child.kill('SIGTERM') };
}

/** Processor seconds that a process and its threads have used; null if the system does not report them. */
async function processorTime(pid) {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null);
  if (text === null) return null;
  const [user, system] = text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13)
    .map(Number);
  return (user + system) / TICKS_PER_SECOND;
}

/** A load, with the microseconds of the server's processor time that a request took. */
async function measure({ pid, ...target }) {
  const before = await processorTime(pid);
  const figures = await load(tool, target, seconds);
  const after = await processorTime(pid);
  return {
    ...figures,
    processor: before === null ? null : ((after - before) * 1e6) / (figures.rate * seconds),
  };
}

/** Another limit in turn, so that every reload changes the ruleset. */
function version(n) {
  return n % 2 === 0 ? ruleset : ruleset.replace('greater_than(1000000)', 'greater_than(1500000)');
}

async function reloadEverySecond(service, until) {
  let reloads = 0;
  while (performance.now() < until) {
    const next = performance.now() + 1000;
    const reload = JSON.stringify({ ruleset_yaml: version(++reloads) });
    const response = await service.post('/v1/rules/reload', reload);
    if (response.status !== 200) throw new Error(await response.text());
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, next - performance.now())));
  }
  return reloads;
}

async function checkAnswer(service) {
  const response = await service.post('/v1/evaluate', body);
  const { decision, reason } = await response.json();
  if (decision !== 'escalate' || reason !== 'More than a megabyte')
    throw new Error(`the service decided ${decision}: ${reason}`);
}

const tool = await findTool();
const echo = await startEcho();
const service = await startService(ruleset);
const targets = {
  echo: { pid: echo.pid, url: `${echo.url}/echo`, headers: { 'content-type': 'application/json' }, body },
  service: { pid: service.pid, url: `${service.url}/v1/evaluate`, headers: service.headers, body },
};
const measured = { tool, echo: [], service: [], reloading: [] };
try {
  await checkAnswer(service);
  for (const target of Object.values(targets)) await load(tool, target, 2);
  for (let round = 0; round < rounds; round++) {
    measured.echo.push(await measure(targets.echo));
    measured.service.push(await measure(targets.service));
    const reloading = reloadEverySecond(service, performance.now() + seconds * 1000);
    measured.reloading.push(await measure(targets.service));
    await reloading;
    await checkAnswer(service);
  }
} finally {
  echo.stop();
  await service.stop();
}
console.log(JSON.stringify(measured));
