import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { runHere } from '../authors/run-tests.ts';
import type { TestService } from '../server/support/service.ts';
import { callOf, startApprovals, tokenOf } from './support.ts';

let service: TestService;
beforeAll(async () => {
  service = await startApprovals({});
  vi.stubEnv('SERVICE_URL', service.url);
  vi.stubEnv('SERVICE_API_TOKEN', tokenOf('ann'));
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await service.close();
});

async function escalated(agent: string, path: string): Promise<string> {
  const call = callOf('write', { agent, call: { id: 'c1', args: { path } } });
  const { json } = await service.post('/v1/calls', call, { token: tokenOf('gateway') });
  return (json['approval'] as { readonly id: string }).id;
}

test('lists, approves and rejects', async () => {
  const [first, second] = [await escalated('a1', '/x'), await escalated('a2', '/y')];
  const { out } = await runHere('approvals', 'list');
  expect(out).toContain(`${first}\n  a1 wants write {"path":"/x"}\n  why: a person decides\n  until: 2`);
  expect(await runHere('approvals', 'approve', first)).toEqual({
    code: 0,
    out: `${first} approved\n`,
    err: '',
  });
  expect((await runHere('approvals', 'reject', second)).out).toBe(`${second} rejected\n`);
  expect((await runHere('approvals', 'list')).out).toBe('');
  const listed = await runHere('approvals', 'list', '--state', 'approved', '--json');
  expect(JSON.parse(listed.out)).toMatchObject({ id: first, answered_by: 'ann', args: { path: '/x' } });
});

test('shows what an agent wrote as text', async () => {
  await escalated('a\u001b[2J\u202e', '\u009b');
  const { out } = await runHere('approvals', 'list');
  expect(out).toContain('  a?[2J? wants write {"path":"?"}\n');
});

test.each<[readonly string[], Readonly<Record<string, string>>, number, string]>([
  [['approve', 'nothing'], {}, 1, 'approval_not_found: there is no such approval'],
  [['list', '--state', 'open'], {}, 1, 'validation_error: state'],
  [
    ['list'],
    { SERVICE_API_TOKEN: 'token-of-gateway' },
    1,
    "unauthorized: the token lacks the role 'approver'",
  ],
  [['list'], { SERVICE_URL: 'http://127.0.0.1:1' }, 1, 'the service at SERVICE_URL does not answer'],
  [['list'], { SERVICE_URL: '' }, 2, 'SERVICE_URL must say where the service is'],
  [['list'], { SERVICE_API_TOKEN: '' }, 2, 'SERVICE_API_TOKEN must have the token of an approver'],
])('approvals %j is refused with %j', async (words, environment, code, message) => {
  const before = { ...process.env };
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
  const ran = await runHere('approvals', ...words);
  for (const name of Object.keys(environment)) vi.stubEnv(name, before[name]);
  expect([ran.code, ran.err]).toEqual([code, expect.stringContaining(message) as string]);
});
