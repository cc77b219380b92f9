/** The versions of rulesets that are kept for replay, and how many of them may be. */
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readConfiguration } from '../../server/settings/configuration.ts';
import { startTestService, type Reply } from '../server/support/service.ts';
import { readRecords, temporaryFolder } from './support.ts';

const VERSION = /^[0-9a-f]{64}\.json$/;

const always = (reason: string): string => `
ruleset: gate
templates: [{ name: call, slots: [{ name: tool, type: symbol }] }]
rules:
  - name: any
    when: [{ template: call }]
    then: { action: allow, reason: ${reason} }
`;

const outcomeOf = ({ status, json }: Reply): unknown => [status, json['error'] ?? json['reason'] ?? null];
const FULL = [503, 'audit_unavailable'];

async function startMounted(mostRulesets: string) {
  const folder = await temporaryFolder();
  const log = join(folder, 'log');
  const ruleset = join(folder, 'gate.yaml');
  await writeFile(ruleset, always('first'));
  const settings = {
    SERVICE_RULESET: ruleset,
    SERVICE_WORKERS: '1',
    SERVICE_AUDIT: `file:${log}`,
    SERVICE_AUDIT_MAX_RULESETS: mostRulesets,
  };
  const service = await startTestService({}, settings);
  const reload = (reason: string, query = ''): Promise<Reply> =>
    service.post(`/v1/rules/reload${query}`, { ruleset_yaml: always(reason) });
  const ask = async (): Promise<unknown> =>
    outcomeOf(
      await service.post('/v1/evaluate', {
        ruleset: 'gate',
        facts: [{ template: 'call', data: { tool: 'x' } }],
      }),
    );
  const archive = join(log, 'rulesets');
  const versions = async (): Promise<string[]> =>
    (await readdir(archive)).filter((name) => VERSION.test(name)).sort();
  return { service, settings, ruleset, log, archive, reload, ask, versions };
}

test('when as many versions are kept as may be, no other is loaded, and none of them goes', async () => {
  const { service, log, archive, reload, ask, versions } = await startMounted('2');
  const [first] = await versions();
  expect((await reload('second')).status).toBe(200);
  const kept = await versions();
  expect(kept).toHaveLength(2);
  const refused = await reload('third');
  expect(outcomeOf(refused)).toEqual(FULL);
  expect(refused.json['detail']).toContain('SERVICE_AUDIT_MAX_RULESETS');
  expect(await ask()).toEqual([200, 'second']);
  expect(await versions()).toEqual(kept);
  // The operator makes room.
  await rm(join(archive, first!));
  expect((await reload('third')).status).toBe(200);
  expect(await ask()).toEqual([200, 'third']);
  await service.close();
  const reloads = (await readRecords(log, 'service')).filter(({ kind }) => kind === 'reload');
  expect(reloads.map(({ accepted, error }) => [accepted, error])).toEqual([
    [true, undefined],
    [false, expect.objectContaining({ code: 'audit_unavailable' })],
    [true, undefined],
  ]);
});

test('a stored version loads even without room', async () => {
  const { service, settings, ruleset, versions } = await startMounted('1');
  const kept = await versions();
  await service.close();
  const again = await startTestService({}, settings);
  expect((await again.request('GET', '/readyz')).status).toBe(200);
  await again.close();
  expect(await versions()).toEqual(kept);
  await writeFile(ruleset, always('second'));
  await expect(startTestService({}, settings)).rejects.toThrow('SERVICE_AUDIT_MAX_RULESETS');
});

test('a dry run takes no place of a version', async () => {
  const { service, reload, ask, versions } = await startMounted('1');
  const kept = await versions();
  for (const reason of ['second', 'third']) {
    expect((await reload(reason, '?dry_run=true')).status).toBe(200);
  }
  expect(await versions()).toEqual(kept);
  expect(outcomeOf(await reload('second'))).toEqual(FULL);
  expect(await ask()).toEqual([200, 'first']);
  await service.close();
});

test('a ruleset that a request names is not loaded either, and decides once there is room', async () => {
  const folder = await temporaryFolder();
  const service = await startTestService(
    { 'a.yaml': always('a'), 'b.yaml': always('b') },
    { SERVICE_WORKERS: '1', SERVICE_AUDIT: `file:${folder}`, SERVICE_AUDIT_MAX_RULESETS: '1' },
  );
  const ask = async (name: string): Promise<unknown> =>
    outcomeOf(
      await service.post('/v1/evaluate', {
        ruleset: name,
        facts: [{ template: 'call', data: { tool: 'x' } }],
      }),
    );
  expect(await ask('a.yaml')).toEqual([200, 'a']);
  expect(await ask('b.yaml')).toEqual(FULL);
  expect(await ask('a.yaml')).toEqual([200, 'a']);
  const archive = join(folder, 'rulesets');
  for (const name of await readdir(archive)) await rm(join(archive, name));
  expect(await ask('b.yaml')).toEqual([200, 'b']);
  await service.close();
});

test('a version that cannot be written is not loaded', async () => {
  const { service, archive, reload, ask } = await startMounted('9');
  await rm(archive, { recursive: true });
  await writeFile(archive, '');
  const refused = await reload('second');
  expect(outcomeOf(refused)).toEqual(FULL);
  expect(refused.json['detail']).not.toContain(archive);
  expect(await ask()).toEqual([200, 'first']);
  await rm(archive);
  await mkdir(archive);
  expect((await reload('second')).status).toBe(200);
  await service.close();
});

test.each(['%s is not a number of versions', '-1', 'many', '1000001'])(
  '%s is no number of versions',
  (value) => {
    const read = readConfiguration({ SERVICE_AUDIT_MAX_RULESETS: value });
    expect(read.ok ? [] : read.problems).toEqual([expect.stringMatching(/^SERVICE_AUDIT_MAX_RULESETS: /)]);
  },
);
