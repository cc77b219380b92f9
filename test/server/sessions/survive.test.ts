import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { FULL, full } from '../../full.ts';

const SCRIPT = fileURLToPath(new URL('../../../bench/http/survive.mjs', import.meta.url));
/** Options of a run: how long it lasts, and how often a server is killed. */
const TRAFFIC = ['--seconds', String(full(8, 4)), '--every', String(full(3, 2)), '--sessions', '8'];
const DATABASE = process.env['TEST_DATABASE_URL'] ?? 'postgresql://postgres@127.0.0.1:5432/test';

interface Figures {
  readonly kills: number;
  readonly asserted: number;
  readonly evaluated: number;
  readonly wrong: number;
}

/** Session traffic on servers that are killed; every session is replayed on one engine. */
async function survive(options: readonly string[]): Promise<Figures> {
  const child = spawn(process.execPath, [SCRIPT, ...options], { stdio: ['ignore', 'pipe', 'pipe'] });
  let out = '';
  let err = '';
  child.stdout.on('data', (data: Buffer) => void (out += data.toString()));
  child.stderr.on('data', (data: Buffer) => void (err += data.toString()));
  await once(child, 'close');
  if (out === '') throw new Error(err);
  return JSON.parse(out) as Figures;
}

test.runIf(FULL)(
  'one server on its embedded store loses nothing and decides on nothing less when it is killed',
  async () => {
    const figures = await survive(TRAFFIC);
    expect(figures).toMatchObject({ wrong: 0 });
    expect(figures.kills).toBeGreaterThan(0);
    expect(figures.asserted).toBeGreaterThan(0);
  },
);

test('three servers on one PostgreSQL answer as one would while one after the other is killed', async () => {
  const figures = await survive([...TRAFFIC, '--database', DATABASE]);
  expect(figures).toMatchObject({ wrong: 0 });
  expect(figures.kills).toBeGreaterThan(0);
  expect(figures.evaluated).toBeGreaterThan(0);
});
