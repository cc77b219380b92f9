import { afterAll, beforeAll, expect, test } from 'vitest';
import { ACCESS } from './support/rulesets.ts';
import { startTestService, type TestService } from './support/service.ts';

let service: TestService;

beforeAll(async () => {
  service = await startTestService({ 'access.yaml': ACCESS }, { SERVICE_WORKERS: '1' });
});
afterAll(() => service.close());

/** Requests of every kind with the expected responses: whole texts, refusals, sessions, other statuses. */
const ASKED: readonly ((i: number) => Promise<void>)[] = [
  async (i) => {
    const facts = [{ template: 'agent', data: { id: `ann-${i}`, clearance: 'secret' } }];
    const { json } = await service.post('/v1/evaluate', { ruleset: 'access', facts });
    expect(json['reason']).toBe(`ann-${i} may`);
  },
  async (i) => {
    const facts = [{ template: 'agent', data: { id: `Ж😀é-${i}`, clearance: 'secret' } }];
    const { json } = await service.post('/v1/evaluate', { ruleset: 'access', facts });
    expect(json['reason']).toBe(`Ж😀é-${i} may`);
  },
  async (i) => {
    const facts = [{ template: 'agent', data: { id: `x`, [`slot-${i}`]: 1 } }];
    const { status, json } = await service.post('/v1/evaluate', { ruleset: 'access', facts });
    expect([status, json['error']]).toEqual([422, 'validation_error']);
    expect(json['detail']).toContain(`slot-${i}`);
  },
  async (i) => {
    const { status, json } = await service.post('/v1/evaluate', { ruleset: `none-${i}`, facts: [] });
    expect([status, json['error']]).toEqual([404, 'ruleset_not_found']);
  },
  async (i) => {
    const body = { ruleset: 'access', facts: [], session_id: `session-${i}` };
    const { status, json } = await service.post('/v1/evaluate', body);
    expect([status, json['decision']]).toEqual([200, 'deny']);
  },
  async (i) => {
    const { json } = await service.post(`/v1/data/access`, { input: { user: `user-${i}`, level: 6 } });
    expect(json['result']).toMatchObject({ allow: true, reason: 'level' });
  },
  async (i) => {
    const inputs = { [`a-${i}`]: { level: 6 }, [`b-${i}`]: { level: 'six' } };
    const { status, json } = await service.post('/v1/batch/data/access', { inputs });
    expect(status).toBe(207);
    expect(Object.keys(json['responses'] as object)).toEqual([`a-${i}`, `b-${i}`]);
  },
];

test('of requests that come in together each gets its own answer', async () => {
  const rounds = Array.from({ length: 12 }, (_, i) => ASKED.map((ask) => ask(i)));
  await Promise.all(rounds.flat());
});

test('long concurrent responses are complete', async () => {
  const asked = Array.from({ length: 16 }, async (_, i) => {
    const id = String(i).repeat(300_000);
    const facts = [{ template: 'agent', data: { id, clearance: 'secret' } }];
    const { json } = await service.post('/v1/evaluate', { ruleset: 'access', facts });
    expect(json['reason']).toBe(`${id} may`);
  });
  await Promise.all(asked);
});
