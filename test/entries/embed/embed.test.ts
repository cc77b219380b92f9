/** The service as a plugin of an application: beneath its prefix, with its requests, until it closes. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fastify, type FastifyInstance } from 'fastify';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { ferrule, type EmbedOptions, type EmbeddedSettings } from '../../../server/embed/embed.ts';
import { ROLES } from '../../../server/tokens/roles.ts';
import { ACCESS, BROKEN } from '../../server/support/rulesets.ts';

const TOKEN = 'a-token-of-the-application';
const FACTS = [{ template: 'agent', data: { id: 'ann', clearance: 'secret' } }];

let root: string;
let settings: EmbeddedSettings;
const apps: FastifyInstance[] = [];

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'ferrule-embed-'));
  await writeFile(join(root, 'access.yaml'), ACCESS);
  await writeFile(join(root, 'broken.yaml'), BROKEN);
  settings = {
    SERVICE_RULESET_ROOT: root,
    SERVICE_DATA_DIR: ':memory:',
    SERVICE_WORKERS: '1',
    SERVICE_API_TOKEN: TOKEN,
  };
});
afterEach(() => Promise.all(apps.splice(0).map((app) => app.close())));
afterAll(() => rm(root, { recursive: true, force: true }));

function host(): FastifyInstance {
  const app = fastify();
  apps.push(app);
  return app;
}

async function embed(options: EmbedOptions = { settings }, prefix = '/policy'): Promise<FastifyInstance> {
  const app = host();
  app.get('/', () => ({ mine: true }));
  await app.register(ferrule, { ...options, prefix });
  return app;
}

const post = (app: FastifyInstance, url: string, body: object, token: string | null = TOKEN) =>
  app.inject({
    method: 'POST',
    url,
    headers: {
      'content-type': 'application/json',
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
    },
    payload: JSON.stringify(body),
  });

describe('beneath a prefix', () => {
  it('evaluates, and leaves the other addresses to the application', async () => {
    const app = await embed();
    const answer = await post(app, '/policy/v1/evaluate', { ruleset: 'access', facts: FACTS });
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toMatchObject({ decision: 'allow', reason: 'ann may' });
    expect((await app.inject('/')).json()).toEqual({ mine: true });
    expect((await app.inject('/v1/status')).statusCode).toBe(404);
  });

  it('responds over a socket, including bodies', async () => {
    const app = await embed();
    const url = await app.listen({ port: 0 });
    const answer = await fetch(`${url}/policy/v1/evaluate`, {
      method: 'POST',
      headers: { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' },
      body: JSON.stringify({ ruleset: 'access', facts: FACTS }),
    });
    expect(await answer.json()).toMatchObject({ decision: 'allow' });
  });

  it('takes the paths of the Data API as they were sent', async () => {
    const app = await embed();
    const answer = await post(app, '/policy/v1/data/acc%65ss/allow?pretty', { input: { level: 9 } });
    expect(answer.json()).toEqual({ result: true });
  });

  it('knows no address that the service does not have', async () => {
    const app = await embed();
    const answer = await post(app, '/policy/v1/nothing', {});
    expect(answer.statusCode).toBe(404);
    expect(answer.json()).toEqual({ error: 'not_found', detail: 'no such endpoint' });
  });

  it('names its URL in the interface description', async () => {
    const app = await embed();
    const openApi = await app.inject({
      url: '/policy/openapi.json',
      headers: { authorization: `Bearer ${TOKEN}` },
    });
    expect(openApi.json()).toMatchObject({ servers: [{ url: '/policy' }] });
    const own = await embed({ settings: { ...settings, SERVICE_AUTHZEN_RULESET: 'access' } });
    const where = await own.inject({
      url: '/policy/.well-known/authzen-configuration',
      headers: { host: 'app.test' },
    });
    expect(where.json()).toMatchObject({
      access_evaluation_endpoint: 'http://app.test/policy/access/v1/evaluation',
    });
  });

  it('takes a prefix with a parameter', async () => {
    const app = await embed({ settings }, '/:tenant/policy');
    const answer = await post(app, '/acme/policy/v1/evaluate', { ruleset: 'access', facts: FACTS });
    expect(answer.json()).toMatchObject({ decision: 'allow' });
  });

  it('is at the root of an application without a prefix', async () => {
    const app = host();
    await app.register(ferrule, { settings });
    expect((await app.inject('/v1/status')).statusCode).toBe(200);
  });

  it('serves two of them in one application', async () => {
    const app = host();
    await app.register(ferrule, { settings, prefix: '/a' });
    await app.register(ferrule, { settings, prefix: '/b' });
    const codes = ['/a/v1/status', '/b/v1/status'].map(async (url) => (await app.inject(url)).statusCode);
    expect(await Promise.all(codes)).toEqual([200, 200]);
  });
});

describe('who sends a request', () => {
  const evaluate = { ruleset: 'access', facts: FACTS };

  it('is refused without a token', async () => {
    const app = await embed();
    expect((await post(app, '/policy/v1/evaluate', evaluate, null)).statusCode).toBe(401);
    expect((await post(app, '/policy/v1/evaluate', evaluate, 'another-token')).statusCode).toBe(401);
  });

  it('is known by the application when that says so, and no token helps', async () => {
    const { SERVICE_API_TOKEN: _, ...tokenless } = settings;
    const app = await embed({
      settings: tokenless,
      authenticate: ({ headers }) =>
        headers['x-user'] === undefined
          ? null
          : { actor: String(headers['x-user']), roles: new Set(ROLES), rulesets: null },
    });
    const send = (headers: Record<string, string>) =>
      app.inject({
        method: 'POST',
        url: '/policy/v1/evaluate',
        headers: { 'content-type': 'application/json', ...headers },
        payload: JSON.stringify(evaluate),
      });
    expect((await send({ 'x-user': 'ann' })).statusCode).toBe(200);
    expect((await send({})).statusCode).toBe(401);
    expect((await send({ authorization: `Bearer ${TOKEN}` })).statusCode).toBe(401);
  });
});

describe('the start of the application fails', () => {
  const refusal = (options: EmbedOptions) => expect(embed(options).then((app) => app.ready())).rejects;

  it('without a token and without an authenticator', async () => {
    const { SERVICE_API_TOKEN: _, ...tokenless } = settings;
    await refusal({ settings: tokenless }).toThrow(
      /SERVICE_API_TOKEN: without a token, the option authenticate must say who sends a request/,
    );
  });

  it('with settings that are wrong, of the application, or none', async () => {
    const wrong = { SERVICE_WORKERS: 'many', SERVICE_PORT: '80', SERVICE_RULESETS: 'x' };
    await refusal({ settings: { ...settings, ...wrong } }).toThrow(
      /SERVICE_RULESETS is not a setting; did you mean SERVICE_RULESET\?\n {2}SERVICE_PORT: is set by the application, which listens and logs\n {2}SERVICE_WORKERS: /,
    );
  });

  it('with a ruleset that does not compile', async () => {
    const mounted = { ...settings, SERVICE_RULESET: join(root, 'broken.yaml') };
    await refusal({ settings: mounted }).toThrow(/unknown-template/);
  });
});

it('ends with the application', async () => {
  const app = await embed();
  await app.listen({ port: 0 });
  expect((await post(app, '/policy/v1/evaluate', { ruleset: 'access', facts: [] })).statusCode).toBe(200);
  await app.close();
  await expect(app.inject('/policy/v1/status')).rejects.toThrow();
});

it('writes its lines to the log of the application', async () => {
  const lines: string[] = [];
  const app = fastify({
    logger: { level: 'info', stream: { write: (line: string) => void lines.push(line) } },
  });
  apps.push(app);
  await app.register(ferrule, { settings, prefix: '/policy' });
  await post(app, '/policy/v1/evaluate', { ruleset: 'access', facts: FACTS });
  const own = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(own).toContainEqual(
    expect.objectContaining({ service: 'ferrule', msg: 'request', route: '/v1/evaluate', status: 200 }),
  );
});
