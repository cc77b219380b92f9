// Load on the service while its ruleset is reloaded every second and a worker is ended every five. Prints figures, and
// fails when any request got another answer than that of one version of the ruleset.
//
//   node bench/http/soak.mjs [SECONDS] [CONNECTIONS]
import autocannon from 'autocannon';
import { ENDLESS, REQUEST, version } from './ruleset.mjs';
import { startService } from './start-service.mjs';

const seconds = Number(process.argv[2] ?? 60);
const connections = Number(process.argv[3] ?? 32);

const service = await startService(version('version-0'));
const marks = new Set(['version-0']);
let wrong = 0;
let reloads = 0;
let timeouts = 0;
const problems = [];

function verifyBody(body) {
  const mark = /"reason":"(version-\d+)"/.exec(body)?.[1];
  if (mark !== undefined && marks.has(mark)) return true;
  wrong++;
  if (problems.length < 5) problems.push(String(body).slice(0, 200));
  return false;
}

async function reload() {
  const mark = `version-${reloads + 1}`;
  marks.add(mark);
  const response = await service.post('/v1/rules/reload', JSON.stringify({ ruleset_yaml: version(mark) }));
  const text = await response.text();
  if (response.status === 200) reloads++;
  else problems.push(`reload: ${response.status} ${text}`);
}

async function endless() {
  const response = await service.post('/v1/evaluate', ENDLESS);
  const text = await response.text();
  if (response.status === 503 && text.includes('evaluation_timeout')) timeouts++;
  else problems.push(`endless: ${response.status} ${text.slice(0, 200)}`);
}

const until = performance.now() + (seconds - 2) * 1000;
const every = (milliseconds, action) =>
  (async () => {
    while (performance.now() < until) {
      const next = performance.now() + milliseconds;
      await action();
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, next - performance.now())));
    }
  })();

const load = autocannon({
  url: `${service.url}/v1/evaluate`,
  method: 'POST',
  headers: service.headers,
  body: REQUEST,
  connections,
  duration: seconds,
  timeout: 30,
  verifyBody,
});
const [result] = await Promise.all([load, every(1000, reload), every(5000, endless)]);
const replaced = service.log.split('evaluation worker replaced').length - 1;
await service.stop();

const { requests, latency, errors, non2xx } = result;
console.log(
  JSON.stringify(
    {
      seconds,
      connections,
      requests: requests.total,
      per_second: Math.round(requests.average),
      latency_ms: { p50: latency.p50, p99: latency.p99, max: latency.max },
      errors,
      non_2xx: non2xx,
      wrong_answers: wrong,
      reloads,
      evaluations_ended: timeouts,
      workers_replaced: replaced,
      problems,
    },
    null,
    2,
  ),
);
process.exitCode = errors + non2xx + wrong + problems.length === 0 ? 0 : 1;
