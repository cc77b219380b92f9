import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startGrpc, type GrpcService } from '../grpc/support.ts';
import { startEnvoy, tokenOf } from './support.ts';

let service: GrpcService;
beforeAll(async () => {
  service = await startEnvoy();
});
afterAll(() => service.close());

describe('over HTTP', () => {
  const ask = (method: string, path: string, headers: Readonly<Record<string, string>> = {}, body?: string) =>
    service.request(method, `/v1/envoy/check${path}`, {
      token: tokenOf('envoy'),
      headers,
      ...(body === undefined ? {} : { body }),
    });

  it('the method and the path behind the prefix are decided', async () => {
    const allowed = await ask('GET', '/public/a?user=u');
    expect([allowed.status, allowed.text, allowed.headers.get('x-ferrule-decision')]).toEqual([
      200,
      '',
      'allow',
    ]);
    expect(allowed.headers.get('x-ferrule-response-x-seen')).toBe('yes');
    for (const [method, path] of [
      ['GET', '/private'],
      ['DELETE', '/public'],
      ['GET', ''],
      ['PATCH', '/x'],
    ] as const) {
      expect((await ask(method, path)).status).toBe(403);
    }
    expect((await ask('HEAD', '/public')).status).toBe(403);
  });

  it('and so is the body', async () => {
    const small = await ask('POST', '/pay', {}, '{"amount":5}');
    expect(small.status).toBe(200);
    const large = await ask('POST', '/pay', {}, '{"amount":500}');
    expect([large.status, large.json['error'], large.json['approval']]).toEqual([
      403,
      'approval_required',
      { id: expect.any(String) as string, state: 'pending', expires_at: expect.any(String) as string },
    ]);
  });

  it('an approval opens one request, the one that it is for', async () => {
    const pay = (amount: number) => ask('POST', '/pay', {}, `{"amount":${amount}}`);
    const { id } = (await pay(900)).json['approval'] as { readonly id: string };
    await service.post(`/v1/approvals/${id}`, { decision: 'approved' }, { token: tokenOf('ann') });
    const statuses = [];
    for (const amount of [901, 900, 900]) statuses.push((await pay(amount)).status);
    expect(statuses).toEqual([403, 200, 403]);
  });

  it("Envoy's token has a header of its own, beside that of the client", async () => {
    const headers = {
      'x-ferrule-authorization': `Bearer ${tokenOf('envoy')}`,
      authorization: 'Bearer of-a-client',
    };
    const request = (more: object) =>
      service.request('GET', '/v1/envoy/check/public', { token: null, ...more });
    expect((await request({ headers })).status).toBe(200);
    expect(
      (await request({ headers: { ...headers, 'x-ferrule-authorization': 'Bearer wrong' } })).status,
    ).toBe(401);
    expect((await request({ headers: { authorization: 'Bearer of-a-client' } })).status).toBe(401);
    expect((await request({})).status).toBe(401);
  });

  it.each<[string, string, string, string | undefined, number]>([
    ['a body that says it is JSON and is none', 'POST', '/pay', '{', 403],
    ['a header that would begin another', 'GET', '/broken?user=a%0d%0ax', undefined, 503],
    ['a path that is none', 'GET', '/%25zz', undefined, 403],
    ['a body with keys that differ in case', 'POST', '/pay', '{"amount":5,"Amount":500}', 403],
    ['a body with such keys deep in it', 'POST', '/pay', '{"amount":5,"x":[{"k":1,"\u212a":2}]}', 403],
    ['an obligation that Envoy cannot fulfil', 'GET', '/obliged', undefined, 503],
  ])('%s is denied', async (_what, method, path, body, status) => {
    expect((await ask(method, path, {}, body)).status).toBe(status);
  });

  it('without a ruleset there is nothing', async () => {
    const stock = await startGrpc({});
    const { status, json: body } = await stock.request('GET', '/v1/envoy/check/x');
    expect([status, body['error']]).toEqual([404, 'ruleset_not_found']);
    await stock.close();
  });
});
