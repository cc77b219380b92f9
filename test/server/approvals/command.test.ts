import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { runHere } from '../../authoring/run-tests.ts';
import type { TestService } from '../support/service.ts';
import { callOf, startApprovals, tokenOf } from './support.ts';

let service: TestService;
beforeAll(async () => {
  service = await startApprovals({});
  vi.stubEnv('FERRULE_URL', service.url);
  vi.stubEnv('FERRULE_TOKEN', tokenOf('ann'));
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
  expect(out).toContain(`${first}\n  a1 wants write\n  why: a person decides\n  until: 2`);
  expect(out).toContain(`the request is truncated: \`ferrule approvals show ${first}\` shows all of it\n`);
  expect(await runHere('approvals', 'approve', first)).toEqual({
    code: 0,
    out: `${first} approved\n`,
    err: '',
  });
  expect((await runHere('approvals', 'reject', second)).out).toBe(`${second} rejected\n`);
  expect((await runHere('approvals', 'list')).out).toBe('');
  const listed = await runHere('approvals', 'list', '--state', 'approved', '--json');
  expect(JSON.parse(listed.out)).toMatchObject({ id: first, answered_by: 'ann', tool: 'write' });
  expect(JSON.parse(listed.out)).not.toHaveProperty('request');
  const all = await runHere('approvals', 'list', '--state', 'all', '--json');
  expect(all.out.match(/\n/g)).toHaveLength(2);
  expect((await runHere('approvals', 'list', '--state', 'expired')).out).toBe('');
});

test('shows what an agent wrote as text', async () => {
  const id = await escalated('a\u001b[2J\u202e', '\u009b\n  agent: a9');
  const { out } = await runHere('approvals', 'list');
  expect(out).toContain('  "a\\u001b[2J\\u202e" wants write\n');
  const shown = await runHere('approvals', 'show', id);
  expect(shown.out).toContain('  agent: "a\\u001b[2J\\u202e"\n');
  expect(shown.out).toContain('"path": "\\u009b\\n  agent: a9"\n');
  expect(shown.out.split('\n').filter((line) => line.startsWith('  agent:'))).toHaveLength(1);
  expect(JSON.parse((await runHere('approvals', 'show', id, '--json')).out)).toMatchObject({ id });
});

test.each<[readonly string[], Readonly<Record<string, string>>, number, string]>([
  [['approve', 'nothing'], {}, 1, 'approval_not_found: no such approval'],
  [['list', '--state', 'open'], {}, 1, 'validation_error: state'],
  [['list'], { FERRULE_TOKEN: 'token-of-gateway' }, 1, "forbidden: the token lacks the role 'approver'"],
  [['list'], { FERRULE_URL: 'http://127.0.0.1:1' }, 1, 'no response from the service at FERRULE_URL'],
  [['list'], { FERRULE_URL: '' }, 2, 'FERRULE_URL is not set'],
  [['list'], { FERRULE_TOKEN: '' }, 2, 'ferrule approvals needs a token in FERRULE_TOKEN'],
])('approvals %j is refused with %j', async (words, environment, code, message) => {
  const before = { ...process.env };
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
  const ran = await runHere('approvals', ...words);
  for (const name of Object.keys(environment)) vi.stubEnv(name, before[name]);
  expect([ran.code, ran.err]).toEqual([code, expect.stringContaining(message) as string]);
});
