// Session traffic on servers that are killed with -9 and started again. Every session is replayed on one engine: no fact
// that was acknowledged may be lost, no answer may differ. Prints one line of JSON; the exit code is 1 when one does.
//
//   node bench/http/survive.mjs [--servers 3] [--seconds 60] [--every 5] [--sessions 24] [--database postgresql://…]
//
// Without --database there is one server on its embedded store.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createDatabase, dice, percentile, startServers } from './killed-servers.mjs';
import { createClient, RULESET } from './session-client.mjs';

const TOKEN = 'token-of-the-survival-test';

const { values } = parseArgs({
  options: {
    servers: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '60' },
    every: { type: 'string', default: '5' },
    sessions: { type: 'string', default: '24' },
    database: { type: 'string' },
  },
});
const servers = values.database === undefined ? 1 : Number(values.servers);
const seconds = Number(values.seconds);
const every = Number(values.every);

const folder = await mkdtemp(join(tmpdir(), 'ferrule-survive-'));
await writeFile(join(folder, 'events.yaml'), RULESET);
const database = values.database === undefined ? null : await createDatabase(values.database);

const settings = {
  SERVICE_API_TOKEN: TOKEN,
  SERVICE_DATA_DIR: join(folder, 'data'),
  ...(database === null ? {} : { DATABASE_URL: database.url }),
};
const running = await startServers(servers, ['--root', folder], () => settings, database !== null);
const headers = { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' };
const end = performance.now() + seconds * 1000;

const clients = await Promise.all(
  Array.from({ length: Number(values.sessions) }, (_, i) =>
    createClient(`session-${i}`, running.port, headers, dice(i)),
  ),
);
let failed;
try {
  await Promise.all([running.killOften(end, every * 1000), ...clients.map((client) => client.work(end))]);
  const sum = (name) => clients.reduce((total, { told }) => total + told[name], 0);
  const wrong = clients.flatMap(({ told }) => told.wrong);
  const sorted = clients.flatMap(({ told }) => told.milliseconds).sort((a, b) => a - b);
  failed = wrong.length > 0;
  const figures = { servers, seconds, kills: running.kills(), sessions: clients.length };
  for (const name of ['asserted', 'evaluated', 'queried', 'retracted', 'again']) figures[name] = sum(name);
  Object.assign(figures, {
    wrong: wrong.length,
    p50_ms: percentile(sorted, 0.5),
    p99_ms: percentile(sorted, 0.99),
  });
  console.log(JSON.stringify(figures));
  for (const each of wrong.slice(0, 5)) console.error(JSON.stringify(each).slice(0, 2_000));
} finally {
  await running.kill();
  await database?.drop();
  await rm(folder, { recursive: true });
}
process.exit(failed ? 1 : 0);
