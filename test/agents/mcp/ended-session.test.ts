/** The session of a proxy in its store: it lasts as long as the proxy, and is never taken for a fresh one when it is gone. */
import { setTimeout as pause } from 'node:timers/promises';
import { writeFile } from 'node:fs/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DATABASES, type TestDatabase } from '../../server/runs/support/databases.ts';
import {
  approvals,
  behindProxy,
  content,
  endAll,
  escalated,
  list,
  text,
  useFolder,
  write,
} from './behind-proxy.ts';
import { full } from '../../full.ts';

useFolder();

/** A plain run tries this on the embedded database, and each mark in one of the tests. */
describe.each(DATABASES.slice(0, full(2, 1)))('a session kept in %s', (_kind, create) => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await create();
  });
  beforeEach(() => writeFile(text, 'hello'));
  afterEach(endAll);
  afterAll(() => database.drop());

  /** Seconds that the mark is kept. */
  const marks = ['3600', '0'] as const;
  const SHORT = { SERVICE_SESSION_TTL_SECONDS: '1' };

  it('stays alive without calls', async () => {
    const proxy = await behindProxy({ ...database.settings, ...SHORT }, '--session', 'idle');
    expect(await list(proxy)).not.toMatchObject({ isError: true });
    await pause(3_000);
    expect(JSON.stringify(await list(proxy))).toContain('something was seen');
    expect(proxy.told()).not.toContain('ended in the store');
  });

  // Without a tombstone, the store cannot know that the session existed.
  it.each(marks.slice(full(0, 1)))(
    'that has ended is followed by another with what it saw, the mark kept for %s seconds',
    async (seconds) => {
      const settings = { ...database.settings, ...SHORT, SERVICE_SESSION_TOMBSTONE_SECONDS: seconds };
      const proxy = await behindProxy(settings);
      const id = await escalated(write(proxy, 'slept'));
      expect(await list(proxy)).not.toMatchObject({ isError: true });
      await proxy.sleep();
      for (let i = 0; i < 2; i++) {
        expect(JSON.stringify(await list(proxy))).toContain('something was seen');
        expect(proxy.told().split('a new one continues with the same facts')).toHaveLength(i + 2);
        await proxy.sleep();
      }
      expect((await approvals(proxy.url, 'approve', id)).code).toBe(0);
      expect(await escalated(write(proxy, 'slept'))).not.toBe(id);
    },
  );

  it.each(marks.slice(0, full(2, 1)))(
    'that others may have is refused when it has ended, the mark kept for %s seconds',
    async (seconds) => {
      const settings = { ...database.settings, ...SHORT, SERVICE_SESSION_TOMBSTONE_SECONDS: seconds };
      const proxy = await behindProxy(settings, '--session', `slept-${seconds}`);
      expect(await escalated(write(proxy, 'named'))).not.toBe('');
      await proxy.sleep();
      for (const answer of [await list(proxy), await write(proxy, 'named')])
        expect(JSON.stringify(answer)).toContain('ended in the store, and its facts are lost');
      expect(proxy.told().split('until the proxy is started with another --session')).toHaveLength(2);
      expect(await content()).toBe('hello');
      await proxy.kill();
      const next = await behindProxy(settings, '--session', `another-${seconds}`);
      expect(await list(next)).not.toMatchObject({ isError: true });
    },
  );
});
