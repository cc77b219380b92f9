import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CERTIFICATION, TODO } from './support/authzen.ts';
import { always } from './support/rulesets.ts';
import { startTestService, type Reply, type RequestOptions, type TestService } from './support/service.ts';

const EVALUATION = '/access/v1/evaluation';
const EVALUATIONS = '/access/v1/evaluations';
const CONFIGURATION = '/.well-known/authzen-configuration';

const alice = { type: 'user', id: 'alice' };
const bob = { type: 'user', id: 'bob' };
const admin = { ...bob, properties: { role: 'admin' } };
const active = { type: 'record', id: 'record-1', properties: { status: 'active' } };
const archived = { type: 'record', id: 'record-2', properties: { status: 'archived' } };
const action = (name: string, properties?: object) => ({ name, ...(properties && { properties }) });
const READ = { subject: alice, action: action('read'), resource: { type: 'record', id: 'record-1' } };

let service: TestService;
beforeAll(async () => {
  service = await startTestService(
    { 'records.yaml': CERTIFICATION, 'todo.yaml': TODO },
    { SERVICE_AUTHZEN_RULESET: 'records' },
  );
});
afterAll(() => service.close());
const evaluate = (body: unknown, options?: RequestOptions): Promise<Reply> =>
  service.post(EVALUATION, body, options);
const decisions = async (body: object): Promise<unknown> => {
  const { json } = await service.post(EVALUATIONS, body);
  return (json['evaluations'] as { decision: boolean }[]).map(({ decision }) => decision);
};

describe('an evaluation', () => {
  it.each([
    ['alice reads', alice, action('read'), active, true],
    ['alice writes', alice, action('write'), active, true],
    ['bob reads', bob, action('read'), active, true],
    ['bob writes', bob, action('write'), active, false],
    ['alice writes what is archived', alice, action('write'), archived, false],
    ['an admin writes what is archived', admin, action('write'), archived, true],
    ['alice deletes softly', alice, action('delete', { soft: true }), active, true],
    ['alice deletes for good', alice, action('delete', { soft: false }), active, false],
  ])('%s', async (_, subject, act, resource, decision) => {
    const request = { subject, action: act, resource };
    for (const context of [undefined, { time: '2026-01-01T00:00:00Z' }, {}]) {
      const { status, json } = await evaluate({ ...request, context });
      expect([status, json['decision']]).toEqual([200, decision]);
    }
    expect((await evaluate(request)).json['decision']).toBe(decision);
  });

  it('returns the reason and obligations', async () => {
    expect((await evaluate({ ...READ, action: action('list') })).json).toEqual({
      decision: true,
      context: {
        action: 'allow',
        reason: 'masked',
        evaluation_id: expect.any(String) as string,
        rule_trace: ['MAIN::mask'],
        obligations: [{ id: '1', type: 'redact', properties: { field: 'name' } }],
      },
    });
  });

  it('is false when the rules escalate, with what they said', async () => {
    const { status, json } = await evaluate({ ...READ, action: action('share') });
    expect([status, json]).toMatchObject([
      200,
      { decision: false, context: { action: 'escalate', reason: 'a person decides' } },
    ]);
  });

  it('passes over what it does not know, in any place', async () => {
    const request = { ...READ, subject: { ...alice, more: 1 }, extension: { a: [1] } };
    expect((await evaluate(request)).json['decision']).toBe(true);
  });

  it('may be packed', async () => {
    const body = gzipSync(JSON.stringify(READ));
    const headers = { 'content-encoding': 'gzip', 'content-type': 'application/json; charset=utf-8' };
    expect((await evaluate(body, { headers })).json['decision']).toBe(true);
  });

  it.each([
    ['no subject', { ...READ, subject: undefined }],
    ['no action', { ...READ, action: undefined }],
    ['no resource', { ...READ, resource: undefined }],
    ['a subject without a type', { ...READ, subject: { id: 'alice' } }],
    ['a subject without an id', { ...READ, subject: { type: 'user' } }],
    ['a resource without a type', { ...READ, resource: { id: 'record-1' } }],
    ['a resource without an id', { ...READ, resource: { type: 'record' } }],
    ['an action without a name', { ...READ, action: {} }],
    ['a number for a name', { ...READ, action: { name: 123 } }],
    ['a text for a subject', { ...READ, subject: 'alice' }],
    ['a list for properties', { ...READ, subject: { ...alice, properties: [] } }],
    ['a text for a context', { ...READ, context: 'now' }],
    ['a list', [READ]],
    ['a property that the rules cannot read', { ...READ, action: action('delete', { soft: 'perhaps' }) }],
    ['a body that is cut off', '{"subject": {'],
    ['an empty body', ''],
  ])('with %s is refused with 400', async (_, body) => {
    const { status, json } = await evaluate(body);
    expect([status, json]).toEqual([
      400,
      expect.objectContaining({ detail: expect.any(String) as string }) as unknown,
    ]);
  });

  it.each(['text/plain', 'application/xml', 'application/x-www-form-urlencoded'])(
    'of the media type %s is refused with 400',
    async (type) => {
      const { status } = await evaluate(JSON.stringify(READ), { headers: { 'content-type': type } });
      expect(status).toBe(400);
    },
  );

  it('needs a token', async () => {
    const { status, headers } = await evaluate(READ, { token: null });
    expect([status, headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
  });

  it.each(['bfe9eb29-ab87-4ca3-be83-a1d5d8305716', 'a b/c=', 'x'.repeat(200)])(
    'has its X-Request-ID echoed as it was sent: %s',
    async (id) => {
      const headers = { 'x-request-id': id };
      const answers = [
        await evaluate(READ, { headers }),
        await evaluate({}, { headers }),
        await evaluate(READ, { headers, token: null }),
        await service.post(EVALUATIONS, READ, { headers }),
        await service.request('GET', CONFIGURATION, { headers }),
      ];
      expect(answers.map((answer) => answer.headers.get('x-request-id'))).toEqual(answers.map(() => id));
    },
  );

  it('keeps to identifiers of its own form elsewhere', async () => {
    const { headers } = await service.request('GET', '/health', { headers: { 'x-request-id': 'a b' } });
    expect(headers.get('x-request-id')).not.toBe('a b');
  });
});

describe('evaluations', () => {
  const top = { subject: alice, action: action('write') };
  const evaluations = [{ resource: active }, { resource: archived }, { resource: active }];

  it('are all made, in their order', async () => {
    expect(await decisions({ ...top, evaluations })).toEqual([true, false, true]);
    const options = { evaluations_semantic: 'execute_all', another: 1 };
    expect(await decisions({ ...top, evaluations, options })).toEqual([true, false, true]);
  });

  it.each([
    ['deny_on_first_deny', [true, false]],
    ['permit_on_first_permit', [true]],
  ])('end early: %s', async (evaluations_semantic, expected) => {
    expect(await decisions({ ...top, evaluations, options: { evaluations_semantic } })).toEqual(expected);
  });

  it('take what they leave out from the top, each part whole', async () => {
    expect(
      await decisions({ ...READ, evaluations: [{}, { subject: bob }, { action: action('write') }] }),
    ).toEqual([true, true, true]);
    // The subject of the item has no role, whatever the one at the top has.
    const request = { subject: admin, action: action('write'), resource: archived };
    expect(await decisions({ ...request, evaluations: [{}, { subject: bob }] })).toEqual([true, false]);
  });

  it.each([
    ['none', {}],
    ['an empty list', { evaluations: [] }],
  ])('of which there are %s are the one at the top', async (_, more) => {
    const { status, json } = await service.post(EVALUATIONS, { ...READ, ...more });
    expect([status, json]).toMatchObject([200, { decision: true }]);
    expect(json).not.toHaveProperty('evaluations');
    expect((await service.post(EVALUATIONS, { subject: alice, ...more })).status).toBe(400);
  });

  it.each([
    ['misses its resource', {}],
    ['is wrong', { resource: { type: 7, id: 'x' } }],
    ['cannot be read by the rules', { resource: active, action: action('delete', { soft: 'perhaps' }) }],
  ])('are made beside one that %s, which is a refusal', async (_, broken) => {
    const request = { ...top, evaluations: [{ resource: active }, broken, { resource: active }] };
    const options = { evaluations_semantic: 'execute_all' };
    const { status, json } = await service.post(EVALUATIONS, { ...request, options });
    expect([status, json]).toMatchObject([
      200,
      {
        evaluations: [
          { decision: true },
          { decision: false, context: { error: { status: 400, message: expect.any(String) as string } } },
          { decision: true },
        ],
      },
    ]);
    const early = { evaluations_semantic: 'deny_on_first_deny' };
    expect(await decisions({ ...request, options: early })).toEqual([true, false]);
  });

  it.each([
    ['another semantic', { ...top, evaluations, options: { evaluations_semantic: 'any' } }],
    ['no list', { ...top, evaluations: {} }],
    ['an item that is not an object', { ...top, evaluations: ['x'] }],
    ['more than 500', { ...top, evaluations: Array.from({ length: 501 }, () => ({})) }],
    ['no object', []],
  ])('with %s are refused with 400', async (_, body) => {
    expect((await service.post(EVALUATIONS, body)).status).toBe(400);
  });
});

describe('the configuration', () => {
  it('names the endpoints at the requested address, without a token', async () => {
    const { status, json, headers } = await service.request('GET', CONFIGURATION, { token: null });
    expect([status, headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8']);
    expect(json).toMatchObject({
      policy_decision_point: service.url,
      access_evaluation_endpoint: service.url + EVALUATION,
      access_evaluations_endpoint: service.url + EVALUATIONS,
      search_subject_endpoint: `${service.url}/access/v1/search/subject`,
      search_resource_endpoint: `${service.url}/access/v1/search/resource`,
      search_action_endpoint: `${service.url}/access/v1/search/action`,
    });
  });

  it('names the address that is set', async () => {
    const settings = { SERVICE_AUTHZEN_URL: 'https://pdp.example.com' };
    const other = await startTestService({ 'a.yaml': always('allow', 'yes') }, settings, 'a.yaml');
    expect((await other.request('GET', CONFIGURATION)).json).toMatchObject({
      policy_decision_point: 'https://pdp.example.com',
      access_evaluation_endpoint: 'https://pdp.example.com/access/v1/evaluation',
    });
    await other.close();
  });

  it.each(['http://pdp.example.com', 'https://pdp.example.com/', 'https://pdp.example.com?a=b', 'pdp'])(
    'cannot be set to %s',
    async (url) => {
      await expect(startTestService({}, { SERVICE_AUTHZEN_URL: url })).rejects.toThrow('SERVICE_AUTHZEN_URL');
    },
  );
});

describe('without a ruleset for it', () => {
  it.each([
    ['none is named', {}],
    ['the one that is named is not there', { SERVICE_AUTHZEN_RULESET: 'none' }],
  ])('AuthZEN responds with 404: %s', async (_, settings) => {
    const other = await startTestService({ 'records.yaml': CERTIFICATION }, settings);
    expect((await other.post(EVALUATION, READ)).status).toBe(404);
    expect((await other.post(EVALUATIONS, { ...READ, evaluations: [{}] })).status).toBe(404);
    await other.close();
  });

  it('no configuration is served', async () => {
    const other = await startTestService({ 'records.yaml': CERTIFICATION });
    expect((await other.request('GET', CONFIGURATION)).status).toBe(404);
    await other.close();
  });
});
