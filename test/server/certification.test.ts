/**
 * The certification scenario of AuthZEN 1.0, request by request, under the numbers of its sections (`certification/` of
 * openid/authzen), and the decisions of its interoperability scenario about a list of things to do.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SEARCHABLE, TODO, TODO_USERS } from './support/authzen.ts';
import { startTestService, type TestService } from './support/service.ts';

const SINGLE = '/access/v1/evaluation';
const BATCH = '/access/v1/evaluations';

const alice = { type: 'user', id: 'alice' };
const bob = { type: 'user', id: 'bob' };
const admin = { ...bob, properties: { role: 'admin' } };
const users = { type: 'user' };
const record1 = { type: 'record', id: 'record-1' };
const record2 = { type: 'record', id: 'record-2' };
const records = { type: 'record' };
const active = { ...record1, properties: { status: 'active' } };
const archived = { ...record2, properties: { status: 'archived' } };
const read = { name: 'read' };
const write = { name: 'write' };
const remove = (soft: boolean) => ({ name: 'delete', properties: { soft } });
const context = { time: '2025-06-27T18:03-07:00', ip: '192.168.1.1' };
const READ = { subject: alice, action: read, resource: record1 };

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ 'records.yaml': SEARCHABLE }, { SERVICE_AUTHZEN_RULESET: 'records' });
});
afterAll(() => service.close());

describe('Basic', () => {
  it.each<[string, object, boolean]>([
    ['2.2.1', READ, true],
    ['2.2.2', { subject: bob, action: write, resource: record1 }, false],
    ['2.2.3', { ...READ, context }, true],
    ['2.2.4', { subject: alice, action: write, resource: archived }, false],
    ['2.2.5', { subject: admin, action: write, resource: archived }, true],
    ['2.2.6', { subject: alice, action: remove(true), resource: record1 }, true],
    ['2.2.7', { subject: alice, action: remove(false), resource: record1 }, false],
    [
      '2.2.8',
      {
        subject: { ...alice, properties: { department: 'Sales', role: 'manager' } },
        action: { ...read, properties: { method: 'GET' } },
        resource: { ...record1, properties: { status: 'active', owner: 'bob' } },
      },
      true,
    ],
    ['2.2.9', { ...READ, foo: 'bar', futureField: { nested: true } }, true],
    ['1.4 rule 2', { subject: alice, action: write, resource: record1 }, true],
    ['1.4 rule 3', { subject: bob, action: read, resource: record1 }, true],
  ])('%s, in the form of 2.3 and each time as 2.6 has it', async (_, body, decision) => {
    for (let i = 0; i < 3; i++) {
      const { status, json, headers } = await service.post(SINGLE, body);
      expect([status, json['decision']]).toEqual([200, decision]);
      expect(json['context'] ?? {}).toBeTypeOf('object');
      expect(headers.get('content-type')).toMatch(/^application\/json(;|$)/);
    }
  });

  it.each<[string, unknown]>([
    ['2.4.1 subject', { ...READ, subject: undefined }],
    ['2.4.1 action', { ...READ, action: undefined }],
    ['2.4.1 resource', { ...READ, resource: undefined }],
    ['2.4.2 subject.type', { ...READ, subject: { id: 'alice' } }],
    ['2.4.2 subject.id', { ...READ, subject: users }],
    ['2.4.2 action.name', { ...READ, action: {} }],
    ['2.4.2 resource.type', { ...READ, resource: { id: 'record-1' } }],
    ['2.4.2 resource.id', { ...READ, resource: records }],
    ['2.4.4', '{"subject": {"type": "user",'],
    ['2.4.5', ''],
    ['2.4.6 subject', { ...READ, subject: 'alice' }],
    ['2.4.6 action.name', { ...READ, action: { name: 123 } }],
  ])('%s is 400', async (_, body) => {
    expect((await service.post(SINGLE, body)).status).toBe(400);
  });

  it.each(['text/plain', 'application/xml'])('2.4.3: %s is 400', async (type) => {
    const headers = { 'content-type': type };
    expect((await service.post(SINGLE, JSON.stringify(READ), { headers })).status).toBe(400);
  });

  it('2.5: X-Request-ID is echoed, and need not be there', async () => {
    const headers = { 'x-request-id': 'bfe9eb29-ab87-4ca3-be83-a1d5d8305716' };
    const echoed = await service.post(SINGLE, READ, { headers });
    expect(echoed.headers.get('x-request-id')).toBe(headers['x-request-id']);
    expect((await service.post(SINGLE, READ)).status).toBe(200);
  });
});

describe('Batch', () => {
  it.each<[string, object, readonly boolean[]]>([
    [
      '3.2.1',
      { subject: alice, action: read, evaluations: [{ resource: record1 }, { resource: record2 }] },
      [true, true],
    ],
    [
      '3.2.2',
      { subject: bob, resource: record1, evaluations: [{ action: read }, { action: write }] },
      [true, false],
    ],
    [
      '3.2.3',
      { subject: alice, action: write, evaluations: [{ resource: active }, { resource: archived }] },
      [true, false],
    ],
    [
      '3.2.4',
      { action: write, resource: archived, evaluations: [{ subject: alice }, { subject: admin }] },
      [false, true],
    ],
    ['3.2.5', { evaluations: [READ, { subject: bob, action: write, resource: record1 }] }, [true, false]],
    [
      '3.2.6',
      {
        subject: alice,
        action: read,
        context: { time: context.time },
        evaluations: [{ resource: record1 }, { resource: record2, context: { source: 'batch-override' } }],
      },
      [true, true],
    ],
    [
      '3.2.7',
      { subject: alice, action: write, resource: active, evaluations: [{}, { resource: archived }] },
      [true, false],
    ],
    [
      '3.4.1',
      {
        subject: alice,
        action: read,
        options: { evaluations_semantic: 'execute_all' },
        evaluations: [{ resource: record1 }, {}],
      },
      [true, false],
    ],
  ])('%s, in the form of 3.3', async (_, body, expected) => {
    const { status, json } = await service.post(BATCH, body);
    expect(status).toBe(200);
    expect(json).not.toHaveProperty('decision');
    expect((json['evaluations'] as { decision: boolean }[]).map(({ decision }) => decision)).toEqual(
      expected,
    );
  });

  it.each<[string, object]>([
    ['3.4.2', READ],
    ['3.4.3', { ...READ, evaluations: [] }],
  ])('%s is one evaluation', async (_, body) => {
    const { status, json } = await service.post(BATCH, body);
    expect([status, json['decision'], json['evaluations']]).toEqual([200, true, undefined]);
  });
});

describe('Search', () => {
  const both = [alice, bob];
  const search = (kind: string, body: object) => service.post(`/access/v1/search/${kind}`, body);

  it.each<[string, string, object, readonly object[]]>([
    ['4.2.1', 'subject', { subject: users, action: read, resource: record1 }, both],
    ['4.2.2', 'subject', { subject: users, action: read, resource: record1, context }, both],
    ['4.2.3', 'subject', { subject: alice, action: read, resource: record1 }, both],
    ['4.2.4', 'subject', { subject: users, action: write, resource: archived }, [bob]],
    ['4.3.1', 'resource', { subject: alice, action: read, resource: records }, [record1, record2]],
    ['4.3.2', 'resource', { subject: alice, action: read, resource: records, context }, [record1, record2]],
    ['4.3.3', 'resource', { subject: alice, action: read, resource: record1 }, [record1, record2]],
    ['4.3.4', 'resource', { subject: admin, action: write, resource: records }, [record2]],
    ['4.4.1', 'action', { subject: alice, resource: record1 }, [read, write]],
    ['4.4.2', 'action', { subject: alice, resource: record1, context }, [read, write]],
    ['4.4.3', 'action', { subject: admin, resource: archived }, [read, write]],
    ['4.6.1', 'action', { subject: { type: 'user', id: 'nonexistent-user' }, resource: record1 }, []],
    ['4.6.1', 'subject', { subject: users, action: read, resource: { type: 'record', id: 'none' } }, []],
    ['4.6.1', 'resource', { subject: { type: 'user', id: 'none' }, action: read, resource: records }, []],
    ['4.6.2', 'subject', { subject: { type: 'spaceship' }, action: read, resource: record1 }, []],
    ['4.6.2', 'resource', { subject: alice, action: read, resource: { type: 'spaceship' } }, []],
    ['4.6.2', 'action', { subject: alice, resource: { type: 'spaceship', id: '1' } }, []],
    ['4.6.2', 'action', { subject: { type: 'spaceship', id: 'alice' }, resource: record1 }, []],
  ])('%s %s', async (_, kind, body, results) => {
    const { status, json } = await search(kind, body);
    expect([status, json]).toEqual([200, { results }]);
  });

  it('4.5: goes by pages', async () => {
    const body = { subject: users, action: read, resource: record1 };
    const first = (await search('subject', { ...body, page: { limit: 1 } })).json;
    expect(first).toEqual({ results: [alice], page: { next_token: expect.stringMatching(/./) as string } });
    const { next_token: token } = first['page'] as { next_token: string };
    const rest = (await search('subject', { ...body, page: { token } })).json;
    expect(rest).toEqual({ results: [bob], page: { next_token: '' } });
  });

  it.each<[string, string, object]>([
    ['4.7.1', 'subject', { subject: users, resource: record1 }],
    ['4.7.1', 'resource', { action: read, resource: records }],
    ['4.7.1', 'action', { subject: alice }],
    ['4.7.2', 'subject', { subject: users, action: read, resource: records }],
    ['4.7.2', 'resource', { subject: users, action: read, resource: records }],
    ['4.7.2', 'action', { subject: users, resource: record1 }],
  ])('%s %s is 400', async (_, kind, body) => {
    expect((await search(kind, body)).status).toBe(400);
  });
});

describe('Discovery', () => {
  it('6: names https endpoints of the requested address', async () => {
    const url = 'https://pdp.example.com';
    const settings = { SERVICE_AUTHZEN_RULESET: 'records', SERVICE_AUTHZEN_URL: url };
    const other = await startTestService({ 'records.yaml': SEARCHABLE }, settings);
    const { status, json, headers } = await other.request('GET', '/.well-known/authzen-configuration');
    await other.close();
    expect([status, headers.get('content-type')]).toEqual([200, expect.stringContaining('application/json')]);
    expect(json).toMatchObject({
      policy_decision_point: url,
      access_evaluation_endpoint: `${url}${SINGLE}`,
      access_evaluations_endpoint: `${url}${BATCH}`,
      search_subject_endpoint: `${url}/access/v1/search/subject`,
      search_resource_endpoint: `${url}/access/v1/search/resource`,
      search_action_endpoint: `${url}/access/v1/search/action`,
    });
    for (const one of json['capabilities'] as string[]) expect(one).toMatch(/^urn:/);
  });
});

describe('the list of things to do', () => {
  let todo: TestService;
  beforeAll(async () => {
    todo = await startTestService({ 'todo.yaml': TODO }, {}, 'todo.yaml');
  });
  afterAll(() => todo.close());

  const [rick, morty, summer, beth, jerry] = TODO_USERS;
  const TODO_1 = { type: 'todo', id: 'todo-1' };
  const ownedBy = (owner: { readonly email: string }) => ({
    type: 'todo',
    id: '7240d0db-8ff0-41ec-98b2-34a096273b92',
    properties: { ownerID: owner.email },
  });
  /** May create; may update and delete what is Rick's, and what is his own. */
  const ROWS: readonly (readonly [(typeof TODO_USERS)[number], boolean, boolean, boolean])[] = [
    [rick, true, true, true],
    [morty, true, false, true],
    [summer, true, false, true],
    [beth, false, false, false],
    [jerry, false, false, false],
  ];
  const PAIRS = ROWS.flatMap(([user, creates, changesRicks, changesOwn]) => {
    // Rick's own records are Rick's; the rules also check Morty's.
    const own = ownedBy(user === rick ? morty : user);
    const asked: readonly (readonly [string, object, boolean])[] = [
      ['can_read_user', { type: 'user', id: beth.email }, true],
      ['can_read_user', { type: 'user', id: user.email }, true],
      ['can_read_todos', TODO_1, true],
      ['can_create_todo', TODO_1, creates],
      ['can_update_todo', ownedBy(rick), changesRicks],
      ['can_update_todo', own, changesOwn],
      ['can_delete_todo', ownedBy(rick), changesRicks],
      ['can_delete_todo', own, changesOwn],
    ];
    return asked.map(([name, resource, expected]) => ({ user, name, resource, expected }));
  });

  it('has forty decisions', () => expect(PAIRS).toHaveLength(40));

  it.each(PAIRS)('$user.name $name: $expected', async ({ user, name, resource, expected }) => {
    const subject = { type: 'user', id: user.id };
    const { status, json } = await todo.post(SINGLE, { subject, action: { name }, resource });
    expect([status, json['decision']]).toEqual([200, expected]);
  });

  it.each([
    [rick, jerry, [true, true]],
    [morty, morty, [false, true]],
    [jerry, jerry, [false, false]],
  ])('is decided for several at once: $name', async (user, owner, expected) => {
    const { json } = await todo.post(BATCH, {
      subject: { type: 'user', id: user.id },
      action: { name: 'can_update_todo' },
      evaluations: [{ resource: ownedBy(rick) }, { resource: ownedBy(owner) }],
    });
    expect((json['evaluations'] as { decision: boolean }[]).map(({ decision }) => decision)).toEqual(
      expected,
    );
  });

  it('is closed to who is not known', async () => {
    const subject = { type: 'user', id: 'birdperson' };
    const body = { subject, action: { name: 'can_read_todos' }, resource: TODO_1 };
    expect((await todo.post(SINGLE, body)).json['decision']).toBe(false);
  });
});
