import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ACCESS, always, BROKEN, TROUBLE } from './support/rulesets.ts';
import { startTestService, type Reply, type TestService } from './support/service.ts';

let service: TestService;

beforeAll(async () => {
  service = await startTestService(
    {
      'access.yaml': ACCESS,
      'teams/red/policy.yaml': always('deny', 'red'),
      'with space.yaml': always('allow', 'space'),
      'broken.yaml': BROKEN,
      'trouble.yaml': TROUBLE,
    },
    { SERVICE_DEFAULT_DECISION: 'access' },
  );
});
afterAll(() => service.close());

function data(path: string, input?: unknown): Promise<Reply> {
  return service.post(`/v1/data/${path}`, input === undefined ? {} : { input });
}

describe('the result', () => {
  test('is the whole decision at the path of a ruleset', async () => {
    const { status, json } = await data('access', { level: 9 });
    expect(status).toBe(200);
    expect(json).toEqual({
      result: {
        allow: true,
        deny: false,
        decision: 'allow',
        reason: 'level',
        rule_trace: ['decide::allow-level'],
        module_trace: ['decide'],
        metadata: {},
        duration_us: expect.any(Number) as number,
      },
      decision_id: expect.any(String) as string,
    });
  });

  test.each([
    ['access/allow', true],
    ['access/deny', false],
    ['/access//allow/', true],
    ['acc%65ss/allow', true],
    ['access/%61llow', true],
  ])('at %s is a boolean', async (path, result) => {
    expect((await data(path, { level: 9 })).json).toEqual({ result });
  });

  test('is that of a folder or of a name with a space', async () => {
    expect((await data('teams/red/deny', {})).json).toEqual({ result: true });
    expect((await data('with%20space/allow', {})).json).toEqual({ result: true });
  });

  test.each(['', 'nothing', 'access/more', 'access%2Fyaml', 'teams%2Fred', 'allow'])(
    'of the path "%s", which names no ruleset, is undefined',
    async (path) => {
      const { status, json } = await data(path, {});
      expect([status, json]).toEqual([200, {}]);
    },
  );
});

describe('the input', () => {
  test('becomes one fact of the requested template', async () => {
    expect((await data('access/allow?template=agent', { id: 'a', clearance: 'secret' })).json['result']).toBe(
      true,
    );
  });

  test('becomes further facts if a key names a template', async () => {
    const agents = [{ id: 'a' }, { id: 'b', clearance: 'secret' }];
    const { json } = await data('access', { agent: agents, level: 1 });
    expect(json['result']).toMatchObject({ allow: true, reason: 'b may' });
    expect((await data('access/allow', { agent: agents[1] })).json['result']).toBe(true);
  });

  test('that is missing is reported, and evaluates without facts', async () => {
    const warning = { code: 'api_usage_warning', message: expect.any(String) as string };
    expect((await data('access/allow')).json).toEqual({ result: false, warning });
    expect((await service.post('/v1/data/access/allow', '')).json).toEqual({ result: false, warning });
    expect((await data('access/allow', null)).json).toEqual({ result: false, warning });
  });

  test('comes as a query parameter with GET', async () => {
    const get = (query: string): Promise<Reply> => service.request('GET', `/v1/data/access/allow${query}`);
    expect((await get(`?input=${encodeURIComponent('{"level":9}')}`)).json).toEqual({ result: true });
    expect((await get(`?input={}&input=${encodeURIComponent('{"level":9}')}`)).json).toEqual({
      result: true,
    });
    expect((await get('')).json).toEqual({ result: false });
    expect((await get('?input=nonsense')).json).toMatchObject({ code: 'invalid_parameter' });
    expect((await get('?input=3')).json['detail']).toMatchObject([{ loc: ['query', 'input'] }]);
  });

  test('is JSON whatever the media type says', async () => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const reply = await service.post('/v1/data/access/allow', '{"input":{"level":9}}', { headers });
    expect(reply.json).toEqual({ result: true });
  });
});

test('keys of the body that the Data API does not have change nothing', async () => {
  const body = { input: { level: 9 }, inputs: 1, sesion_id: 'x', session_id: 'y', query: 'q', metadata: {} };
  const { status, json } = await service.post('/v1/data/access/allow', body);
  expect([status, json]).toEqual([200, { result: true }]);
});

describe('parameters', () => {
  test('indent, measure, and report provenance and explanation', async () => {
    const { text, json } = await data('access?pretty&metrics=true&provenance&explain=full', { level: 9 });
    expect(text).toContain('\n  "result": {\n');
    expect(json['metrics']).toMatchObject({ timer_server_handler_ns: expect.any(Number) as number });
    expect(json['provenance']).toEqual({
      version: '0.12.0',
      bundles: { access: { revision: expect.stringMatching(/^sha256:/) as string } },
    });
    expect(json['explanation']).toEqual(['rule decide::allow-level fired', 'decision allow: level']);
  });

  test('that are off or unknown change nothing', async () => {
    const { json } = await data('access/allow?pretty=false&metrics=0&explain=off&explain=other&x=1', {
      level: 9,
    });
    expect(json).toEqual({ result: true });
  });

  test('explain as events where it is not pretty', async () => {
    const { json } = await data('access/allow?explain=notes', { level: 9 });
    expect(json['explanation']).toMatchObject([{ op: 'note', message: 'rule decide::allow-level fired' }]);
  });
});

describe('errors', () => {
  test.each([
    ['access', '{', 400, 'invalid_parameter'],
    ['access', '{"input":{"nope":1}}', 400, 'invalid_parameter'],
    ['access?template=nope', '{"input":{}}', 400, 'invalid_parameter'],
    ['%2e%2e%2fsecret', '{}', 400, 'invalid_parameter'],
    ['a%00b', '{}', 400, 'invalid_parameter'],
    ['%ff', '{}', 400, 'invalid_parameter'],
    ['%', '{}', 400, 'invalid_parameter'],
    ['broken', '{"input":{}}', 500, 'internal_error'],
    ['trouble?template=number', '{"input":{"n":0}}', 500, 'internal_error'],
  ])('at %s for %s', async (path, body, status, code) => {
    const reply = await service.post(`/v1/data/${path}`, body);
    expect(reply.status).toBe(status);
    expect(reply.json).toEqual({ code, message: expect.any(String) as string });
    expect(reply.text).not.toContain(service.root);
  });

  test.each(['[]', '3', '{"input":3}', '{"input":[]}'])(
    'for the body %s are HTTPValidationErrors',
    async (body) => {
      const reply = await service.post('/v1/data/access', body);
      expect(reply.status).toBe(422);
      expect(reply.json['detail']).toHaveLength(1);
    },
  );

  test('of authentication are ErrorResponses', async () => {
    const reply = await service.post('/v1/data/access', {}, { token: null });
    expect([reply.status, reply.json['error']]).toEqual([401, 'unauthorized']);
  });
});

describe('the default decision', () => {
  test('is returned bare', async () => {
    expect((await service.post('/', { level: 9 })).json).toMatchObject({ allow: true, reason: 'level' });
    expect((await service.post('/', '')).json).toMatchObject({ allow: false });
    expect((await service.post('/', '{')).json).toMatchObject({ code: 'invalid_parameter' });
  });

  test('is 404 without a ruleset for it', async () => {
    const other = await startTestService({});
    const { status, json } = await other.post('/', {});
    await other.close();
    expect([status, json['code']]).toEqual([404, 'undefined_document']);
  });
});

describe('a batch', () => {
  const batch = (body: unknown): Promise<Reply> => service.post('/v1/batch/data/access/allow', body);

  test('returns a result for every input', async () => {
    const { status, json } = await batch({ inputs: { a: { level: 9 }, b: { level: 0 } } });
    expect(status).toBe(200);
    expect(json).toEqual({ responses: { a: { result: true }, b: { result: false } } });
  });

  test('is 207 with a status an entry when some fail', async () => {
    const { status, json } = await batch({ inputs: { a: { level: 9 }, b: { nope: 1 }, c: 3 } });
    expect(status).toBe(207);
    expect(json['responses']).toMatchObject({
      a: { http_status_code: '200', result: true },
      b: { http_status_code: '500', code: 'invalid_parameter' },
      c: { http_status_code: '500', code: 'invalid_parameter' },
    });
  });

  test('wants inputs', async () => {
    expect((await batch({})).json['detail']).toMatchObject([{ loc: ['body', 'inputs'], type: 'missing' }]);
  });

  test('leaves out what is undefined', async () => {
    const { json } = await service.post('/v1/batch/data/nothing', { inputs: { a: {} } });
    expect(json).toEqual({ responses: { a: {} } });
  });
});

test('a mounted engine handles every path', async () => {
  const mounted = await startTestService({ 'm.yaml': always('allow', 'mounted') }, {}, 'm.yaml');
  expect((await mounted.post('/v1/data/any/path/allow', { input: {} })).json).toEqual({ result: true });
  expect((await mounted.post('/v1/data', { input: {} })).json['result']).toMatchObject({ reason: 'mounted' });
  expect((await mounted.post('/', {})).json).toMatchObject({ reason: 'mounted' });
  await mounted.close();
});
