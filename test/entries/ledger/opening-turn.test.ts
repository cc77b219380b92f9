/** The environment of a ledger is opened while the process has the turn, and its database is made in it. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type * as Lmdb from 'lmdb';
import { expect, test, vi } from 'vitest';
import { openLedger } from '../../../entries/ledger.ts';

const { calls } = vi.hoisted(() => ({ calls: [] as string[] }));
vi.mock('lmdb', async (importOriginal) => {
  const real = await importOriginal<typeof Lmdb>();
  const open = (options: { readonly path: string }) => {
    const name = basename(options.path);
    calls.push(`open ${name}`);
    const root = real.open(options);
    const { transactionSync, openDB } = root;
    root.transactionSync = ((work: () => unknown) => {
      calls.push(`begin ${name}`);
      const value: unknown = transactionSync.call(root, work);
      calls.push(`end ${name}`);
      return value;
    }) as typeof transactionSync;
    root.openDB = ((...args: Parameters<typeof openDB>) => {
      calls.push(`database of ${name}`);
      return openDB.apply(root, args);
    }) as typeof openDB;
    return root;
  };
  return { ...real, open };
});

test('an opening and each transaction are within a turn', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'ferrule-opening-turn-'));
  const ledger = await openLedger(join(folder, 'ledger'));
  expect(calls.slice(0, 5)).toEqual([
    'open turns',
    'begin turns',
    'open ledger',
    'database of ledger',
    'end turns',
  ]);
  calls.length = 0;
  await ledger.list();
  expect(calls).toEqual(['begin turns', 'begin ledger', 'end ledger', 'end turns']);
  await ledger.close();
  await rm(folder, { recursive: true, force: true });
});
