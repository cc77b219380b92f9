import { closeSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { GroupSync } from '../../server/evidence/log/group-sync.ts';
import { temporaryFolder } from './support.ts';

const NO_FILE = 1_000_000;

async function openFile(): Promise<number> {
  const fd = openSync(join(await temporaryFolder(), 'log'), 'w');
  onTestFinished(() => closeSync(fd));
  return fd;
}

test('all that wait while a sync is under way are served by the next, together', async () => {
  const file = await openFile();
  const group = new GroupSync();
  let begun = 0;
  const fd = (): number => {
    begun++;
    return file;
  };
  const first = group.synced(fd, 1);
  const others = Array.from({ length: 20 }, () => {
    writeSync(file, 'a record\n');
    return group.synced(fd, 1);
  });
  await Promise.all([first, ...others]);
  expect(begun).toBe(2);
  // After one that served many the next may wait a little; it comes.
  await group.synced(fd, 1);
  expect(begun).toBe(3);
});

test('who waits for a sync that fails is refused, and so is who came while it was under way; nobody after them', async () => {
  const file = await openFile();
  const group = new GroupSync();
  const first = group.synced(() => NO_FILE, 30);
  const second = group.synced(() => file, 1);
  await expect(first).rejects.toThrow();
  await expect(second).rejects.toThrow();
  await expect(group.synced(() => file, 1)).resolves.toBeUndefined();
});

test('a file that was synced and closed needs no other sync', async () => {
  const group = new GroupSync();
  await expect(group.synced(() => -1, 1)).resolves.toBeUndefined();
});

test('a file is closed when no sync of it is under way', async () => {
  const file = await openFile();
  const group = new GroupSync();
  const done: string[] = [];
  const synced = group.synced(() => file, 1).then(() => done.push('synced'));
  group.afterwards(() => done.push('closed'));
  await synced;
  await Promise.resolve();
  expect(done).toEqual(['synced', 'closed']);
  group.afterwards(() => done.push('at once'));
  expect(done).toEqual(['synced', 'closed', 'at once']);
});
