import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  ConnectionError,
  createClient,
  ServiceError,
  type ClientOptions,
} from '../../clients/typescript/client.ts';
import { ACCESS } from '../server/support/rulesets.ts';
import { startTestService, TOKEN, type TestService } from '../server/support/service.ts';

let service: TestService;
let options: ClientOptions;
beforeAll(async () => {
  service = await startTestService({ 'access.yaml': ACCESS, 'teams/red.yaml': ACCESS });
  options = { url: service.url, token: TOKEN };
});
afterAll(() => service.close());

const SECRET = { template: 'agent', data: { id: 'ann', clearance: 'secret' } };

describe('a client of a running service', () => {
  it('evaluates, and returns the headers of the response', async () => {
    let hash: string | null = null;
    const answer = await createClient(options).evaluate(
      { ruleset: 'access', facts: [SECRET] },
      { onResponse: ({ headers }) => (hash = headers.get('ferrule-ruleset-hash')) },
    );
    expect(answer).toMatchObject({
      decision: 'allow',
      reason: 'ann may',
      rule_trace: ['decide::allow-secret'],
      metadata: { control: 'AC-3' },
    });
    expect(hash).toMatch(/^sha256:[0-9a-f]{64}$/);
  });

  it('keeps facts in a session, with every digit of an integer', async () => {
    const client = createClient(options);
    await client.createSession({ ruleset: 'access', session_id: 's1' });
    const age = 2n ** 62n + 1n;
    await client.assertFact({ session_id: 's1', template: 'agent', data: { id: 'bob', age } });
    const filter = { id: 'bob' };
    expect(await client.queryFacts({ session_id: 's1', template: 'agent', filter })).toEqual({
      facts: [{ id: 'bob', clearance: 'public', age }],
    });
    expect(await client.readSession({ session_id: 's1' })).toMatchObject({
      facts: 1,
      ruleset: 'access.yaml',
    });
    expect(await client.retractFacts({ session_id: 's1', template: 'agent' })).toEqual({
      retracted_count: 1,
    });
    expect(await client.deleteSession({ session_id: 's1' })).toEqual({ deleted: true });
  });

  it('takes parameters of paths, queries and headers', async () => {
    const client = createClient(options);
    const { result } = await client.postData({ path: 'teams/red' }, { input: { user: 'u', level: 9 } });
    expect(result).toMatchObject({ allow: true, reason: 'level' });
    const input = JSON.stringify({ user: 'a&b=c', level: 9 });
    expect(await client.getData({ path: 'teams/red/allow', input })).toMatchObject({ result: true });
    await client.createSession({ ruleset: 'access', session_id: 's2' });
    const { rules } = await client.rules({ 'X-Session-Id': 's2' });
    expect(rules.map(({ name }) => name)).toEqual([
      'decide::allow-secret',
      'decide::allow-level',
      'decide::deny-minor',
    ]);
  });

  it('needs no token for what is open, and reads texts', async () => {
    const asked: string[] = [];
    const token = (): string => {
      asked.push('token');
      return TOKEN;
    };
    const client = createClient({ ...options, token });
    expect(await client.livez()).toEqual({ status: 'ok' });
    expect(asked).toEqual([]);
    expect(await client.metrics()).toContain('# TYPE');
    expect(asked).toEqual(['token']);
  });

  it('has a method for every operation', async () => {
    const { paths } = (await createClient(options).openapi()) as unknown as {
      paths: Record<string, Record<string, { operationId: string }>>;
    };
    const names = Object.values(paths).flatMap((methods) =>
      Object.values(methods).map(({ operationId }) => operationId),
    );
    expect(Object.keys(createClient(options)).sort()).toEqual(names.sort());
  });
});

describe('a refusal of the service', () => {
  it('is an error with its code and its sentence', async () => {
    const refused = createClient(options).evaluate({
      ruleset: 'access',
      facts: [{ template: 'agent', data: { id: 'ann', clearence: 'secret' } }],
    });
    await expect(refused).rejects.toBeInstanceOf(ServiceError);
    await expect(refused).rejects.toMatchObject({
      status: 422,
      code: 'validation_error',
      field: 'facts[0].data.clearence',
      message: expect.stringContaining("Did you mean 'clearance'?") as string,
    });
  });

  it('is one for a wrong token', async () => {
    const refused = createClient({ ...options, token: 'wrong' }).evaluate({ ruleset: 'access', facts: [] });
    await expect(refused).rejects.toMatchObject({ status: 401, code: 'unauthorized' });
  });

  it('is read in the words of the Data API and of a contract', async () => {
    const client = createClient(options);
    await expect(client.getData({ path: 'access', input: '{' })).rejects.toMatchObject({
      status: 400,
      code: 'invalid_parameter',
    });
    await expect(client.rules({ 'X-Session-Id': '' })).rejects.toBeInstanceOf(TypeError);
    await expect(client.rules()).rejects.toMatchObject({ status: 422, code: 'validation_error' });
  });
});

describe('a request that cannot be written', () => {
  const refusal = (call: () => Promise<unknown>): Promise<unknown> => call().catch((error: unknown) => error);
  it.each([
    ['a path that leads elsewhere', () => createClient(options).readSession({ session_id: '..' })],
    ['a ruleset that leads elsewhere', () => createClient(options).postData({ path: 'a/../../v1' }, {})],
    ['a parameter that is missing', () => createClient(options).readSession({} as { session_id: string })],
    ['a parameter of no name', () => createClient(options).listRuns({ graph: 'x' } as object)],
    [
      'a body without JSON',
      () => createClient(options).batchData({ path: 'access' }, { inputs: { a: NaN } }),
    ],
  ])('is refused before it is sent: %s', async (_, call) => {
    expect(await refusal(call)).toBeInstanceOf(TypeError);
  });

  it('has the segments of its path encoded', async () => {
    const error = await refusal(() => createClient(options).readSession({ session_id: 'a/b?c' }));
    expect(error).toMatchObject({ status: 404, code: 'session_not_found' });
    expect(error).not.toBeInstanceOf(ConnectionError);
  });
});
