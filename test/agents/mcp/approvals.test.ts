/** Approvals of a proxy without a service: stored, and decided by persons at the address of the proxy. */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { runCli } from '../../cli/run-cli.ts';
import { createPostgres, DATABASES, type TestDatabase } from '../../server/runs/support/databases.ts';
import { startProxy } from '../../server/runs/support/proxy.ts';
import {
  approvals,
  behindProxy,
  content,
  endAll,
  escalated,
  folder,
  list,
  policy,
  text,
  tokens,
  useFolder,
  write,
} from './behind-proxy.ts';
import { FULL, full } from '../../full.ts';

useFolder();

/** A plain run tries this on the embedded database; the tests below are on PostgreSQL. */
describe.each(DATABASES.slice(0, full(2, 1)))('kept in %s', (_kind, create) => {
  let database: TestDatabase;
  const start = (...options: readonly string[]) => behindProxy(database.settings, ...options);
  beforeAll(async () => {
    database = await create();
  });
  beforeEach(() => writeFile(text, 'hello'));
  afterEach(endAll);
  afterAll(() => database.drop());

  // The next test does the same, and more.
  it.runIf(FULL)(
    'lets a person answer what it escalates, makes that call once, and remembers what it saw',
    async () => {
      const proxy = await start();
      expect(await list(proxy)).toMatchObject({ content: [{ text: '[FILE] a.txt' }] });
      expect(JSON.stringify(await list(proxy))).toContain('something was seen');

      const id = await escalated(write(proxy));
      expect((await approvals(proxy.url, 'list')).out).toContain(`${id}\n  mcp-client wants write_file`);
      expect(await content()).toBe('hello');

      expect((await approvals(proxy.url, 'approve', id)).out).toBe(`${id} approved\n`);
      expect(await write(proxy)).not.toMatchObject({ isError: true });
      expect(await content()).toBe('written');

      await writeFile(text, 'hello');
      expect(await escalated(write(proxy))).not.toBe(id);
      expect(await content()).toBe('hello');
    },
  );

  it('that is killed while a call waits goes on with it under the same name, for that call and once', async () => {
    const first = await start('--session', 'kept');
    expect(await list(first)).not.toMatchObject({ isError: true });
    const id = await escalated(write(first));
    await first.kill();

    const second = await start('--session', 'kept');
    expect(await escalated(write(second))).toBe(id);
    expect((await approvals(second.url, 'approve', id)).code).toBe(0);
    await second.kill();

    const third = await start('--session', 'kept');
    expect(JSON.stringify(await list(third))).toContain('something was seen');
    expect(await escalated(write(third, 'other'))).not.toBe(id);
    expect(await content()).toBe('hello');
    expect(await write(third)).not.toMatchObject({ isError: true });
    expect(await content()).toBe('written');
    await third.kill();

    await writeFile(text, 'hello');
    const fourth = await start('--session', 'kept');
    expect(await escalated(write(fourth))).not.toBe(id);
    expect(await content()).toBe('hello');
  });

  // Other tests have clients without a session name, and approvals for one session and one ruleset.
  it.runIf(FULL)(
    'begins another session when it is started again without a name, and an approval is for one session',
    async () => {
      const first = await start();
      const id = await escalated(write(first, 'elsewhere'));
      expect((await approvals(first.url, 'approve', id)).code).toBe(0);
      await first.kill();
      const second = await start();
      expect(await escalated(write(second, 'elsewhere'))).not.toBe(id);
      expect(await content()).toBe('hello');
    },
  );

  it.runIf(FULL)('takes no approval that was given under other rules', async () => {
    const first = await start('--session', 'rules');
    const id = await escalated(write(first, 'under rules'));
    expect((await approvals(first.url, 'approve', id)).code).toBe(0);
    await first.kill();
    const rules = await readFile(policy, 'utf8');
    await writeFile(policy, rules.replace('reason: "approved"', 'reason: "approved by a person"'));
    const second = await start('--session', 'rules');
    expect(await escalated(write(second, 'under rules'))).not.toBe(id);
    expect(await content()).toBe('hello');
    await writeFile(policy, rules);
  });
});

it('shares sessions and approvals among proxies on one PostgreSQL, and one of two calls has an approval', async () => {
  await writeFile(text, 'hello');
  const database = await createPostgres();
  const [first, second] = await Promise.all([
    behindProxy(database.settings, '--session', 'shared'),
    behindProxy(database.settings, '--session', 'shared'),
  ]);
  const id = await escalated(write(first));
  expect(await escalated(write(second))).toBe(id);
  expect((await approvals(second.url, 'approve', id)).code).toBe(0);
  const answers = await Promise.all([write(first), write(second)]);
  expect(answers.filter(({ isError }) => isError !== true)).toHaveLength(1);
  await endAll();
  await database.drop();
});

// `restart.test.ts` has such a service, and the tests of the gate a service that fails.
it.runIf(FULL)('refuses every call while its database is away', async () => {
  await writeFile(text, 'hello');
  const database = await createPostgres();
  const away = await startProxy(database.settings['DATABASE_URL'] ?? '');
  const proxy = await behindProxy({ DATABASE_URL: away.url }, '--session', 'away');
  expect(await list(proxy)).not.toMatchObject({ isError: true });
  away.cut();
  for (const answer of [await list(proxy), await write(proxy)])
    expect(answer).toMatchObject({ isError: true });
  away.heal();
  const id = await escalated(write(proxy));
  expect((await approvals(proxy.url, 'approve', id)).code).toBe(0);
  expect(await write(proxy)).not.toMatchObject({ isError: true });
  await endAll();
  await away.close();
  await database.drop();
});

const REFUSED: readonly (readonly [readonly string[], Readonly<Record<string, string>>, number, string])[] = [
  [['--approvals', '203.0.113.1:1'], { SERVICE_TOKENS_FILE: tokens }, 1, '--approvals: '],
  [['--elicit', '--service', 'http://x'], {}, 2, '--elicit cannot be combined with --service or --approvals'],
  [['--approvals', '8080'], {}, 2, '--approvals must be HOST:PORT'],
  [['--approvals', '127.0.0.1:0'], {}, 2, '--approvals needs SERVICE_TOKENS_FILE'],
  [
    ['--approvals', '127.0.0.1:0', '--service', 'http://x'],
    {},
    2,
    '--approvals cannot be combined with --service',
  ],
  [
    ['--elicit', '--approvals', '127.0.0.1:0'],
    {},
    2,
    '--elicit cannot be combined with --service or --approvals',
  ],
  [
    ['--root', '.', '--service', 'http://x'],
    { SERVICE_API_TOKEN: 't' },
    2,
    '--root cannot be combined with --service',
  ],
  [
    ['--approvals', '127.0.0.1:0'],
    { SERVICE_TOKENS_FILE: tokens, SERVICE_WORKERS: 'x' },
    2,
    'invalid settings',
  ],
  [
    ['--approvals', '127.0.0.1:0'],
    { SERVICE_TOKENS_FILE: tokens, SERVICE_AUDIT: 'stdout' },
    2,
    'SERVICE_AUDIT cannot be stdout',
  ],
  [['--session', 'a b'], {}, 2, '--session must be 1 to 128 of'],
];

// A process for each: a plain run starts one that is refused by its options, and one by what it finds.
it.each(REFUSED.slice(0, full(REFUSED.length, 2)))(
  'refuses %j with %j',
  async (args, environment, code, message) => {
    const run = await runCli(['mcp', 'proxy', '--ruleset', policy, ...args, '--', 'x'], '', environment);
    expect([run.code, run.err]).toEqual([code, expect.stringContaining(message)]);
  },
);

it('reads what its ruleset imports below --root', async () => {
  const importing = join(folder, 'own', 'policies', 'policy.yaml');
  await mkdir(join(folder, 'own', 'policies'), { recursive: true });
  await writeFile(importing, 'imports: [../../policy.yaml]\nruleset: importing\n');
  const proxy = (...args: readonly string[]) =>
    runCli(['mcp', 'proxy', '--ruleset', importing, ...args, '--', 'no-such-command'], '', {});
  const outside = await proxy();
  expect([outside.code, outside.err]).toEqual([
    1,
    expect.stringContaining('unknown import `../../policy.yaml`: expected '),
  ]);
  // Next it starts the server, which fails.
  const inside = await proxy('--root', folder);
  expect(inside.err).not.toContain('policy.yaml');
  expect(inside.err).toContain('no-such-command');
});
