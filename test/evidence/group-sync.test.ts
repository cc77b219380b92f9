import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { GroupSync } from '../../evidence/log/group-sync.ts';
import { temporaryFolder } from './support.ts';

const NO_FILE = 1_000_000;

async function openFile(): Promise<number> {
  const fd = openSync(join(await temporaryFolder(), 'log'), 'w');
  onTestFinished(() => closeSync(fd));
  return fd;
}

test('all that wait while a sync is under way are served by the next, together', async () => {
  const file = await openFile();
  let syncs = 0;
  const group = new GroupSync(() => {
    syncs++;
    return { fd: file, records: 20 };
  });
  const begun: number[] = [];
  const first = group.synced(() => begun.push(0));
  expect(begun).toEqual([0]);
  const others = Array.from({ length: 20 }, (_, i) => group.synced(() => begun.push(i + 1)));
  expect(begun).toEqual([0]);
  await Promise.all([first, ...others]);
  expect(syncs).toBe(2);
  expect(begun).toHaveLength(21);
  // After one that served many the next may wait a little; it comes.
  await group.synced();
  expect(syncs).toBe(3);
});

test('a failing sync refuses all that wait for it and all that arrive meanwhile, and no later ones', async () => {
  const file = await openFile();
  let fd = NO_FILE;
  const group = new GroupSync(() => ({ fd, records: 30 }));
  const begun: string[] = [];
  const first = group.synced();
  fd = file;
  const second = group.synced(() => begun.push('second'));
  await expect(first).rejects.toThrow();
  await expect(second).rejects.toThrow();
  await expect(group.synced(() => begun.push('third'))).resolves.toBeUndefined();
  expect(begun).toEqual(['third']);
});

test('who waits is refused when what waits cannot be written', async () => {
  const file = await openFile();
  let isFull = true;
  const group = new GroupSync(() => {
    if (isFull) throw new Error('full');
    return { fd: file, records: 1 };
  });
  await expect(group.synced()).rejects.toThrow('full');
  isFull = false;
  await expect(group.synced()).resolves.toBeUndefined();
});

test('a file that was synced and closed needs no other sync', async () => {
  const group = new GroupSync(() => ({ fd: -1, records: 1 }));
  await expect(group.synced()).resolves.toBeUndefined();
});

test('a file is closed when no sync of it is under way', async () => {
  const file = await openFile();
  const group = new GroupSync(() => ({ fd: file, records: 1 }));
  const done: string[] = [];
  const synced = group.synced().then(() => done.push('synced'));
  group.afterwards(() => done.push('closed'));
  await synced;
  await Promise.resolve();
  expect(done).toEqual(['synced', 'closed']);
  group.afterwards(() => done.push('at once'));
  expect(done).toEqual(['synced', 'closed', 'at once']);
});
