/**
 * The approver sees exactly the digested data, which is the data that the caller sent to the rules, at every entry point
 * that requests approvals, for each member of a request.
 */
import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseJson } from '../../../library/json.ts';
import { changed, digest, leaves, POLICY, type Json } from './bound-support.ts';
import { connect, startGrpc, type GrpcService, type Message, type TestClient } from '../grpc/support.ts';

const tokenOf = (name: string): string => `token-of-${name}-that-is-long`;
const as = (name: string) => ({ token: tokenOf(name) });

let folder: string;
let service: GrpcService;
let envoy: TestClient;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ferrule-bound-'));
  const file = join(folder, 'tokens.json');
  const roles = { agent: ['evaluate', 'session'], ann: ['approver'] };
  const tokens = Object.entries(roles).map(([name, of]) => ({
    name,
    roles: of,
    sha256: createHash('sha256').update(tokenOf(name)).digest('hex'),
  }));
  await writeFile(file, JSON.stringify({ tokens }));
  const names = { SERVICE_AUTHZEN_RULESET: 'ask', SERVICE_ENVOY_RULESET: 'ask' };
  service = await startGrpc({ 'ask.yaml': POLICY }, { SERVICE_TOKENS_FILE: file, ...names });
  envoy = connect(service.address, 'envoy.service.auth.v3.Authorization');
});
afterAll(async () => {
  envoy.close();
  await service.close();
  await rm(folder, { recursive: true });
});

/** Requests of an entry point. */
interface Entry {
  /** Requests an approval and returns its id. */
  readonly ask: (request: Json) => Promise<string>;
  /** Sends the request with the approval given. */
  readonly isAllowed: (request: Json, id: string) => Promise<boolean>;
  /** A request that has every member. */
  readonly request: Json;
  /** The part that the approver must see, of this request. */
  readonly sent: (request: Json) => Json;
  /** Members that differ when a request is sent again: paths of them. */
  readonly ofTheAttempt: readonly string[];
  /** Members that are not the rules' business. */
  readonly unseen: readonly string[];
}

const calls: Entry = {
  async ask(request) {
    const { json } = await service.post('/v1/calls', request, as('agent'));
    return (json['approval'] as { readonly id: string }).id;
  },
  isAllowed: async (request) =>
    (await service.post('/v1/calls', request, as('agent'))).json['decision'] === 'allow',
  request: {
    ruleset: 'ask',
    agent: 'a1',
    session: 'bound-s1',
    tool: { name: 'write', server: 'files', annotations: { readOnlyHint: false, environment: 'test' } },
    call: { id: 'c1', args: { path: '/x', size: 1.5, more: [1, { deep: 'er' }] } },
  },
  sent({ agent, session, tool, call }) {
    return { agent, session, tool, call: { args: (call as Json)['args'] } };
  },
  ofTheAttempt: ['call.id'],
  unseen: ['ruleset'],
};

const authzen: Entry = {
  async ask(request) {
    const { json } = await service.post('/access/v1/evaluation', request, as('agent'));
    const context = json['context'] as { evaluation_id: string; access_request: { expires_at: string } };
    const denial = {
      evaluation_id: context.evaluation_id,
      expires_at: context.access_request.expires_at,
    };
    const asked = await service.post('/access/v1/requests', { ...request, denial }, as('agent'));
    return (asked.json['task'] as { readonly id: string }).id;
  },
  async isAllowed(request, id) {
    const context = { ...(request['context'] as Json), approval: { id } };
    const { json } = await service.post('/access/v1/evaluation', { ...request, context }, as('agent'));
    return json['decision'] === true;
  },
  request: {
    subject: { type: 'user', id: 'u1', properties: { role: 'clerk' } },
    action: { name: 'pay', properties: { amount: 10 } },
    resource: { type: 'account', id: '7', properties: { owner: 'u2' } },
    context: {
      reason: 'audit',
      access_request: { template: 't' },
      place: 'home',
      evaluation_id: 'e1',
      evaluated_at: 'now',
      supported_obligations: ['custom'],
    },
  },
  sent({ subject, action, resource, context }) {
    const { reason, access_request, place } = context as Json;
    return { subject, action, resource, context: { reason, access_request, place } };
  },
  ofTheAttempt: ['context.evaluation_id', 'context.evaluated_at', 'context.supported_obligations.0'],
  unseen: [],
};

const check = (request: Json): Promise<Message> => envoy.call('Check', request, { token: tokenOf('agent') });
const proxied: Entry = {
  async ask(request) {
    const { denied_response: denied } = await check(request);
    const body = JSON.parse((denied as { readonly body: string }).body) as Message;
    return (body['approval'] as { readonly id: string }).id;
  },
  isAllowed: async (request) => (await check(request))['http_response'] === 'ok_response',
  request: {
    attributes: {
      source: {
        principal: 'spiffe://front',
        service: 'front',
        labels: { zone: 'a' },
        address: { socket_address: { address: '10.0.0.1', port_value: 4711 } },
      },
      destination: { principal: 'spiffe://back', service: 'back' },
      request: {
        http: {
          id: 'r1',
          method: 'POST',
          scheme: 'https',
          host: 'api',
          path: '/pay?to=u1',
          protocol: 'HTTP/2',
          headers: { 'x-tenant': 't1', traceparent: '00-1', 'x-request-id': 'r1' },
          body: '{"amount":500}',
        },
      },
      context_extensions: { route: 'internal' },
      tls_session: { sni: 'api.example' },
    },
  },
  sent({ attributes }) {
    const { source, destination, request, context_extensions, tls_session } = attributes as Record<
      string,
      Json
    >;
    const { id: _, headers, ...http } = request?.['http'] as Json;
    const peer = (given: Json | undefined, address: string | null) => ({
      address,
      port: null,
      service: given?.['service'],
      principal: given?.['principal'],
      labels: given?.['labels'] ?? {},
    });
    const kept = { 'x-tenant': (headers as Json)['x-tenant'] };
    return {
      attributes: {
        source: peer(source, '10.0.0.1'),
        destination: peer(destination, null),
        request: { http: { ...http, headers: kept, size: 0 } },
        context_extensions,
        metadata_context: { filter_metadata: {} },
        tls_session,
      },
    };
  },
  ofTheAttempt: [
    'attributes.request.http.id',
    'attributes.request.http.headers.traceparent',
    'attributes.request.http.headers.x-request-id',
    'attributes.source.address.socket_address.port_value',
  ],
  unseen: [],
};

describe.each<readonly [string, Entry]>([
  ['calls', calls],
  ['AuthZEN', authzen],
  ['Envoy', proxied],
])('%s', (_name, entry) => {
  const approve = (id: string) => service.post(`/v1/approvals/${id}`, { decision: 'approved' }, as('ann'));

  it('shows the approver what it digests: what was sent', async () => {
    const id = await entry.ask(entry.request);
    const { text } = await service.request('GET', `/v1/approvals/${id}`, as('ann'));
    const shown = parseJson(text) as { readonly request: Json; readonly request_digest: string };
    expect(shown.request).toEqual(entry.sent(entry.request));
    expect(shown.request_digest).toBe(digest(shown.request));
    await service.post(`/v1/approvals/${id}`, { decision: 'rejected' }, as('ann'));
  });

  it('opens nothing with another value in any place, and the request itself', async () => {
    // A rejected call is refused; another id is another call.
    const request = changed(entry.request, entry.ofTheAttempt[0] ?? '');
    const id = await entry.ask(request);
    await approve(id);
    const skipped = [...entry.ofTheAttempt, ...entry.unseen];
    const bound = leaves(request).filter((path) => !skipped.includes(path));
    expect(bound.length).toBeGreaterThan(7);
    for (const path of bound)
      expect([path, await entry.isAllowed(changed(request, path), id)]).toEqual([path, false]);
    let again = request;
    // The id of a call is not changed: it names the attempt that may use the approval.
    for (const path of entry.ofTheAttempt) again = changed(again, path);
    expect(await entry.isAllowed(again, id)).toBe(true);
    expect(await entry.isAllowed(changed(again, entry.ofTheAttempt[0] ?? ''), id)).toBe(false);
  });
});
