/** Limits on the pending approvals of one token, and pages of longer lists. */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../../evidence/support.ts';
import { DATABASES } from '../runs/support/databases.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { callOf, POLICY, tokenOf } from './support.ts';
import { FULL } from '../../full.ts';

/** Rules whose reason is as long as the arguments. */
const TALKATIVE = `
templates: [{ name: call, slots: [{ name: text, type: string, required: true }] }]
input: [{ template: call, slots: { text: $.call.args.text } }]
rules: [{ name: asks, when: [{ template: call, alias: $c }], then: { action: escalate, reason: "{c.text}" } }]
`;
const LONG = 'x'.repeat(50_000);
const SPEC = {
  evil: { roles: ['evaluate'], rulesets: ['a/*'] },
  good: { roles: ['evaluate'], rulesets: ['b/*'] },
  ann: { roles: ['approver'], rulesets: ['b/*'] },
  boss: { roles: ['approver'] },
};
interface Listed {
  readonly id: string;
  readonly state: string;
  readonly agent: string;
}
interface Page {
  readonly approvals: readonly Listed[];
  readonly next_cursor?: string;
}

describe.each(DATABASES)('in %s', (kind, create) => {
  /** Counts that the service makes before it stores anything are the same in both databases. */
  const once = test.runIf(FULL || kind !== 'PostgreSQL');
  async function start(settings: Readonly<Record<string, string>>) {
    const database = await create();
    const file = join(await temporaryFolder(), 'tokens.json');
    const tokens = Object.entries(SPEC).map(([name, of]) => ({
      name,
      ...of,
      sha256: createHash('sha256').update(tokenOf(name)).digest('hex'),
    }));
    await writeFile(file, JSON.stringify({ tokens }));
    const files = { 'a/gate.yaml': POLICY, 'b/gate.yaml': POLICY, 'a/long.yaml': TALKATIVE };
    const all = { ...database.settings, SERVICE_TOKENS_FILE: file, ...settings };
    const service = await startTestService(files, all);
    onTestFinished(async () => {
      await service.close();
      await database.drop();
    });
    return { service, folder: database.settings['SERVICE_DATA_DIR'] };
  }
  const ask = (service: TestService, by: 'evil' | 'good', agent: string, args: object = {}) =>
    service.post(
      '/v1/calls',
      callOf('write', { ruleset: by === 'evil' ? 'a/gate' : 'b/gate', agent, call: { id: 'c', args } }),
      { token: tokenOf(by) },
    );
  const list = async (service: TestService, by: string, query = ''): Promise<Page> =>
    (await service.request('GET', `/v1/approvals${query}`, { token: tokenOf(by) })).json as unknown as Page;

  once('a request that is too much to read is refused, and names the limit', async () => {
    const { service, folder } = await start({ SERVICE_MAX_APPROVAL_BYTES: '2000' });
    expect((await ask(service, 'evil', 'a', { text: 'x'.repeat(1_500) })).json['decision']).toBe('escalate');
    const { status, json } = await ask(service, 'evil', 'a', { text: 'x'.repeat(2_000) });
    expect([status, json['error']]).toEqual([413, 'payload_too_large']);
    expect(json['detail']).toContain('2000 bytes (SERVICE_MAX_APPROVAL_BYTES)');
    // Calls that need no person are decided at any size.
    const large = { ruleset: 'a/gate', call: { id: 'c', args: { text: 'x'.repeat(9_000) } } };
    const read = await service.post('/v1/calls', callOf('read', large), { token: tokenOf('evil') });
    expect(read.json['decision']).toBe('allow');
    // No SQL database was opened for any of this.
    if (folder !== undefined) expect(existsSync(join(folder, 'database'))).toBe(false);
  });

  test('one token has a limit of pending approvals, and others keep theirs', async () => {
    const { service } = await start({ SERVICE_MAX_APPROVALS: '3' });
    for (const agent of ['a1', 'a2', 'a3'])
      expect((await ask(service, 'evil', agent)).json['decision']).toBe('escalate');
    const { status, json } = await ask(service, 'evil', 'a4');
    expect([status, json['error']]).toEqual([503, 'approval_limit_exceeded']);
    expect(json['detail']).toContain('at most 3 approvals per token can be pending (SERVICE_MAX_APPROVALS)');
    expect((await ask(service, 'evil', 'a2')).json['decision']).toBe('escalate');
    expect((await ask(service, 'good', 'g1')).json['decision']).toBe('escalate');
    const [first] = (await list(service, 'boss')).approvals;
    await service.post(`/v1/approvals/${first?.id}`, { decision: 'rejected' }, { token: tokenOf('boss') });
    expect((await ask(service, 'evil', 'a4')).json['decision']).toBe('escalate');
  });

  test('many requests at once do not pass the limit together', async () => {
    const { service } = await start({ SERVICE_MAX_APPROVALS: '5' });
    const asked = await Promise.all(Array.from({ length: 20 }, (_, i) => ask(service, 'evil', `a${i}`)));
    expect(asked.filter(({ status }) => status === 200)).toHaveLength(5);
    expect((await list(service, 'boss')).approvals).toHaveLength(5);
  });

  test('what is kept is bounded: what is open stays, what has expired makes room', async () => {
    const { service } = await start({ SERVICE_MAX_APPROVALS_BYTES: '12000', SERVICE_APPROVAL_SECONDS: '2' });
    const large = { text: 'x'.repeat(4_000) };
    for (const agent of ['a1', 'a2'])
      expect((await ask(service, 'evil', agent, large)).json['decision']).toBe('escalate');
    const { status, json } = await ask(service, 'evil', 'a3', large);
    expect([status, json['error']]).toEqual([503, 'approval_limit_exceeded']);
    expect(json['detail']).toContain('SERVICE_MAX_APPROVALS_BYTES');
    await sleep(2_100);
    expect((await ask(service, 'evil', 'a3', large)).json['decision']).toBe('escalate');
    const agents = (await list(service, 'boss')).approvals.map(({ agent }) => agent);
    expect(agents).toEqual(['a2', 'a3']);
  });

  test('lists are filtered before they are cut, and go on from page to page', async () => {
    const { service } = await start({});
    for (let i = 0; i < 7; i++) await ask(service, 'evil', `e${i}`);
    await ask(service, 'good', 'g1');
    const seen = await list(service, 'ann', '?limit=1&state=pending');
    expect([seen.approvals.map(({ agent }) => agent), seen.next_cursor]).toEqual([['g1'], undefined]);
    const agents: string[] = [];
    let query = '?limit=3';
    for (let page = await list(service, 'boss', query); ; page = await list(service, 'boss', query)) {
      agents.push(...page.approvals.map(({ agent }) => agent));
      if (page.next_cursor === undefined) break;
      query = `?limit=3&cursor=${page.next_cursor}`;
    }
    expect(agents).toEqual(['e0', 'e1', 'e2', 'e3', 'e4', 'e5', 'e6', 'g1']);
    const wrong = await service.request('GET', '/v1/approvals?cursor=x', { token: tokenOf('boss') });
    expect([wrong.status, wrong.json['error']]).toEqual([422, 'validation_error']);
    expect((await list(service, 'boss')).approvals[0]).not.toHaveProperty('request');
    expect((await list(service, 'boss')).approvals[0]).not.toHaveProperty('args');
  });

  once('a page ends where its texts fill it, whatever the limit', async () => {
    const { service } = await start({});
    const names = Array.from({ length: 24 }, (_, i) => String.fromCharCode(97 + i));
    for (const agent of names) {
      const call = callOf('write', { ruleset: 'a/long', agent, call: { id: 'c', args: { text: LONG } } });
      const { json } = await service.post('/v1/calls', call, { token: tokenOf('evil') });
      expect(json['decision']).toBe('escalate');
    }
    const first = await list(service, 'boss', '?limit=1000');
    const rest = await list(service, 'boss', `?limit=1000&cursor=${first.next_cursor}`);
    const read = [first, rest].map(({ approvals }) => approvals.map(({ agent }) => agent));
    expect(read).toEqual([names.slice(0, 21), names.slice(21)]);
    expect(rest.next_cursor).toBeUndefined();
  });

  test('an approval is listed in the state that it shows', async () => {
    const { service } = await start({ SERVICE_APPROVAL_SECONDS: '2' });
    for (const agent of ['used', 'approved', 'rejected', 'pending']) await ask(service, 'good', agent);
    const { approvals } = await list(service, 'boss');
    for (const { id, agent } of approvals) {
      const decision = agent === 'rejected' ? 'rejected' : 'approved';
      if (agent !== 'pending')
        await service.post(`/v1/approvals/${id}`, { decision }, { token: tokenOf('boss') });
    }
    expect((await ask(service, 'good', 'used')).json['decision']).toBe('allow');
    await sleep(2_100);
    const inState = async (state: string) =>
      (await list(service, 'boss', `?state=${state}`)).approvals.map(({ agent }) => agent);
    expect(await inState('expired')).toEqual(['approved', 'pending']);
    expect(await inState('approved')).toEqual(['used']);
    expect(await inState('rejected')).toEqual(['rejected']);
    expect(await inState('pending')).toEqual([]);
    for (const state of ['expired', 'approved', 'rejected'])
      for (const { state: shown } of (await list(service, 'boss', `?state=${state}`)).approvals)
        expect(shown).toBe(state);
  });
});
