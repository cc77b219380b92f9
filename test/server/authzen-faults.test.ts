/** Whatever fails, no decision of AuthZEN is true: a request fails with a status, an item of several is false with an error. */
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { ASKING, faultyRules } from './support/faulty-rules.ts';
import { startTestService, type TestService } from './support/service.ts';

/** The action says what goes wrong. */
const POLICY = faultyRules('$.action.name', '$.context.n', ASKING);

let service: TestService;
beforeAll(async () => {
  service = await startTestService(
    { 'faults.yaml': POLICY },
    { SERVICE_AUTHZEN_RULESET: 'faults', SERVICE_EVALUATE_TIMEOUT_MS: '1000' },
  );
});
afterAll(() => service.close());

const subject = { type: 'user', id: 'alice' };
const resource = { type: 'record', id: 'r1' };
const asked = (name: string) => ({ subject, resource, action: { name }, context: { n: 0 } });
const evaluate = (name: string) => service.post('/access/v1/evaluation', asked(name));
const evaluations = (names: readonly string[], semantic = 'execute_all') =>
  service.post('/access/v1/evaluations', {
    subject,
    resource,
    context: { n: 0 },
    evaluations: names.map((name) => ({ action: { name } })),
    options: { evaluations_semantic: semantic },
  });

describe('an evaluation', () => {
  it('is true while nothing is wrong', async () => {
    expect((await evaluate('open')).json['decision']).toBe(true);
  });

  it.each([
    ['that fails', 'divide', 500],
    ['that takes too long', 'grow', 503],
  ])('%s has no decision', async (_, name, status) => {
    const answer = await evaluate(name);
    expect([answer.status, answer.json['decision']]).toEqual([status, undefined]);
  });

  it('of an unknown decision is false', async () => {
    const { status, json } = await evaluate('elsewhere');
    expect([status, json]).toMatchObject([200, { decision: false, context: { action: 'route' } }]);
  });

  it('whose worker dies is true only when the rules allow it', async () => {
    const names = Array.from({ length: 20 }, (_, i) => (i % 2 === 0 ? 'open' : 'elsewhere'));
    const answers = names.map(async (name) => [name, (await evaluate(name)).json['decision']] as const);
    service.pool.kill(0);
    for (const [name, decision] of await Promise.all(answers))
      expect(name === 'open' ? [true, undefined] : [false, undefined]).toContain(decision);
    await expect.poll(async () => (await evaluate('open')).json['decision']).toBe(true);
  });
});

describe('several evaluations', () => {
  it('of which one fails are false for it, and what they are for the others', async () => {
    const { status, json } = await evaluations(['open', 'divide', 'open']);
    const list = json['evaluations'] as readonly { readonly decision: boolean; readonly context: object }[];
    expect([status, list.map(({ decision }) => decision)]).toEqual([200, [true, false, true]]);
    expect(list[1]?.context).toMatchObject({ error: { message: expect.any(String) as string } });
  });

  it('end with the first that fails where a denial ends them', async () => {
    const { json } = await evaluations(['open', 'divide', 'open'], 'deny_on_first_deny');
    expect((json['evaluations'] as readonly { decision: boolean }[]).map(({ decision }) => decision)).toEqual(
      [true, false],
    );
  });

  it('of which one takes too long have no decision at all', async () => {
    const { status, json } = await evaluations(['open', 'grow']);
    expect([status, json['evaluations']]).toEqual([503, undefined]);
  });
});

describe('without its store', () => {
  it('what names an approval has no decision, and what names none is decided', async () => {
    const away = await startTestService(
      { 'faults.yaml': POLICY },
      {
        SERVICE_AUTHZEN_RULESET: 'faults',
        DATABASE_URL: 'postgresql://nobody@127.0.0.1:1/none',
        SERVICE_SESSIONS: 'memory',
      },
    );
    onTestFinished(() => away.close());
    const request = asked('ask');
    const { json } = await away.post('/access/v1/evaluation', request);
    const { evaluation_id, access_request } = json['context'] as {
      readonly evaluation_id: string;
      readonly access_request: { readonly expires_at: string };
    };
    const approved = { ...request, context: { ...request.context, approval: { id: 'a1' } } };
    const denial = { evaluation_id, expires_at: access_request.expires_at };
    for (const answer of [
      await away.post('/access/v1/evaluation', approved),
      await away.post('/access/v1/requests', { ...request, denial }),
    ])
      expect([answer.status, answer.json['decision'], answer.json['task']]).toEqual([
        503,
        undefined,
        undefined,
      ]);
    expect((await away.post('/access/v1/evaluation', asked('open'))).json['decision']).toBe(true);
  });
});
