// Decisions that count, with random amounts on few and on many keys, while servers are killed with -9. What clients were told and
// what the decision log says is checked: no use over a limit, and no refusal of what fitted. Prints one line of JSON per run; the
// exit code is 1 if something is wrong.
//
//   node bench/http/budgets.mjs [--clients 64] [--seconds 20] [--every 5] [--keys 4,1000] [--servers 3] [--database postgresql://…]
//
// Without --database only the embedded store is measured: one server. The yardsticks have the same clients and kill nothing: compare
// speeds with `--every 0`, which kills nothing either.
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { createBudgetClient, MOST_AMOUNT } from './budget-client.mjs';
import { checkLog } from './budget-log.mjs';
import { createDatabase, dice, percentile, startServers } from './killed-servers.mjs';

const TOKEN = 'token-of-the-budget-test';
const TOKENS = `tokens:
  - { name: spender, sha256: ${createHash('sha256').update(TOKEN).digest('hex')}, roles: [evaluate, budgets] }
`;
const WINDOW_MS = 2_000;
/** Lines of the log that the store still has are written within this time. */
const SETTLE_MS = 2_500;

const { values } = parseArgs({
  options: {
    clients: { type: 'string', default: '64' },
    seconds: { type: 'string', default: '20' },
    every: { type: 'string', default: '5' },
    keys: { type: 'string', default: '4,1000' },
    servers: { type: 'string', default: '3' },
    database: { type: 'string' },
  },
});
const [count, seconds, every] = [values.clients, values.seconds, values.every].map(Number);
const headers = { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' };

/** A limit that many requests meet, if as many come as evaluations do. */
const limitOf = (keys, perSecond) =>
  Math.max(MOST_AMOUNT, Math.round((perSecond * (WINDOW_MS / 1000) * MOST_AMOUNT) / 8 / keys));
const ruleset = (limit) => `
templates:
  payment: { id: string, centre!: string, amount!: integer }
rules:
  pay: { allow: ok, if: payment.amount >= 0 }
${limit === null ? '' : `budgets:\n  spend: { for: payment, per: payment.centre, amount: payment.amount, limit: ${limit}, window: ${WINDOW_MS / 1000}s }`}
`;

let isWrong = false;

/** Decisions on servers that are killed. */
async function decisions(keys, limit, databaseUrl) {
  const database = databaseUrl === null ? null : await createDatabase(databaseUrl);
  const servers = database === null ? 1 : Number(values.servers);
  const figures = await served(
    ruleset(limit),
    servers,
    database,
    async ({ folder, running, end, clients }) => {
      await Promise.all([
        ...(every > 0 ? [running.killOften(end, every * 1000)] : []),
        ...clients.map((client) => client.work(end, '/v1/decisions', keys)),
      ]);
      await sleep(SETTLE_MS);
      await running.end();
      const told = clients.flatMap((client) => client.told.decisions);
      const { examples, ...found } = checkLog(await logLines(folder, servers), told, WINDOW_MS);
      if (found.over + found.refused_although_it_fits + found.other > 0) {
        isWrong = true;
        for (const each of examples.slice(0, 5)) console.error(JSON.stringify(each));
      }
      const counted = told.filter((each) => each.counted).length;
      return { kills: running.kills(), keys, limit, counted, refused: told.length - counted, ...found };
    },
  );
  await database?.drop();
  return { run: database === null ? 'embedded' : 'PostgreSQL', servers, ...figures };
}

/** The same requests to the same ruleset without budgets. */
async function evaluations() {
  const figures = await served(ruleset(null), 1, null, async ({ end, clients }) => {
    await Promise.all(clients.map((client) => client.work(end, '/v1/evaluate', 4)));
    return {};
  });
  return { run: 'evaluations with the log in sync', servers: 1, ...figures };
}

async function served(text, servers, database, work) {
  const folder = await mkdtemp(join(tmpdir(), 'ferrule-budgets-'));
  await mkdir(join(folder, 'root'));
  await writeFile(join(folder, 'root', 'spend.yaml'), text);
  await writeFile(join(folder, 'tokens.yaml'), TOKENS, { mode: 0o600 });
  const settings = (number) => ({
    SERVICE_TOKENS_FILE: join(folder, 'tokens.yaml'),
    SERVICE_DATA_DIR: join(folder, 'data'),
    SERVICE_AUDIT: `file:${join(folder, `log-${number}`)}`,
    SERVICE_AUDIT_MODE: 'sync',
    ...(database === null ? {} : { DATABASE_URL: database.url }),
  });
  const running = await startServers(servers, ['--root', join(folder, 'root')], settings, database !== null);
  const clients = Array.from({ length: count }, (_, i) =>
    createBudgetClient(`c${i}`, running.port, headers, dice(i)),
  );
  try {
    await Promise.all(clients.map((client) => client.warmUp()));
    const started = performance.now();
    const end = started + seconds * 1000;
    const more = await work({ folder, running, end, clients });
    const elapsed = (Math.max(...clients.map((client) => client.told.end)) - started) / 1000;
    const milliseconds = clients.flatMap((client) => client.told.milliseconds).sort((a, b) => a - b);
    return {
      ...{ clients: count, seconds, decided: milliseconds.length },
      per_second: Math.round(milliseconds.length / elapsed),
      ...{ p50_ms: percentile(milliseconds, 0.5), p99_ms: percentile(milliseconds, 0.99) },
      ...more,
    };
  } finally {
    await running.kill();
    await rm(folder, { recursive: true });
  }
}

async function logLines(folder, servers) {
  const lines = [];
  for (let i = 0; i < servers; i++) {
    const log = join(folder, `log-${i}`);
    for (const name of await readdir(log, { recursive: true }))
      if (name.endsWith('.jsonl')) lines.push(...(await readFile(join(log, name), 'utf8')).split('\n'));
  }
  return lines;
}

/** One row per request, and nothing else. */
async function inserts(databaseUrl) {
  const database = await createDatabase(databaseUrl);
  const pool = new pg.Pool({ connectionString: database.url, max: count });
  // A connection that is still closing is told that its database is dropped.
  pool.on('error', () => undefined);
  await pool.query('CREATE TABLE bare (id bigserial PRIMARY KEY, key text NOT NULL, amount bigint NOT NULL)');
  const end = performance.now() + seconds * 1000;
  let inserted = 0;
  const client = async () => {
    while (performance.now() < end) {
      await pool.query('INSERT INTO bare (key, amount) VALUES ($1, $2) RETURNING id', ['c', 1]);
      inserted++;
    }
  };
  await Promise.all(Array.from({ length: count }, client));
  await pool.end();
  await database.drop();
  return {
    run: 'bare INSERT … RETURNING',
    clients: count,
    seconds,
    per_second: Math.round(inserted / seconds),
  };
}

const print = (figures) => {
  console.log(JSON.stringify(figures));
  return figures;
};
const share = (figures, yardstick) => Math.round((figures.per_second / yardstick.per_second) * 100) / 100;

const evaluated = print(await evaluations());
const inserted = values.database === undefined ? null : print(await inserts(values.database));
for (const keys of values.keys.split(',').map(Number)) {
  const limit = limitOf(keys, evaluated.per_second);
  const embedded = await decisions(keys, limit, null);
  print({ ...embedded, of_evaluations: share(embedded, evaluated) });
  if (inserted === null) continue;
  const shared = await decisions(keys, limit, values.database);
  print({ ...shared, of_inserts: share(shared, inserted) });
}
process.exit(isWrong ? 1 : 0);
