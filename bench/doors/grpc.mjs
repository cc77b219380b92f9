// `node bench/doors/grpc.mjs`: calls a second of unary Evaluate beside an echo of the same library, same messages, in
// turn. `node bench/doors/grpc.mjs echo ADDRESS` is the echo.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import grpc from '@grpc/grpc-js';
import loader from '@grpc/proto-loader';
import { median, shown } from './median.mjs';

const TOKEN = 'token-of-the-benchmark';
const ROUNDS = 8;
const ROUND_MS = 1500;
const AT_ONCE = 32;
const CALL = JSON.stringify({
  id: 'c1',
  agent: 'a1',
  session: 's1',
  tool: 'read_file',
  args_digest: 'sha256:0',
  at: 1_700_000_000,
});

const proto = fileURLToPath(new URL('../../proto', import.meta.url));
const options = { keepCase: true, longs: String, enums: String, defaults: true, oneofs: true };
const definitions = loader.loadSync(`${proto}/ferrule/v1/rule_service.proto`, {
  ...options,
  includeDirs: [proto],
});
const { RuleService } = grpc.loadPackageDefinition(definitions).ferrule.v1;
const ANSWER = {
  decision: 'deny',
  reason: 'default decision (no rules fired)',
  rule_trace: [],
  module_trace: ['MAIN'],
  duration_us: 12,
  metadata: {},
  decision_id: '01a201ad-1902-770d-9c28-2edb0963f8e6',
  ruleset_hash: `sha256:${'0'.repeat(64)}`,
};

if (process.argv[2] === 'echo') {
  const server = new grpc.Server();
  server.addService(RuleService.service, { Evaluate: (_call, callback) => callback(null, ANSWER) });
  server.bindAsync(process.argv[3], grpc.ServerCredentials.createInsecure(), () => undefined);
} else {
  const [echoPort, servicePort] = [await freePort(), await freePort()];
  const echo = await start(echoPort, [fileURLToPath(import.meta.url), 'echo', `127.0.0.1:${echoPort}`], {});
  const service = await start(servicePort, ['dist/cli.js', 'serve', '--root', 'rulesets'], {
    SERVICE_PORT: '0',
    SERVICE_GRPC_PORT: String(servicePort),
    SERVICE_API_TOKEN: TOKEN,
    SERVICE_LOG_LEVEL: 'warn',
    SERVICE_DATA_DIR: ':memory:',
  });
  const metadata = new grpc.Metadata();
  metadata.set('authorization', `Bearer ${TOKEN}`);
  const request = {
    ruleset: 'tool-call-gate',
    facts: [{ template: 'tool_call', data_json: CALL }],
  };
  const load = async (client) => {
    const until = performance.now() + ROUND_MS;
    let count = 0;
    const one = async () => {
      while (performance.now() < until) {
        await new Promise((resolve, reject) =>
          client.Evaluate(request, metadata, (error, answer) => (error ? reject(error) : resolve(answer))),
        );
        count++;
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, one));
    return (count * 1000) / ROUND_MS;
  };
  const clients = [echo.client, service.client];
  const rates = [[], []];
  for (let round = -2; round < ROUNDS; round++) {
    for (const i of [0, 1]) {
      const rate = await load(clients[i]);
      if (round >= 0) rates[i].push(rate);
    }
  }
  const ratio = median(rates[1].map((rate, i) => rate / rates[0][i]));
  console.log(`echo ${shown(rates[0])}/s, Evaluate ${shown(rates[1])}/s, ratio ${ratio.toFixed(2)}`);
  for (const client of clients) client.close();
  for (const { child } of [echo, service]) child.kill();
}

/** Discards the output of a child: reading it would be work of the measured client. */
async function start(port, words, env) {
  const child = spawn(process.execPath, words, { env: { ...process.env, ...env }, stdio: 'ignore' });
  const client = new RuleService(`127.0.0.1:${port}`, grpc.credentials.createInsecure());
  await new Promise((resolve, reject) => {
    client.waitForReady(Date.now() + 20_000, (error) => (error ? reject(error) : resolve()));
    child.on('exit', (code) => reject(new Error(`'${words.join(' ')}' ended with ${code}`)));
  });
  return { child, client };
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  return port;
}
