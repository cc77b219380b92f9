/** Processes open a ledger and write to it in turns: an opening beside a write could take the write back. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openLedger } from '../../../entries/ledger.ts';

const HOLDER = fileURLToPath(new URL('turn-holder.mjs', import.meta.url));

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ferrule-turns-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** Starts a process that holds the turn; it goes on when `ask` is called, and ends the turn some time later. */
async function holdTurn(): Promise<{ ask: () => void; wasReleased: () => boolean; ended: Promise<unknown> }> {
  const released = join(folder, 'released');
  const child = spawn(process.execPath, [HOLDER, join(folder, 'ledger', 'turns'), released], {
    stdio: 'inherit',
  });
  const ended = once(child, 'exit');
  await expect.poll(() => existsSync(`${released}.held`)).toBe(true);
  return {
    ask: () => writeFileSync(`${released}.asked`, ''),
    wasReleased: () => existsSync(released),
    ended,
  };
}

test('an operation on an open ledger waits for the turn of another process', async () => {
  const ledger = await openLedger(join(folder, 'ledger'));
  const { ask, wasReleased, ended } = await holdTurn();
  ask();
  expect(await ledger.list()).toEqual([]);
  expect(wasReleased()).toBe(true);
  await ledger.close();
  await ended;
});
