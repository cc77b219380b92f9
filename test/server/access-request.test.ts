/** AuthZEN's Access Request and Approval profile: from the escalated decision to the one that an approval opens. */
import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPostgres, type TestDatabase } from './runs/support/databases.ts';
import { startTestService, type Reply, type TestService } from './support/service.ts';

const POLICY = `
ruleset: shares
templates:
  - name: request
    slots:
      - { name: action, type: string }
      - { name: place, type: string }
      - { name: tool, type: string }
  - name: approval
    from: host
    slots: [{ name: approver, type: string }]
input:
  - { template: request, slots: { action: $.action.name, place: $.context.place, tool: $.tool.name } }
rules:
  - name: read
    when: [{ template: request, conditions: [{ slot: action, expression: equals(read) }] }]
    then: { action: allow, reason: open }
  - name: share
    when: [{ template: request, conditions: [{ slot: action, expression: equals(share) }] }, { not: [{ template: approval }] }]
    then: { action: escalate, reason: a person decides }
  - name: approved
    when: [{ template: request, conditions: [{ slot: action, expression: equals(share) }] }, { template: approval, alias: $a }]
    then: { action: allow, reason: "{a.approver} approved" }
  - name: notify
    when: [{ template: request, conditions: [{ slot: action, expression: equals(send) }] }, { not: [{ template: approval }] }]
    then: { action: escalate, reason: a person decides }
  - name: notified
    when: [{ template: request, conditions: [{ slot: action, expression: equals(send) }] }, { template: approval }]
    then: { action: allow, reason: sent, obligations: [{ type: notification, properties: { to: ops, body: sent } }] }
  - name: call
    when: [{ template: request, conditions: [{ slot: tool, expression: equals(look) }] }]
    then: { action: escalate, reason: a person decides }
`;
const EVALUATION = '/access/v1/evaluation';
const REQUESTS = '/access/v1/requests';
const tokenOf = (name: string): string => `token-of-${name}-that-is-long`;
const roles = { pep: ['evaluate'], other: ['evaluate'], ann: ['approver'], bob: ['evaluate', 'approver'] };

let folder: string;
let database: TestDatabase;
let service: TestService;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ferrule-access-'));
  database = await createPostgres();
  const tokens = Object.entries(roles).map(([name, of]) => ({
    name,
    roles: of,
    sha256: createHash('sha256').update(tokenOf(name)).digest('hex'),
  }));
  await writeFile(join(folder, 'tokens.json'), JSON.stringify({ tokens }));
  service = await startTestService(
    { 'shares.yaml': POLICY },
    {
      ...database.settings,
      SERVICE_AUTHZEN_RULESET: 'shares',
      SERVICE_TOKENS_FILE: join(folder, 'tokens.json'),
    },
  );
});
afterAll(async () => {
  await service.close();
  await database.drop();
  await rm(folder, { recursive: true });
});

let subjects = 0;
/** Every test has a subject of its own. */
const fresh = (name = 'share') => ({
  subject: { type: 'user', id: `user-${++subjects}` },
  action: { name },
  resource: { type: 'record', id: '1' },
  context: { place: 'home' },
});
type Request = ReturnType<typeof fresh>;
const as = (name: string, headers = {}) => ({ token: tokenOf(name), headers });
const evaluate = (body: object, by = 'pep', headers = {}): Promise<Reply> =>
  service.post(EVALUATION, body, as(by, headers));

interface Context {
  readonly evaluation_id: string;
  readonly access_request: { readonly expires_at: string };
}
interface Task {
  readonly id: string;
  readonly status: string;
  readonly status_endpoint: string;
}

async function denialOf(request: Request): Promise<object> {
  const context = (await evaluate(request)).json['context'] as Context;
  return { evaluation_id: context.evaluation_id, expires_at: context.access_request.expires_at };
}
async function asked(request: Request): Promise<Task> {
  const reply = await service.post(REQUESTS, { ...request, denial: await denialOf(request) }, as('pep'));
  expect(reply.status).toBe(202);
  return reply.json['task'] as Task;
}
const withApproval = (request: Request, id: string) => ({
  ...request,
  context: { ...request.context, approval: { id } },
});

describe('an escalated decision', () => {
  it('is false and offers an access request; others do not', async () => {
    const { json } = await evaluate(fresh());
    expect(json).toMatchObject({
      decision: false,
      context: {
        action: 'escalate',
        evaluation_id: expect.any(String) as string,
        access_request: { expires_at: expect.stringMatching(/Z$/) as string },
      },
    });
    for (const name of ['read', 'delete'])
      expect((await evaluate(fresh(name))).json['context']).not.toHaveProperty('access_request');
  });

  it('is requested once, and the response names the endpoint', async () => {
    const { json } = await service.request('GET', '/.well-known/authzen-configuration');
    expect(json).toMatchObject({
      access_request_endpoint: service.url + REQUESTS,
      supported_obligations: ['step-up', 'notification', 'session_termination', 'custom'],
      capabilities: ['urn:openid:authzen:capability:access-request'],
    });
    const request = fresh();
    const task = await asked(request);
    expect(task).toMatchObject({
      status: 'pending',
      status_endpoint: `${service.url}${REQUESTS}/${task.id}`,
    });
    expect((await asked(request)).id).toBe(task.id);
  });

  it('is evaluated again when a person has approved, and allowed once', async () => {
    const request = fresh();
    const { id } = await asked(request);
    expect((await evaluate(withApproval(request, id))).json['decision']).toBe(false);
    await service.post(`/v1/approvals/${id}`, { decision: 'approved' }, as('ann'));
    const read = await service.request('GET', `${REQUESTS}/${id}`, as('pep'));
    expect(read.json).toMatchObject({
      task: { id, status: 'approved' },
      result: { mode: 'reevaluate', approval: { id, approved_until: expect.any(String) as string } },
    });
    // Without its id, for another request or by another caller, it allows nothing.
    expect((await evaluate(request)).json['decision']).toBe(false);
    const elsewhere = { ...request, context: { place: 'away' } };
    expect((await evaluate(withApproval(elsewhere, id))).json['decision']).toBe(false);
    expect((await evaluate(withApproval(request, id), 'other')).json['decision']).toBe(false);
    expect((await evaluate(withApproval(request, 'none'))).json['decision']).toBe(false);
    const allowed = await evaluate(withApproval(request, id), 'pep', { 'x-request-id': 'r1' });
    expect(allowed.json).toMatchObject({ decision: true, context: { reason: 'ann approved' } });
    const again = await evaluate(withApproval(request, id), 'pep', { 'x-request-id': 'r1' });
    expect(again.json['decision']).toBe(true);
    const replayed = await evaluate(withApproval(request, id), 'pep', { 'x-request-id': 'r2' });
    expect(replayed.json).toMatchObject({ decision: false, context: { code: 'approval_refused' } });
  });

  it('opens nothing for who cannot comply with an obligation, and stays for who can', async () => {
    const request = fresh('send');
    const { id } = await asked(request);
    await service.post(`/v1/approvals/${id}`, { decision: 'approved' }, as('ann'));
    const evaluateAs = (supported_obligations: unknown) => {
      const { context, ...parts } = withApproval(request, id);
      return evaluate({ ...parts, context: { ...context, supported_obligations } });
    };
    for (const types of [[], ['step-up']]) {
      expect((await evaluateAs(types)).json).toMatchObject({
        decision: false,
        context: { code: 'unhandled_obligation' },
      });
    }
    const allowed = await evaluateAs(['step-up', 'notification']);
    expect(allowed.json).toMatchObject({
      decision: true,
      context: { obligations: [{ id: '1', type: 'notification', properties: { to: 'ops', body: 'sent' } }] },
    });
    expect((await evaluateAs(['notification'])).json).toMatchObject({
      context: { code: 'approval_refused' },
    });
  });

  it('is not opened by the approval of a tool call with its words', async () => {
    const { context, ...parts } = fresh();
    const call = { id: 'c1', args: { ...parts, context } };
    const tool = { name: 'look' };
    const agent = parts.subject.id;
    const escalated = await service.post('/v1/calls', { ruleset: 'shares', agent, tool, call }, as('pep'));
    expect(escalated.json['decision']).toBe('escalate');
    const { id } = escalated.json['approval'] as { readonly id: string };
    await service.post(`/v1/approvals/${id}`, { decision: 'approved' }, as('ann'));
    expect((await evaluate(withApproval({ ...parts, context }, id))).json['decision']).toBe(false);
  });

  it('stays denied when a person has rejected it', async () => {
    const request = fresh();
    const { id } = await asked(request);
    await service.post(`/v1/approvals/${id}`, { decision: 'rejected' }, as('ann'));
    const read = await service.request('GET', `${REQUESTS}/${id}`, as('pep'));
    expect(read.json).toEqual({ task: expect.objectContaining({ id, status: 'denied' }) as object });
    expect((await evaluate(withApproval(request, id))).json['decision']).toBe(false);
  });

  it('loses its approval under other rules', async () => {
    const request = fresh();
    const { id } = await asked(request);
    await service.post(`/v1/approvals/${id}`, { decision: 'approved' }, as('ann'));
    await service.write('shares.yaml', `${POLICY}# changed\n`);
    expect((await evaluate(withApproval(request, id))).json['decision']).toBe(false);
    await service.write('shares.yaml', POLICY);
  });

  it('cannot be approved by its requester', async () => {
    const request = fresh();
    const reply = await service.post(REQUESTS, { ...request, denial: await denialOf(request) }, as('bob'));
    const { id } = reply.json['task'] as Task;
    expect((await service.post(`/v1/approvals/${id}`, { decision: 'approved' }, as('bob'))).status).toBe(403);
  });
});

describe('an access request', () => {
  const later = new Date(Date.now() + 60_000).toISOString();
  it.each<[string, string, object, number, string]>([
    ['for what is allowed', 'read', { evaluation_id: 'e', expires_at: later }, 400, 'not_requestable'],
    ['for what is denied', 'delete', { evaluation_id: 'e', expires_at: later }, 400, 'not_requestable'],
    [
      'that comes too late',
      'share',
      { evaluation_id: 'e', expires_at: '2020-01-01T00:00:00Z' },
      410,
      'expired_denial',
    ],
    [
      'with a time that is none',
      'share',
      { evaluation_id: 'e', expires_at: 'soon' },
      400,
      'invalid_denial_binding',
    ],
  ])('%s is refused', async (_what, name, denial, status, type) => {
    const reply = await service.post(REQUESTS, { ...fresh(name), denial }, as('pep'));
    expect([reply.status, reply.headers.get('content-type')]).toEqual([
      status,
      'application/problem+json; charset=utf-8',
    ]);
    expect(JSON.parse(reply.text)).toMatchObject({
      type: `urn:openid:authzen:access-request:error:${type}`,
      status,
    });
  });

  it.each<[string, object]>([
    ['without a denial', fresh()],
    ['without an evaluation', { ...fresh(), denial: { expires_at: later } }],
    [
      'without a subject',
      { ...fresh(), subject: undefined, denial: { evaluation_id: 'e', expires_at: later } },
    ],
  ])('%s is 400', async (_what, body) => {
    expect((await service.post(REQUESTS, body, as('pep'))).status).toBe(400);
  });

  it('of another caller is unknown', async () => {
    const { id } = await asked(fresh());
    for (const [by, task] of [
      ['other', id],
      ['pep', 'none'],
    ] as const) {
      const reply = await service.request('GET', `${REQUESTS}/${task}`, as(by));
      expect([reply.status, JSON.parse(reply.text)]).toMatchObject([404, { title: 'unknown_task' }]);
    }
    expect((await service.request('GET', `${REQUESTS}/${id}`, { token: null })).status).toBe(401);
  });
});
