/** Sensitive values of approvals: one token sees them, and the log says so. */
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readRecords, temporaryFolder } from '../../evidence/support.ts';
import { callOf, POLICY, startApprovals, tokenOf } from './support.ts';

const DISCREET = POLICY.replace(
  '- { name: digest, type: string, required: true }',
  '- { name: digest, type: string, required: true }\n      - { name: card, type: string, sensitive: true }',
).replace('digest: $.call.args_digest', 'digest: $.call.args_digest, card: $.call.args.card');
const SECRET = '4111111111111111';

test('only who may approve sees them, in a single approval, and that is recorded', async () => {
  const log = join(await temporaryFolder(), 'log');
  const service = await startApprovals({ SERVICE_AUDIT: `file:${log}`, SERVICE_WORKERS: '1' });
  let isClosed = false;
  onTestFinished(async () => {
    if (!isClosed) await service.close();
  });
  await service.write('gate.yaml', DISCREET);
  const call = callOf('write', { call: { id: 'c1', args: { card: SECRET } } });
  const { json } = await service.post('/v1/calls', call, { token: tokenOf('gateway') });
  const { id } = json['approval'] as { readonly id: string };
  const read = async (method: string, path: string, by: string, body?: object) =>
    (await service.request(method, path, { token: tokenOf(by), ...(body === undefined ? {} : { body }) }))
      .json;
  const path = `/v1/approvals/${id}`;
  const own = await read('GET', path, 'gateway');
  expect(own).toMatchObject({ id, masked: true, args: null, request: null, agent: 'a1', tool: 'write' });
  expect(own).toMatchObject({ args_digest: null, request_digest: null, reason: '[masked]' });
  const list = (await read('GET', '/v1/approvals', 'ann'))['approvals'] as readonly object[];
  expect(list).toMatchObject([{ id, masked: true, args_digest: null }]);
  const shown = await read('GET', path, 'ann');
  expect(shown).toMatchObject({ args: { card: SECRET }, request: { call: { args: { card: SECRET } } } });
  const answered = await read('POST', path, 'ann', { decision: 'approved', reason: `known: ${SECRET}` });
  for (const masked of [own, list, answered]) expect(JSON.stringify(masked)).not.toContain(SECRET);
  await service.close();
  isClosed = true;
  const records = (await readRecords(log, 'service')).filter(({ kind }) => kind === 'approval');
  expect(records.map(({ operation, actor }) => [operation, actor])).toEqual([
    ['request', 'gateway'],
    ['read', 'ann'],
    ['approved', 'ann'],
  ]);
  expect(records.at(-1)).toMatchObject({ answer_reason: { $hmac: null } });
  expect(JSON.stringify(records)).not.toContain(SECRET);
});

test('without sensitive slots, requesters see their own request, and no read is recorded', async () => {
  const log = join(await temporaryFolder(), 'log');
  const service = await startApprovals({ SERVICE_AUDIT: `file:${log}` });
  const { json } = await service.post('/v1/calls', callOf('write'), { token: tokenOf('gateway') });
  const { id } = json['approval'] as { readonly id: string };
  for (const by of ['gateway', 'ann']) {
    const read = await service.request('GET', `/v1/approvals/${id}`, { token: tokenOf(by) });
    expect(read.json).toMatchObject({ args: { path: '/x' }, request: { tool: { name: 'write' } } });
    expect(read.json).not.toHaveProperty('masked');
  }
  await service.close();
  const records = (await readRecords(log, 'service')).filter(({ kind }) => kind === 'approval');
  expect(records.map(({ operation }) => operation)).toEqual(['request']);
});
