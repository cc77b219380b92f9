/** AuthZEN with the facts of a session: what is decided with them, and what a search finds among them. */
import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { full } from '../full.ts';
import { DATABASES, type TestDatabase } from './runs/support/databases.ts';
import { startTestService, type Reply, type TestService } from './support/service.ts';

const MEMBERS = `
templates:
  - name: request
    slots:
      - { name: subject, type: string, required: true }
      - { name: action, type: string, required: true }
  - name: member
    slots:
      - { name: id, type: string, required: true }
      - { name: may, type: string, required: true }
  - name: approval
    from: host
    slots: [{ name: approver, type: string, required: true }]
input:
  - { template: request, slots: { subject: $.subject.id, action: $.action.name } }
authzen:
  subjects: [{ type: user, template: member, slot: id }]
  actions: [{ template: member, slot: may }]
rules:
  - name: member
    when:
      - { template: request, alias: $req }
      - template: member
        conditions:
          - { slot: id, expression: "equals($req.subject)" }
          - { slot: may, expression: "equals($req.action)" }
    then: { action: allow, reason: it may }
  - name: share
    when:
      - { template: request, alias: $req, conditions: [{ slot: action, expression: equals(share) }] }
      - { template: member, conditions: [{ slot: id, expression: "equals($req.subject)" }] }
      - not: [{ template: approval }]
    then: { action: escalate, reason: a person decides }
  - name: shared
    when: [{ template: request, conditions: [{ slot: action, expression: equals(share) }] }, { template: approval }]
    then: { action: allow, reason: approved }
`;
const OTHER = 'templates: [{ name: x, slots: [{ name: y, type: string }] }]\nrules: []\n';
const resource = { type: 'record', id: '1' };
const read = { name: 'read' };
const user = (id: string) => ({ type: 'user', id });
const within = (session: string) => ({ headers: { 'ferrule-session-id': session } });

describe.each(DATABASES.slice(0, full(2, 1)))('in sessions kept in %s', (_kind, create) => {
  let database: TestDatabase;
  let service: TestService;
  let folder: string;
  beforeAll(async () => {
    database = await create();
    folder = await mkdtemp(join(tmpdir(), 'ferrule-authzen-'));
    const tokens = [
      ['ann', 'approver'],
      ['other', 'evaluate'],
    ].map(([name = '', role]) => ({
      name,
      sha256: createHash('sha256').update(`token-of-${name}`).digest('hex'),
      roles: [role],
    }));
    await writeFile(join(folder, 'tokens.json'), JSON.stringify({ tokens }));
    const settings = {
      ...database.settings,
      SERVICE_AUTHZEN_RULESET: 'members',
      SERVICE_TOKENS_FILE: join(folder, 'tokens.json'),
    };
    service = await startTestService({ 'members.yaml': MEMBERS, 'other.yaml': OTHER }, settings);
    for (const id of ['s', 'empty'])
      await service.post('/v1/sessions', { session_id: id, ruleset: 'members' });
    await service.post('/v1/sessions', { session_id: 'other', ruleset: 'other' });
    for (const [id, may] of [
      ['bob', 'read'],
      ['alice', 'read'],
      ['alice', 'write'],
    ] as const)
      await member('s', id, may);
  });
  afterAll(async () => {
    await service.close();
    await database.drop();
    await rm(folder, { recursive: true });
  });
  const member = (session_id: string, id: string, may: string): Promise<Reply> =>
    service.post('/v1/facts', { session_id, template: 'member', data: { id, may } });
  const access = (path: string, body: object, options: object = {}): Promise<Reply> =>
    service.post(`/access/v1/${path}`, body, options);
  const who = { subject: { type: 'user' }, action: read, resource };

  it('decides with their facts, and without them for who names none', async () => {
    const request = { subject: user('bob'), action: read, resource };
    for (const [options, decision] of [
      [within('s'), true],
      [within('empty'), false],
      [{}, false],
    ] as const)
      expect((await access('evaluation', request, options)).json['decision']).toBe(decision);
    const several = { ...request, evaluations: [{}, { action: { name: 'write' } }] };
    expect((await access('evaluations', several, within('s'))).json).toMatchObject({
      evaluations: [{ decision: true }, { decision: false }],
    });
  });

  it('finds what their facts say, each once', async () => {
    expect((await access('search/subject', who, within('s'))).json).toEqual({
      results: [user('bob'), user('alice')],
    });
    const what = { subject: user('alice'), resource };
    expect((await access('search/action', what, within('s'))).json).toEqual({
      results: [read, { name: 'write' }],
    });
    for (const options of [within('empty'), {}])
      expect((await access('search/subject', who, options)).json).toEqual({ results: [] });
  });

  it('reports that a page is based on outdated facts', async () => {
    const first = await access('search/subject', { ...who, page: { limit: 1 } }, within('s'));
    const { next_token: token } = first.json['page'] as { readonly next_token: string };
    const next = { ...who, page: { limit: 1, token } };
    expect((await access('search/subject', next, within('s'))).json).toMatchObject({
      results: [user('alice')],
    });
    expect((await access('search/subject', next, within('empty'))).status).toBe(400);
    await member('s', 'carol', 'read');
    expect((await access('search/subject', next, within('s'))).status).toBe(400);
  });

  it.each([
    ['that never was', 'never', 404, 'session_not_found'],
    ['that is not a name', 'a b', 404, 'session_not_found'],
    ['of another ruleset', 'other', 409, 'session_ruleset_mismatch'],
  ])('refuses one %s', async (_, session, status, error) => {
    for (const path of ['evaluation', 'evaluations', 'search/subject']) {
      const reply = await access(path, { ...who, subject: user('bob') }, within(session));
      expect([reply.status, reply.json['error']]).toEqual([status, error]);
    }
  });

  it('refuses one of another caller, and one that has ended', async () => {
    await service.post('/v1/sessions', { session_id: 'ended', ruleset: 'members' });
    await service.request('DELETE', '/v1/sessions/ended');
    const ended = await access('search/subject', who, within('ended'));
    expect([ended.status, ended.json['error']]).toEqual([404, 'session_expired']);
    const others = await access('search/subject', who, { ...within('s'), token: 'token-of-other' });
    expect([others.status, others.json['error']]).toEqual([404, 'session_not_found']);
  });

  it('requests approval in one, which is valid only there', async () => {
    const request = { subject: user('alice'), action: { name: 'share' }, resource };
    const denied = await access('evaluation', request, within('s'));
    const context = denied.json['context'] as Record<string, unknown>;
    expect(context['action']).toBe('escalate');
    const { expires_at } = context['access_request'] as Record<string, unknown>;
    const asking = { ...request, denial: { evaluation_id: context['evaluation_id'], expires_at } };
    // Without its facts the rules escalate nothing.
    expect((await access('requests', asking)).status).toBe(400);
    const asked = await access('requests', asking, within('s'));
    expect(asked.status).toBe(202);
    const { id } = asked.json['task'] as { readonly id: string };
    const read = await service.request('GET', `/v1/approvals/${id}`);
    expect(read.json).toMatchObject({ session: 's', tool: 'share' });
    await service.post(`/v1/approvals/${id}`, { decision: 'approved' }, { token: 'token-of-ann' });
    const approved = { ...request, context: { approval: { id } } };
    for (const [options, decision] of [
      [{}, false],
      [within('empty'), false],
      [within('s'), true],
    ] as const)
      expect((await access('evaluation', approved, options)).json['decision']).toBe(decision);
  });
});

it('are none on a server with a mounted ruleset', async () => {
  const mounted = await startTestService({ 'members.yaml': MEMBERS }, {}, 'members.yaml');
  const request = { subject: user('bob'), action: read, resource };
  const reply = await mounted.post('/access/v1/evaluation', request, within('s'));
  expect([reply.status, reply.json['error']]).toEqual([400, 'sessions_unavailable']);
  await mounted.close();
});
