import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { FULL } from '../../full.ts';

const SCRIPT = fileURLToPath(new URL('../../../bench/http/budgets.mjs', import.meta.url));
const DATABASE = process.env['TEST_DATABASE_URL'] ?? 'postgresql://postgres@127.0.0.1:5432/test';

interface Figures {
  readonly run: string;
  readonly kills?: number;
  readonly counted?: number;
  readonly over?: number;
  readonly refused_although_it_fits?: number;
  readonly other?: number;
}

/** Decisions that count on servers that are killed; the log is checked. */
async function measured(options: readonly string[]): Promise<readonly Figures[]> {
  const child = spawn(process.execPath, [SCRIPT, '--clients', '16', ...options], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let out = '';
  let err = '';
  child.stdout.on('data', (data: Buffer) => void (out += data.toString()));
  child.stderr.on('data', (data: Buffer) => void (err += data.toString()));
  await once(child, 'close');
  const isWhole = child.exitCode === 0 && out !== '';
  if (!isWhole) throw new Error(`${out}\n${err}`);
  const lines = out.trim().split('\n');
  return lines.map((line) => JSON.parse(line) as Figures).filter(({ kills }) => kills !== undefined);
}

/** It keeps both cores busy for minutes. A plain run kills servers and checks their sums in shared.test.ts and log.test.ts. */
test.runIf(FULL)(
  'no limit is exceeded and nothing is refused that fits while servers are killed',
  async () => {
    const times = ['--seconds', '20', '--every', '5'];
    const runs = await measured([...times, '--keys', '4,1000', '--database', DATABASE]);
    expect(new Set(runs.map(({ run }) => run))).toEqual(new Set(['embedded', 'PostgreSQL']));
    for (const figures of runs) {
      expect(figures).toMatchObject({ over: 0, refused_although_it_fits: 0, other: 0 });
      expect(figures.kills).toBeGreaterThan(0);
      expect(figures.counted).toBeGreaterThan(0);
    }
  },
);
