// Servers that are killed with -9 and started again, as long as a measurement lasts. Used by survive.mjs and budgets.mjs.
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { startBalancer } from './balance.mjs';

const CLI = fileURLToPath(new URL('../../dist/cli.js', import.meta.url));

/** A database of its own on a PostgreSQL server. */
export async function createDatabase(server) {
  const name = `ferrule_${randomUUID().replaceAll('-', '')}`;
  const administer = async (statement) => {
    const client = new pg.Client({ connectionString: server });
    await client.connect();
    await client.query(statement).finally(() => client.end());
  };
  await administer(`CREATE DATABASE ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => administer(`DROP DATABASE ${name} WITH (FORCE)`) };
}

async function startServer(args, settings) {
  const child = spawn(process.execPath, [CLI, 'serve', '--port', '0', ...args], {
    env: {
      PATH: process.env.PATH,
      SERVICE_WORKERS: '1',
      SERVICE_LOG_LEVEL: 'error',
      SERVICE_EVALUATE_TIMEOUT_MS: '10000',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let out = '';
  while (!out.includes('Try:')) {
    const [data] = await Promise.race([once(child.stdout, 'data'), once(child, 'exit').then(() => [null])]);
    if (data === null) throw new Error('a server did not start');
    out += data;
  }
  child.stdout.resume();
  return { child, port: Number(/listens on \S+:(\d+)/.exec(out)[1]) };
}

/**
 * Starts servers behind a TCP proxy. `settings`: environment of the server of a number, which is the same after a kill. A
 * server that shares a database starts again when the killed one has gone, another at once.
 */
export async function startServers(count, args, settings, isShared) {
  const begin = async (number) => ({ number, ...(await startServer(args, settings(number))) });
  let running = await Promise.all(Array.from({ length: count }, (_, i) => begin(i)));
  const balancer = await startBalancer(() => running.map(({ port }) => port));
  let kills = 0;

  async function killNow() {
    const victim = running[kills++ % running.length];
    const gone = once(victim.child, 'exit');
    victim.child.kill('SIGKILL');
    running = running.filter((server) => server !== victim);
    // Not reaped yet is not there any more: the next one may start at once.
    if (isShared) await gone;
    running = [...running, await begin(victim.number)];
  }
  async function stop(signal) {
    balancer.close();
    for (const { child } of running) child.kill(signal);
    await Promise.all(running.map(({ child }) => child.exitCode ?? child.signalCode ?? once(child, 'exit')));
  }

  return {
    port: balancer.port,
    kills: () => kills,
    /** Kills one after the other, until `end`. */
    async killOften(end, everyMs) {
      for (let at = performance.now() + everyMs; at < end; at += everyMs) {
        await sleep(Math.max(0, at - performance.now()));
        await killNow();
      }
    },
    kill: () => stop('SIGKILL'),
    /** Lets them finish what they have. */
    end: () => stop('SIGTERM'),
  };
}

/** The same draws for the same seed. */
export function dice(seed) {
  let state = seed + 1;
  return () => {
    state = (Math.imul(state, 48_271) >>> 0) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

export function percentile(sorted, share) {
  const value = sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return Math.round(value * 100) / 100;
}
