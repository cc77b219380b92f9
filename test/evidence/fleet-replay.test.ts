import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { runCli } from '../cli/run-cli.ts';
import { BLOCKING, request } from '../server/fleet/rules.ts';
import { createPostgres, type TestDatabase } from '../server/runs/support/databases.ts';
import { startTestService, type TestService } from '../server/support/service.ts';
import { readRecords, temporaryFolder, writeKeys } from './support.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createPostgres();
});
afterAll(() => database.drop());

async function start(folder: string, fleet: string, rules = BLOCKING): Promise<TestService> {
  const { key } = await writeKeys(folder);
  const settings = {
    ...database.settings,
    SERVICE_FLEET: fleet,
    SERVICE_DATA_DIR: join(folder, 'data'),
    SERVICE_AUDIT: `file:${join(folder, 'log')}`,
    SERVICE_ATTESTATION_KEY_FILE: key,
    SERVICE_ATTEST: 'always',
  };
  const service = await startTestService({ 'blocking.yaml': rules }, settings, 'blocking.yaml');
  let isOpen = true;
  const close = async (): Promise<void> => {
    if (isOpen) await service.close();
    isOpen = false;
  };
  onTestFinished(close);
  return { ...service, close };
}

async function block(service: TestService, agent: string): Promise<void> {
  const { json } = await service.post('/v1/fleet/facts', { template: 'blocked', data: { agent } });
  expect(json).toEqual({ success: true, created: true });
}

async function free(service: TestService, filter: object | null): Promise<unknown> {
  const body = { template: 'blocked', filter };
  return (await service.request('DELETE', '/v1/fleet/facts', { body })).json['retracted_count'];
}

async function decide(service: TestService, agent: string): Promise<Record<string, unknown>> {
  const { status, json } = await service.post('/v1/evaluate', {
    ruleset: 'blocking',
    facts: [request(agent)],
  });
  expect(status).toBe(200);
  return json;
}

test('decisions on facts of a fleet are made again from the logs of all members', async () => {
  const [one, other] = [await temporaryFolder(), await temporaryFolder()];
  const [a, b] = [await start(one, 'eu'), await start(other, 'eu')];
  expect((await decide(a, 'ann'))['reason']).toBe('ann may');
  await block(a, 'ann');
  expect((await decide(b, 'ann'))['reason']).toBe('ann is blocked (1)');
  await block(b, 'bob');
  await block(b, 'cat');
  // An equal fact changes nothing, and is not recorded.
  expect(
    (await a.post('/v1/fleet/facts', { template: 'blocked', data: { agent: 'bob' } })).json['created'],
  ).toBe(false);
  expect((await decide(a, 'bob'))['decision']).toBe('deny');
  expect(await free(a, { agent: 'ann' })).toBe(1);
  expect((await decide(b, 'ann'))['reason']).toBe('ann may');
  expect(await free(b, null)).toBe(2);
  const token = String((await decide(a, 'cat'))['attestation_token']);
  const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as object;
  expect(claims).toMatchObject({ fleet: 'eu', fleet_sequence: 6 });
  await Promise.all([a.close(), b.close()]);

  const changes = (await readRecords(join(one, 'log'), 'service')).filter(({ kind }) => kind === 'facts');
  expect(changes).toMatchObject([
    { fleet: 'eu', fleet_sequence: 1, operation: { template: 'blocked', data: { agent: 'ann', weight: 1 } } },
    {
      fleet: 'eu',
      fleet_sequence: 4,
      operation: { retract: 'blocked', filter: { agent: 'ann', weight: 1 } },
    },
  ]);
  const logs = [join(one, 'log'), join(other, 'log')];
  const archive = ['--rulesets', join(one, 'data', 'rulesets')];
  const both = await runCli(['replay', ...logs, ...archive]);
  expect(both.out).toBe('5 evaluated again, 0 differences\n');
  const alone = await runCli(['replay', logs[0]!, ...archive]);
  expect(alone.out).toBe(
    '2 evaluated again, 0 differences\n1 left out: the stored facts cannot be rebuilt\n',
  );

  const candidate = join(one, 'candidate.yaml');
  await writeFile(candidate, BLOCKING.replace('action: deny', 'action: escalate'));
  const tried = await runCli(['replay', ...logs, ...archive, '--against', candidate]);
  expect(tried.out).toContain('5 compared: 3 the same');
  expect(tried.out).toMatch(/^deny +escalate +2$/m);
});

test('values of sensitive slots are in no record of a fleet', async () => {
  const folder = await temporaryFolder();
  const secret = BLOCKING.replace(
    '{ name: agent, type: string, required: true }\n      - { name: weight',
    '{ name: agent, type: string, required: true, sensitive: true }\n      - { name: weight',
  );
  const service = await start(folder, 'secret', secret);
  await block(service, 'agent-who-is-secret');
  expect(await free(service, { agent: 'agent-who-is-secret' })).toBe(1);
  await service.close();
  const records = await readRecords(join(folder, 'log'), 'service');
  const changes = records.filter(({ kind }) => kind === 'facts');
  expect(changes).toMatchObject([
    { masked: true, operation: { template: 'blocked', data: { agent: { $hmac: null }, weight: 1 } } },
    { masked: true, operation: { retract: 'blocked', filter: { agent: { $hmac: null }, weight: 1 } } },
  ]);
  expect(JSON.stringify(records)).not.toContain('agent-who-is-secret');
});
