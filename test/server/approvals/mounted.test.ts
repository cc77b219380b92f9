/** Callers cannot choose their approver: approvals belong to the ruleset that decided. */
import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../../evidence/support.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { callOf, POLICY, tokenOf } from './support.ts';

const SPEC = {
  agent: { roles: ['evaluate'], rulesets: ['pay'] },
  free: { roles: ['evaluate'] },
  junior: { roles: ['approver'], rulesets: ['low/**'] },
  senior: { roles: ['approver'], rulesets: ['pay'] },
};

async function start(mount: string | null): Promise<TestService> {
  const file = join(await temporaryFolder(), 'tokens.json');
  const tokens = Object.entries(SPEC).map(([name, of]) => ({
    name,
    ...of,
    sha256: createHash('sha256').update(tokenOf(name)).digest('hex'),
  }));
  await writeFile(file, JSON.stringify({ tokens }));
  const files = { 'pay.yaml': POLICY.replace('ruleset: gate', 'ruleset: pay'), 'low/x.yaml': POLICY };
  const service = await startTestService(files, { SERVICE_TOKENS_FILE: file }, mount);
  onTestFinished(() => service.close());
  return service;
}

test('a mounted server stores the name of what is mounted', async () => {
  const service = await start('pay.yaml');
  const call = (ruleset: string, by: string, agent = 'a1') =>
    service.post('/v1/calls', callOf('write', { ruleset, agent }), { token: tokenOf(by) });
  const refused = await call('low/x', 'agent');
  expect([refused.status, refused.json['error']]).toEqual([404, 'ruleset_not_found']);
  const body = { ruleset: 'low/x', facts: [] };
  const evaluated = await service.post('/v1/evaluate', body, { token: tokenOf('agent') });
  expect([evaluated.status, evaluated.json['error']]).toEqual([404, 'ruleset_not_found']);
  // A token for every ruleset can use any name for it, but does not choose the approver by that.
  for (const [ruleset, by] of [
    ['low/x', 'free'],
    ['pay.yaml', 'agent'],
  ] as const) {
    const { id } = (await call(ruleset, by)).json['approval'] as { readonly id: string };
    const path = `/v1/approvals/${id}`;
    const answer = (token: string) => service.post(path, { decision: 'approved' }, { token: tokenOf(token) });
    expect((await answer('junior')).status).toBe(404);
    const read = await service.request('GET', path, { token: tokenOf('senior') });
    expect(read.json['ruleset']).toBe('pay');
    expect((await answer('senior')).status).toBe(200);
    expect((await call('pay', by)).json['decision']).toBe('allow');
  }
});

test('a stock server stores one name however it is spelled', async () => {
  const service = await start(null);
  const ids = [];
  for (const ruleset of ['low/x', 'low/x.yaml', 'low/../low//x']) {
    const { json } = await service.post('/v1/calls', callOf('write', { ruleset }), {
      token: tokenOf('free'),
    });
    ids.push((json['approval'] as { readonly id: string }).id);
  }
  expect(new Set(ids).size).toBe(1);
  const read = await service.request('GET', `/v1/approvals/${ids[0]}`, { token: tokenOf('junior') });
  expect(read.json['ruleset']).toBe('low/x');
});
