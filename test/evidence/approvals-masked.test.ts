import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { callOf, POLICY } from '../server/approvals/support.ts';
import { createPostgres, type TestDatabase } from '../server/runs/support/databases.ts';
import { startTestService } from '../server/support/service.ts';
import { readRecords, temporaryFolder } from './support.ts';

/** Policy in which the caller is sensitive. */
const DISCREET = POLICY.replace(
  '- { name: digest, type: string, required: true }',
  '- { name: digest, type: string, required: true }\n      - { name: agent, type: string, sensitive: true }',
).replace('digest: $.call.args_digest', 'digest: $.call.args_digest, agent: $.agent');

let database: TestDatabase;
beforeAll(async () => {
  database = await createPostgres();
});
afterAll(() => database.drop());

async function asked(policy: string, id: string): Promise<Record<string, unknown>> {
  const log = join(await temporaryFolder(), 'log');
  const service = await startTestService(
    { 'gate.yaml': policy },
    { ...database.settings, SERVICE_AUDIT: `file:${log}` },
  );
  const { json } = await service.post('/v1/calls', callOf('write', { agent: id }));
  expect(json['decision']).toBe('escalate');
  await service.close();
  const records = await readRecords(log, 'service');
  return records.find(({ kind }) => kind === 'approval') ?? {};
}

test('sensitive slots in an approval are masked, and so is the digest of the arguments', async () => {
  const record = await asked(DISCREET, 'a1');
  expect(record).toMatchObject({ masked: true, operation: 'request', tool: 'write', agent: { $hmac: null } });
  expect(record).not.toHaveProperty('args_digest');
});

test('without sensitive slots an approval is recorded as it is', async () => {
  const record = await asked(POLICY, 'a2');
  expect(record).toMatchObject({ operation: 'request', tool: 'write', agent: 'a2', call_id: 'c1' });
  expect(record['args_digest']).toMatch(/^sha256:/);
  expect(record).not.toHaveProperty('masked');
});
