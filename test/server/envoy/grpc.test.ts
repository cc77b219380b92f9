import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  connect,
  refusal,
  startGrpc,
  type GrpcService,
  type Message,
  type TestClient,
} from '../grpc/support.ts';
import { POLICY, startEnvoy, tokenOf } from './support.ts';

let service: GrpcService;
let client: TestClient;
beforeAll(async () => {
  service = await startEnvoy();
  client = connect(service.address, 'envoy.service.auth.v3.Authorization');
});
afterAll(async () => {
  client.close();
  await service.close();
});

const http = (method: string, path: string, more: object = {}) => ({
  attributes: { request: { http: { id: 'r1', method, path, host: 'api', ...more } } },
});
const json = (body: string) => ({ body, headers: { 'content-type': 'application/json' } });
const check = (request: object, token: string | null = tokenOf('envoy')): Promise<Message> =>
  client.call('Check', request, { token });

/** Headers by name. */
function headersOf(list: unknown): Record<string, string> {
  const headers = list as readonly { readonly header: { readonly key: string; readonly value: string } }[];
  return Object.fromEntries(headers.map(({ header }) => [header.key, header.value]));
}

function denied(answer: Message): {
  readonly status: string;
  readonly body: Message;
  readonly headers: object;
} {
  const { status, body, headers } = answer['denied_response'] as {
    readonly status: { readonly code: string };
    readonly body: string;
    readonly headers: unknown;
  };
  return { status: status.code, body: JSON.parse(body) as Message, headers: headersOf(headers) };
}

describe('Check', () => {
  it('allows with headers of the metadata, which replace those that the client sent', async () => {
    const answer = await check({
      attributes: {
        ...http('GET', '/public/a?user=u').attributes,
        metadata_context: { filter_metadata: { jwt: { fields: { tenant: { stringValue: 't1' } } } } },
      },
    });
    expect(answer).toMatchObject({ status: { code: 0 }, http_response: 'ok_response' });
    const { headers, response_headers_to_add: added } = answer['ok_response'] as Message;
    expect(headersOf(headers)).toEqual({
      'x-tenant': 't1',
      'x-ferrule-decision': 'allow',
      'x-ferrule-decision-id': expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
    });
    expect(
      (headers as readonly Message[]).every((each) => each['append_action'] === 'OVERWRITE_IF_EXISTS_OR_ADD'),
    ).toBe(true);
    expect(headersOf(added)).toEqual({ 'x-seen': 'yes' });
  });

  it('denies with a body', async () => {
    const answer = await check(http('GET', '/private'));
    expect(answer).toMatchObject({ status: { code: 7 }, http_response: 'denied_response' });
    expect(denied(answer)).toMatchObject({
      status: 'Forbidden',
      body: {
        error: 'denied',
        detail: 'nobody may',
        code: 'closed',
        decision_id: expect.any(String) as string,
      },
      headers: { 'x-why': 'private', 'x-ferrule-decision': 'deny', 'content-type': 'application/json' },
    });
  });

  it('decides on the body, with every digit', async () => {
    expect((await check(http('POST', '/pay', json('{"amount":5}'))))['http_response']).toBe('ok_response');
    const exact = await check(http('POST', '/x', json('{"digits":9007199254740993}')));
    expect(exact['http_response']).toBe('ok_response');
    const other = await check(http('POST', '/x', json('{"digits":9007199254740992}')));
    expect(other['http_response']).toBe('denied_response');
    const raw = { raw_body: Buffer.from('{"amount":5}'), headers: { 'content-type': 'application/json' } };
    expect((await check(http('POST', '/pay', raw)))['http_response']).toBe('ok_response');
  });

  it('takes headers in their other form', async () => {
    const header_map = { headers: [{ key: 'Content-Type', raw_value: Buffer.from('application/json') }] };
    const answer = await check(http('POST', '/pay', { body: '{"amount":5}', header_map }));
    expect(answer['http_response']).toBe('ok_response');
  });

  it('knows the peer and the route', async () => {
    const request = {
      attributes: {
        ...http('GET', '/').attributes,
        source: {
          principal: 'spiffe://a',
          address: { socket_address: { address: '10.0.0.1', port_value: 80 } },
        },
        context_extensions: { route: 'internal' },
      },
    };
    expect((await check(request))['http_response']).toBe('ok_response');
  });

  it('escalates as 403 with the approval, which opens the same request once', async () => {
    const request = (id: string, amount = 500) =>
      http('POST', '/pay', {
        ...json(`{"amount":${amount}}`),
        id,
        headers: { 'content-type': 'application/json', authorization: 'Bearer of-the-client' },
      });
    const first = denied(await check(request('r1')));
    expect(first).toMatchObject({
      status: 'Forbidden',
      body: { error: 'approval_required', detail: 'a person decides', approval: { state: 'pending' } },
      headers: { 'x-ferrule-decision': 'escalate' },
    });
    const { id } = first.body['approval'] as { readonly id: string };
    const read = await service.request('GET', `/v1/approvals/${id}`, { token: tokenOf('ann') });
    expect(read.json).toMatchObject({
      requester: 'envoy',
      agent: `sha256:${createHash('sha256').update('Bearer of-the-client').digest('hex')}`,
      tool: 'POST /pay',
      server: 'api',
      args: { method: 'POST', host: 'api', path: '/pay', body: '{"amount":500}' },
    });
    await service.post(`/v1/approvals/${id}`, { decision: 'approved' }, { token: tokenOf('ann') });
    expect((await check(request('r2', 501)))['http_response']).toBe('denied_response');
    expect((await check(request('r2')))['http_response']).toBe('ok_response');
    for (const again of ['r2', 'r3'])
      expect(denied(await check(request(again))).body['error']).toBe('approval_required');
  });

  it.each([
    ['of no peer', '', undefined],
    ['behind a peer', 'spiffe://front', 'spiffe://front'],
  ])('refuses self-approval, %s', async (_, principal, told) => {
    const request = http('POST', '/pay', {
      body: '{"amount":700}',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${tokenOf('ann')}` },
    });
    const of = { attributes: { ...request.attributes, source: { principal } } };
    const { id } = denied(await check(of)).body['approval'] as { readonly id: string };
    const as = { token: tokenOf('ann') };
    const read = await service.request('GET', `/v1/approvals/${id}`, as);
    expect(read.json).toMatchObject({ agent: 'ann', args: told === undefined ? {} : { principal: told } });
    const refused = await service.post(`/v1/approvals/${id}`, { decision: 'approved' }, as);
    expect([refused.status, refused.json['error']]).toEqual([403, 'approval_by_requester']);
    expect(denied(await check(of)).body['error']).toBe('approval_required');
  });

  it.each(['/obliged-later', '/broken-later?user=a%0d%0ax'])(
    'uses up no approval by an allow that it cannot carry out: %s',
    async (path) => {
      const { id } = denied(await check(http('GET', path))).body['approval'] as { readonly id: string };
      const as = { token: tokenOf('ann') };
      await service.post(`/v1/approvals/${id}`, { decision: 'approved' }, as);
      for (let i = 0; i < 2; i++)
        expect(denied(await check(http('GET', path))).status).toBe('ServiceUnavailable');
      const read = await service.request('GET', `/v1/approvals/${id}`, as);
      expect(read.json).toMatchObject({ state: 'approved', used_by: null });
    },
  );

  it.each<[string, object, number, string]>([
    ['rules that decide nothing', http('PUT', '/other'), 7, 'Forbidden'],
    ['a body that says it is JSON and is none', http('POST', '/pay', json('{"amount":5')), 3, 'Forbidden'],
    ['a request that is not HTTP', { attributes: {} }, 3, 'Forbidden'],
    ['nothing', {}, 3, 'Forbidden'],
    [
      'a body that is not a text',
      http('POST', '/pay', { raw_body: Buffer.from([0xff, 0xfe]) }),
      3,
      'Forbidden',
    ],
    ['a path that is none', http('GET', '/public/%zz'), 3, 'Forbidden'],
    [
      'a header that would begin another',
      http('GET', '/broken?user=a%0d%0ax-admin:%20yes'),
      9,
      'ServiceUnavailable',
    ],
    ['an obligation that Envoy cannot fulfil', http('GET', '/obliged'), 9, 'ServiceUnavailable'],
  ])('denies %s', async (_what, request, code, status) => {
    const answer = await check(request);
    expect(answer).toMatchObject({ status: { code }, denied_response: { status: { code: status } } });
  });

  it.each<readonly [string, string, object]>([
    ['was cut', '/obliged-later', { body: '{"a":1', headers: { 'x-envoy-auth-partial-body': 'true' } }],
    ['is longer than what was sent', '/pay', { ...json('{"amount":500}'), size: 15 }],
    ['is not sent', '/obliged-later', { headers: { 'content-length': '5' } }],
    [
      'is not sent, and of no known length',
      '/obliged-later',
      { headers: { 'transfer-encoding': 'chunked' } },
    ],
  ])('requests no approval for a body that %s', async (_, path, more) => {
    const { status, body } = denied(await check(http('POST', path, more)));
    expect([status, body['error'], body['detail']]).toEqual([
      'Forbidden',
      'denied',
      'Envoy did not send the whole body, which the approver must see',
    ]);
    expect(body).not.toHaveProperty('approval');
  });

  it('shows an approver the digest of a credential', async () => {
    const headers = { authorization: 'Bearer of-the-client', cookie: 'session=1' };
    const first = denied(await check(http('GET', '/obliged-later', { headers })));
    const { id } = first.body['approval'] as { readonly id: string };
    const read = await service.request('GET', `/v1/approvals/${id}`, { token: tokenOf('ann') });
    expect(read.text).not.toContain('of-the-client');
    expect(read.text).not.toContain('session=1');
    const other = denied(
      await check(http('GET', '/obliged-later', { headers: { ...headers, cookie: 'session=2' } })),
    );
    expect((other.body['approval'] as { readonly id: string }).id).not.toBe(id);
  });

  it('marks a truncated body for the rules', async () => {
    const cut = {
      body: '{"amount":5',
      headers: { 'content-type': 'application/json', 'x-envoy-auth-partial-body': 'true' },
    };
    expect((await check(http('POST', '/pay', cut)))['http_response']).toBe('denied_response');
  });

  it('returns a denial when the service fails, so that no Envoy setting allows it', async () => {
    const slow = await startGrpc(
      { 'gateway.yaml': POLICY },
      { SERVICE_ENVOY_RULESET: 'gateway', SERVICE_EVALUATE_TIMEOUT_MS: '200' },
    );
    const other = connect(slow.address, 'envoy.service.auth.v3.Authorization');
    await other.call('Check', http('GET', '/public'));
    await slow.write('gateway.yaml', 'rules: [');
    const answer = await other.call('Check', http('GET', '/public'));
    expect(answer).toMatchObject({
      denied_response: { status: { code: expect.stringMatching(/Forbidden|ServiceUnavailable/) as string } },
    });
    expect((answer['status'] as Message)['code']).not.toBe(0);
    other.close();
    await slow.close();
  });

  it.each<[string, object, string | null, number]>([
    ['no token', http('GET', '/public'), null, 16],
    ['a token without the role', http('GET', '/public'), tokenOf('other'), 7],
  ])('refuses %s', async (_what, request, token, code) => {
    expect((await refusal(check(request, token))).code).toBe(code);
  });

  it('uses the mounted ruleset, or none', async () => {
    const mounted = await startGrpc({ 'gateway.yaml': POLICY }, {}, 'gateway.yaml');
    const stock = await startGrpc({});
    const [a, b] = [mounted, stock].map(({ address }) =>
      connect(address, 'envoy.service.auth.v3.Authorization'),
    );
    expect(await a?.call('Check', http('GET', '/public'))).toMatchObject({ http_response: 'ok_response' });
    expect(await b?.call('Check', http('GET', '/public'))).toMatchObject({
      status: { code: 5 },
      denied_response: { status: { code: 'Forbidden' } },
    });
    a?.close();
    b?.close();
    await Promise.all([mounted.close(), stock.close()]);
  });
});
