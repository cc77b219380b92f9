import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestService, type TestService } from '../../server/support/service.ts';
import { APPROVAL, PAYMENT, PAYMENTS } from './ruleset.ts';

const MESSAGE = "Template 'approval' is 'from: host': only the host brings its facts";
const REFUSED = { error: 'scope_error', detail: MESSAGE };

describe('the service refuses facts that only the host brings', () => {
  let service: TestService;
  let mounted: TestService;
  beforeAll(async () => {
    const files = { 'payments.yaml': PAYMENTS, 'graphs/pay.yaml': '' };
    service = await startTestService(files);
    mounted = await startTestService(files, {}, 'payments.yaml');
  });
  afterAll(() => Promise.all([service.close(), mounted.close()]));

  test.each(['stock', 'mounted'])('in facts of an evaluation (%s)', async (kind) => {
    const to = kind === 'stock' ? service : mounted;
    const { status, json } = await to.post('/v1/evaluate', {
      ruleset: 'payments',
      facts: [PAYMENT, APPROVAL],
    });
    expect([status, json]).toEqual([409, { ...REFUSED, field: 'facts[1].template' }]);
  });

  test('in a session', async () => {
    await service.post('/v1/evaluate', { ruleset: 'payments', facts: [], session_id: 's' });
    const { status, json } = await service.post('/v1/facts', { session_id: 's', ...APPROVAL });
    expect([status, json]).toEqual([409, { ...REFUSED, field: 'template' }]);
    const query = await service.post('/v1/query', { session_id: 's', template: 'approval' });
    expect(query.json).toEqual({ facts: [] });
    const inSession = { ruleset: 'payments', facts: [APPROVAL], session_id: 's' };
    expect((await service.post('/v1/evaluate', inSession)).status).toBe(409);
  });

  test.each<[string, unknown]>([
    ['payments?template=approval', APPROVAL.data],
    ['payments', { payment: PAYMENT.data, approval: APPROVAL.data }],
    ['payments/allow', { payment: [PAYMENT.data], approval: [APPROVAL.data] }],
  ])('on the Data API at %s', async (path, input) => {
    const { status, json } = await service.post(`/v1/data/${path}`, { input });
    expect([status, json]).toEqual([409, { code: 'scope_error', message: MESSAGE }]);
    const query = `${path.includes('?') ? '&' : '?'}input=${encodeURIComponent(JSON.stringify(input))}`;
    const get = await service.request('GET', `/v1/data/${path}${query}`);
    expect([get.status, get.json]).toEqual([409, { code: 'scope_error', message: MESSAGE }]);
  });

  test('in each input of a batch', async () => {
    const inputs = { a: { payment: PAYMENT.data }, b: { approval: APPROVAL.data } };
    const { json } = await service.post('/v1/batch/data/payments', { inputs });
    expect(json['responses']).toMatchObject({ b: { code: 'scope_error', message: MESSAGE } });
  });

  test('and lists the template as the host’s', async () => {
    const { json } = await mounted.request('GET', '/v1/templates');
    expect(json['templates']).toMatchObject([{ name: 'payment' }, { name: 'approval', from: 'host' }]);
    expect((json['templates'] as object[])[0]).not.toHaveProperty('from');
  });
});
