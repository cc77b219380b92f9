/** What readers of the decision log get where there is none, and where nothing is signed. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ACCESS } from '../support/rulesets.ts';
import { startTestService } from '../support/service.ts';
import { tokenOf, writeTokensFile } from '../support/tokens-file.ts';

test.each([
  ['no log', {}],
  ['a log on a collector', { SERVICE_AUDIT: 'http://127.0.0.1:9/logs' }],
])('with %s there is nothing to read', async (_name, settings) => {
  const tokens = await writeTokensFile({ reader: { roles: ['decisions'] } });
  const service = await startTestService({}, { ...settings, SERVICE_TOKENS_FILE: tokens.path });
  for (const path of ['/v1/decisions', '/v1/decisions/x', '/v1/decisions/x/proof']) {
    const { status, json } = await service.request('GET', path, { token: tokenOf('reader') });
    expect([status, json['error']]).toEqual([409, 'no_decision_log']);
  }
  await Promise.all([service.close(), tokens.remove()]);
});

test('without a key there is no proof', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'ferrule-unsigned-'));
  const tokens = await writeTokensFile({ reader: { roles: ['decisions', 'evaluate'] } });
  const settings = { SERVICE_AUDIT: `file:${folder}`, SERVICE_TOKENS_FILE: tokens.path };
  const service = await startTestService({ 'a.yaml': ACCESS }, settings);
  const token = tokenOf('reader');
  const { headers } = await service.post('/v1/evaluate', { ruleset: 'a', facts: [] }, { token });
  const id = headers.get('ferrule-decision-id');
  await expect
    .poll(async () => (await service.request('GET', `/v1/decisions/${id}`, { token })).status)
    .toBe(200);
  const { status, json } = await service.request('GET', `/v1/decisions/${id}/proof`, { token });
  expect([status, json['error'], json['detail']]).toEqual([
    409,
    'proof_unavailable',
    'no checkpoint covers the decision yet',
  ]);
  await Promise.all([service.close(), tokens.remove()]);
  await rm(folder, { recursive: true });
});
