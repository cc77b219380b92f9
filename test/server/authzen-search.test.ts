import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { check } from '../compiler/check/check.ts';
import { createPostgres } from './runs/support/databases.ts';
import { CERTIFICATION, SEARCHABLE } from './support/authzen.ts';
import { startTestService, type Reply, type TestService } from './support/service.ts';

const alice = { type: 'user', id: 'alice' };
const admin = { type: 'user', id: 'bob', properties: { role: 'admin' } };
const record1 = { type: 'record', id: 'record-1' };
const archived = { type: 'record', id: 'record-2', properties: { status: 'archived' } };
const read = { name: 'read' };
const write = { name: 'write' };

let service: TestService;
beforeAll(async () => {
  service = await startTestService(
    {
      'records.yaml': SEARCHABLE,
    },
    { SERVICE_AUTHZEN_RULESET: 'records' },
  );
});
afterAll(() => service.close());
const search = (kind: string, body: unknown, at: TestService = service): Promise<Reply> =>
  at.post(`/access/v1/search/${kind}`, body);
const user = (id: string) => ({ type: 'user', id });
const record = (id: string) => ({ type: 'record', id });

describe('a search', () => {
  it.each<[string, string, object, readonly object[]]>([
    [
      'S1',
      'subject',
      { subject: { type: 'user' }, action: read, resource: record1 },
      [user('alice'), user('bob')],
    ],
    [
      'S2',
      'resource',
      { subject: alice, action: read, resource: { type: 'record' } },
      [record('record-1'), record('record-2')],
    ],
    ['S3', 'action', { subject: alice, resource: record1 }, [read, write]],
    ['S4', 'subject', { subject: { type: 'user' }, action: write, resource: archived }, [user('bob')]],
    ['S5', 'resource', { subject: admin, action: write, resource: { type: 'record' } }, [record('record-2')]],
    ['S6', 'action', { subject: admin, resource: archived }, [read, write]],
    [
      'an id that is sent',
      'subject',
      { subject: user('x'), action: read, resource: record1 },
      [user('alice'), user('bob')],
    ],
    ['an unknown type', 'subject', { subject: { type: 'robot' }, action: read, resource: record1 }, []],
    [
      'an unknown resource type',
      'resource',
      { subject: alice, action: read, resource: { type: 'file' } },
      [],
    ],
    [
      'an unknown action',
      'subject',
      { subject: { type: 'user' }, action: { name: 'fly' }, resource: record1 },
      [],
    ],
    [
      'an unknown subject',
      'resource',
      { subject: user('nobody'), action: write, resource: { type: 'record' } },
      [],
    ],
    [
      'a context',
      'action',
      { subject: alice, resource: record1, context: { a: 1 }, foo: 'bar' },
      [read, write],
    ],
  ])('finds what the rules allow: %s', async (_name, kind, body, results) => {
    const { status, json } = await search(kind, body);
    expect([status, json]).toEqual([200, { results }]);
    expect((await search(kind, body)).json).toEqual({ results });
  });

  it.each<[string, unknown]>([
    ['subject', { action: read, resource: record1 }],
    ['subject', { subject: {}, action: read, resource: record1 }],
    ['subject', { subject: { type: 'user' }, resource: record1 }],
    ['subject', { subject: { type: 'user' }, action: read, resource: { type: 'record' } }],
    ['resource', { subject: alice, action: read }],
    ['resource', { subject: { type: 'user' }, action: read, resource: { type: 'record' } }],
    ['action', { subject: alice }],
    ['action', { subject: alice, resource: { type: 'record' } }],
    ['action', { subject: alice, resource: record1, page: { limit: -1 } }],
    ['action', { subject: alice, resource: record1, page: { token: 7 } }],
    ['action', { subject: alice, resource: record1, page: { token: '1.x' } }],
    ['action', '{'],
  ])('for a %s is 400 for %j', async (kind, body) => {
    expect((await search(kind, body)).status).toBe(400);
  });

  it('says of each result what must be done before it is shown', async () => {
    const rules = `
templates:
  - { name: request, slots: [{ name: id, type: string, allowed_values: [open, noted, closed] }] }
input: [{ template: request, slots: { id: $.resource.id } }]
rules:
  - name: open
    when: [{ template: request, conditions: [{ slot: id, expression: equals(open) }] }]
    then: { action: allow }
  - name: noted
    when: [{ template: request, conditions: [{ slot: id, expression: equals(noted) }] }]
    then: { action: allow, obligations: [{ type: notification, properties: { to: ops } }, { type: step-up }] }
authzen: { resources: [{ type: record, template: request, slot: id }] }
`;
    const other = await startTestService({ 'noted.yaml': rules }, { SERVICE_AUTHZEN_RULESET: 'noted' });
    onTestFinished(() => other.close());
    const body = { subject: alice, action: read, resource: { type: 'record' } };
    expect((await search('resource', body, other)).json).toEqual({
      results: [
        record('open'),
        {
          ...record('noted'),
          obligations: [
            { id: '2.1', type: 'notification', properties: { to: 'ops' } },
            { id: '2.2', type: 'step-up', properties: {} },
          ],
        },
      ],
    });
  });

  it('needs a token and JSON, and names its request', async () => {
    const body = { subject: alice, resource: record1 };
    const options = { token: null, body };
    expect((await service.request('POST', '/access/v1/search/action', options)).status).toBe(401);
    const headers = { 'content-type': 'application/xml' };
    expect((await service.post('/access/v1/search/action', body, { headers })).status).toBe(400);
    const named = await service.post('/access/v1/search/action', body, {
      headers: { 'x-request-id': 'r 1' },
    });
    expect(named.headers.get('x-request-id')).toBe('r 1');
  });

  it('returns pages', async () => {
    const body = { subject: { type: 'user' }, action: read, resource: record1 };
    const first = await search('subject', { ...body, page: { limit: 1 } });
    const { next_token: token } = first.json['page'] as { readonly next_token: string };
    expect([first.json['results'], token]).toEqual([[user('alice')], expect.stringMatching(/^1\./)]);
    const second = await search('subject', { ...body, page: { limit: 1, token } });
    expect(second.json).toEqual({ results: [user('bob')], page: { next_token: '' } });
    // All else must be as in the first.
    const other = { ...body, action: write, page: { token } };
    expect((await search('subject', other)).status).toBe(400);
  });

  it('over very many returns pages even if none were requested', async () => {
    const many = await startTestService(
      {
        'many.yaml': SEARCHABLE.replaceAll(
          '[alice, bob]',
          `[${Array.from({ length: 1_200 }, (_, i) => `u${i}`).join(', ')}]`,
        ),
      },
      { SERVICE_AUTHZEN_RULESET: 'many' },
    );
    const body = { subject: { type: 'user' }, action: read, resource: record1 };
    const found: unknown[] = [];
    let token = '';
    do {
      const { json } = await search('subject', { ...body, page: { token } }, many);
      found.push(...(json['results'] as unknown[]));
      token = (json['page'] as { readonly next_token: string }).next_token;
    } while (token !== '');
    expect(found).toHaveLength(1_200);
    await many.close();
  });

  it('finds nothing with a ruleset that says nothing of it', async () => {
    const silent = await startTestService({ 'silent.yaml': CERTIFICATION }, {}, 'silent.yaml');
    expect((await search('action', { subject: alice, resource: record1 }, silent)).json).toEqual({
      results: [],
    });
    await silent.close();
    const none = await startTestService({});
    expect((await search('action', { subject: alice, resource: record1 }, none)).status).toBe(404);
    await none.close();
  });

  it('finds facts of a fleet as soon as they exist', async () => {
    const database = await createPostgres();
    const people = `${CERTIFICATION}
---
templates:
  - { name: person, scope: fleet, slots: [{ name: id, type: string, required: true }] }
authzen:
  subjects: [{ type: user, template: person, slot: id }]
`;
    const settings = { ...database.settings, SERVICE_FLEET: 'eu' };
    const fleet = await startTestService({ 'people.yaml': people }, settings, 'people.yaml');
    const body = { subject: { type: 'user' }, action: write, resource: record1 };
    expect((await search('subject', body, fleet)).json).toEqual({ results: [] });
    for (const id of ['alice', 'carol'])
      await fleet.post('/v1/fleet/facts', { template: 'person', data: { id } });
    expect((await search('subject', body, fleet)).json).toEqual({ results: [user('alice')] });
    await fleet.close();
    await database.drop();
  });

  it('finds values in the rows of a relation, each once and in order', async () => {
    const granted = `
templates:
  - name: request
    slots:
      - { name: subject, type: string, required: true }
      - { name: action, type: string, required: true }
      - { name: record, type: integer, required: true }
input:
  - template: request
    slots: { subject: $.subject.id, action: $.action.name, record: $.resource.properties.number }
relations:
  - name: grants
    columns: [{ name: who, type: string }, { name: verb, type: string }, { name: record, type: integer }]
    rows:
      - [bob, read, 7]
      - [alice, read, 9007199254740993]
      - [bob, write, 9007199254740993]
      - [alice, read, 7]
authzen:
  subjects: [{ type: user, relation: grants, slot: who }]
  resources: [{ type: record, relation: grants, slot: record }]
  actions: [{ relation: grants, slot: verb }]
rules:
  - name: granted
    when:
      - { template: request, alias: $req }
      - relation: grants
        conditions:
          - { slot: who, expression: "equals($req.subject)" }
          - { slot: verb, expression: "equals($req.action)" }
          - { slot: record, expression: "equals($req.record)" }
    then: { action: allow, reason: granted }
`;
    const relations = await startTestService({ 'granted.yaml': granted }, {}, 'granted.yaml');
    const seven = { type: 'record', id: 'r', properties: { number: 7 } };
    const who = { subject: { type: 'user' }, action: read, resource: seven };
    expect((await search('subject', who, relations)).json).toEqual({ results: [user('bob'), user('alice')] });
    const first = await search('subject', { ...who, page: { limit: 1 } }, relations);
    const { next_token: token } = first.json['page'] as { readonly next_token: string };
    const second = await search('subject', { ...who, page: { limit: 1, token } }, relations);
    expect([first.json['results'], second.json['results']]).toEqual([[user('bob')], [user('alice')]]);
    const what = { subject: user('bob'), resource: seven };
    expect((await search('action', what, relations)).json).toEqual({ results: [read] });
    const which = {
      subject: user('bob'),
      action: read,
      resource: { type: 'record', properties: { number: 7 } },
    };
    expect((await search('resource', which, relations)).json).toEqual({
      results: [record('7'), record('9007199254740993')],
    });
    await relations.close();
  });

  it('finds what a mounted ruleset says', async () => {
    const mounted = await startTestService({ 'records.yaml': SEARCHABLE }, {}, 'records.yaml');
    expect((await search('action', { subject: alice, resource: record1 }, mounted)).json).toEqual({
      results: [read, write],
    });
    await mounted.close();
  });
});

it.each([
  ['{ actions: [{ template: known, slot: action }] }', []],
  ['{ actions: [{ template: knwon, slot: action }] }', ['unknown-template (known)']],
  ['{ actions: [{ template: known, slot: acton }] }', ['unknown-slot (action)']],
  ['{ actions: [{ template: known, slot: action, type: x }] }', ['unknown-key']],
  ['{ actions: [{ template: known }] }', ['missing-key']],
  ['{ actions: [{ slot: action }] }', ['missing-key']],
  ['{ actions: [{ relation: grants, slot: verb }] }', []],
  ['{ actions: [{ relation: grant, slot: verb }] }', ['unknown-relation (grants)']],
  ['{ actions: [{ relation: grants, slot: verbs }] }', ['unknown-column (verb)']],
  ['{ actions: [{ template: grants, slot: verb }] }', ['relation-as-template']],
  ['{ actions: [{ template: known, relation: grants, slot: verb }] }', ['conflicting-keys']],
  ['{ subjects: [{ template: known, slot: action }] }', ['missing-key']],
  ['{ subject: [] }', ['unknown-key (subjects)']],
  ['[]', ['wrong-kind']],
])('authzen: %s', (written, codes) => {
  const templates = 'templates: [{ name: known, slots: [{ name: action, type: string }] }]';
  const relations = 'relations: [{ name: grants, columns: [{ name: verb, type: symbol }], rows: [[read]] }]';
  const { found } = check(`${templates}\n${relations}\nauthzen: ${written}\n`);
  expect(found.map((line) => line.replace(/^\S+ /, ''))).toEqual(codes);
});
