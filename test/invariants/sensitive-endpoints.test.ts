/**
 * Every endpoint, method of gRPC and way into evidence after one token has sent sensitive values everywhere: no other token
 * sees them, and neither does the one that sent them, except where the documentation says that it gets its own values.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as loader from '@grpc/proto-loader';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ENVOY_ROUTES } from '../../server/endpoints/envoy/route.ts';
import type { Route } from '../../server/endpoints/route.ts';
import { ROUTES } from '../../server/endpoints/table.ts';
import { loadDefinitions, RULE_SERVICE } from '../../server/grpc/definitions.ts';
import { whole } from '../../server/grpc/packages.ts';
import { ROLES } from '../../server/tokens/roles.ts';
import { Engine } from '../../library/node/engine.ts';
import { runCli } from '../cli/run-cli.ts';
import { answering, startLines } from '../agents/mcp/lines.ts';
import { READER } from '../agents/mcp/support.ts';
import { connect, type TestClient } from '../server/grpc/support.ts';
import { logLines } from '../server/support/log-lines.ts';
import { startTestService, type Reply, type TestService } from '../server/support/service.ts';
import { tokenOf, writeTokensFile } from '../server/support/tokens-file.ts';
import {
  CALL,
  ENDPOINTS,
  FACT,
  GRAPH,
  HIDDEN,
  LIST,
  METHODS,
  NUMBER,
  RULES,
  SECRET,
  SHARED,
  STREAMS,
  type Row,
} from './sensitive-rows.ts';

const { log, lines } = logLines('trace');
const routes = [...ROUTES, ...ENVOY_ROUTES.filter(({ url }) => url.endsWith('/*'))];
let folder: string;
let tokens: Awaited<ReturnType<typeof writeTokensFile>>;
let stock: TestService;
let mounted: TestService;
let client: TestClient;
let approval = 'none';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ferrule-hidden-'));
  const roles = ROLES.filter((role) => role !== 'approver');
  tokens = await writeTokensFile({ sender: { roles }, other: { roles }, approver: { roles: ['approver'] } });
  const settings = { SERVICE_TOKENS_FILE: tokens.path, SERVICE_SESSIONS: 'memory' };
  stock = await startTestService(
    { 'cards.yaml': RULES.replace('SCOPE', 'session'), 'graphs/g.yaml': GRAPH },
    {
      ...settings,
      SERVICE_GRPC_PORT: '0',
      SERVICE_DEFAULT_DECISION: 'cards',
      SERVICE_AUTHZEN_RULESET: 'cards',
      SERVICE_ENVOY_RULESET: 'cards',
      SERVICE_AUDIT: `file:${join(folder, 'log')}`,
    },
    null,
    log,
  );
  mounted = await startTestService(
    { 'cards.yaml': RULES.replace('SCOPE', 'fleet') },
    { ...settings, SERVICE_FLEET: 'hidden' },
    'cards.yaml',
    log,
  );
  client = connect(stock.grpcAddress ?? '');
  const { json } = await stock.post('/v1/calls', CALL, { token: tokenOf('sender') });
  approval = (json['approval'] as { readonly id: string }).id;
});
afterAll(async () => {
  client.close();
  await Promise.all([stock.close(), mounted.close()]);
  await Promise.all([tokens.remove(), rm(folder, { recursive: true })]);
});

function expectHidden(text: string): void {
  for (const value of HIDDEN) expect(text).not.toContain(value);
}

/** As another token sends it that knows none of the values. */
function harmless(body: unknown): unknown {
  return JSON.parse(
    JSON.stringify(body)
      .replaceAll(SECRET, 'plain')
      .replaceAll(LIST, 'plain')
      .replaceAll(String(NUMBER), '7'),
  );
}

async function send(route: Route, row: Row, token: string, body: unknown): Promise<Reply> {
  const path = typeof row.path === 'function' ? row.path(approval) : (row.path ?? route.path);
  const isEnvoy = route.operationId === 'envoyCheck';
  return (row.mounted ? mounted : stock).request(route.method, path, {
    token,
    ...(body === undefined ? {} : { body }),
    headers: isEnvoy ? { 'x-ferrule-authorization': `Bearer ${token}`, 'x-card': SECRET } : {},
  });
}

test('every endpoint and every method of gRPC has a row', () => {
  const operations = new Set(routes.map(({ operationId }) => operationId));
  expect(Object.keys(ENDPOINTS).sort()).toEqual([...operations].sort());
  const methods = Object.keys(loadDefinitions({ loader: whole(loader) })[RULE_SERVICE] as object);
  expect([...Object.keys(METHODS), ...STREAMS].sort()).toEqual(methods.sort());
});

describe.each(Object.entries(ENDPOINTS))('%s', (operationId, row) => {
  const route = routes.find((each) => each.operationId === operationId)!;
  const bodies = row.bodies ?? [undefined];

  test.runIf(row.own !== true)('returns no sensitive value to its sender', async () => {
    for (const body of bodies) expectHidden((await send(route, row, tokenOf('sender'), body)).text);
  });

  test.runIf(!SHARED.has(operationId))('returns no sensitive value to another token', async () => {
    for (const body of bodies) {
      const { text } = await send(
        route,
        row,
        tokenOf('other'),
        body === undefined ? undefined : harmless(body),
      );
      expectHidden(text);
    }
  });
});

describe.each(Object.entries(METHODS))('gRPC %s', (name, { request, own }) => {
  const ask = async (token: string, what: unknown): Promise<string> => {
    try {
      return JSON.stringify(await client.call(name, what as object, { token: tokenOf(token) }));
    } catch (error) {
      const { details, metadata } = error as { readonly details: string; readonly metadata: unknown };
      return details + JSON.stringify(metadata);
    }
  };
  test('returns no sensitive value', async () => {
    if (own !== true) expectHidden(await ask('sender', request));
    expectHidden(await ask('other', harmless(request)));
  });
});

test('a stream of evaluations and one of changes return no sensitive value to another token', async () => {
  const texts: string[] = [];
  for (const token of ['sender', 'other']) {
    const stream = client.stream('EvaluateStream', tokenOf(token));
    const ended = new Promise((resolve) => stream.on('end', resolve).on('error', resolve));
    stream.on('data', (message: unknown) => texts.push(JSON.stringify(message)));
    stream.write({ id: '1', request: METHODS['Evaluate']!.request });
    stream.write({
      id: '2',
      request: { ruleset: 'cards', facts: [{ template: 'card', data_json: `{"limit":"${SECRET}"}` }] },
    });
    stream.end();
    await ended;
  }
  expect(texts).toHaveLength(4);
  const session = { ruleset: 'cards', session_id: 'followed' };
  await stock.post('/v1/sessions', session, { token: tokenOf('sender') });
  const changes = client.follow('SubscribeChanges', { session_id: 'followed' }, tokenOf('other'));
  const refused = new Promise<string>((resolve) =>
    changes
      .on('data', (message) => resolve(JSON.stringify(message)))
      .on('error', ({ message }) => resolve(message)),
  );
  await stock.post('/v1/facts', { session_id: 'followed', ...FACT }, { token: tokenOf('sender') });
  texts.push(await refused);
  expectHidden(texts.join('\n'));
});

test('an approver reads the arguments, and a line of the log says so', async () => {
  const { text } = await stock.request('GET', `/v1/approvals/${approval}`, { token: tokenOf('approver') });
  for (const value of HIDDEN) expect(text).toContain(value);
  expect(lines()).toContainEqual(
    expect.objectContaining({
      msg: 'showing sensitive values of an approval',
      approval,
      by: 'approver',
    }),
  );
});

test.each([
  ['audit show', (path: string) => ['audit', 'show', path]],
  ['audit show --json', (path: string) => ['audit', 'show', path, '--format', 'json']],
  ['replay', (path: string) => ['replay', path]],
  ['audit verify', (path: string) => ['audit', 'verify', path]],
])('%s prints no sensitive value', async (_, words) => {
  const { out, err } = await runCli(words(join(folder, 'log')));
  expect(out + err).not.toBe('');
  expectHidden(out + err);
});

test('the MCP proxy denies a call without repeating its values', async () => {
  const engine = await Engine.fromSources([{ path: 'cards.yaml', text: RULES.replace('SCOPE', 'session') }]);
  const proxy = await startLines(engine, answering([READER]));
  const params = { name: READER.name, arguments: { number: SECRET, limit: SECRET, owners: [LIST] } };
  proxy.say(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }));
  await expect.poll(() => proxy.atClient.length).toBe(1);
  expectHidden(proxy.atClient.join('\n'));
  await proxy.close();
});

test('lines of the log hold no sensitive value', () => {
  expect(lines().length).toBeGreaterThan(0);
  expectHidden(JSON.stringify(lines()));
});
