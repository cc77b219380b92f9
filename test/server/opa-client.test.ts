import { OPAClient } from '@open-policy-agent/opa';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ACCESS } from './support/rulesets.ts';
import { startTestService, TOKEN, type TestService } from './support/service.ts';

let service: TestService;
let client: OPAClient;

beforeAll(async () => {
  service = await startTestService({ 'access.yaml': ACCESS }, { SERVICE_DEFAULT_DECISION: 'access' });
  client = new OPAClient(service.url, { headers: { authorization: `Bearer ${TOKEN}` } });
});
afterAll(() => service.close());

test('evaluates with an input', async () => {
  expect(await client.evaluate('access/allow', { level: 9 })).toBe(true);
  expect(await client.evaluate('/access', { level: 9 })).toMatchObject({ allow: true, reason: 'level' });
});

test('evaluates without an input', async () => {
  expect(await client.evaluate('access/allow')).toBe(false);
});

test('takes a path without a ruleset as undefined', async () => {
  expect(await client.evaluate('nothing/allow', {})).toBeUndefined();
});

test('evaluates the default decision', async () => {
  expect(await client.evaluateDefault({ level: 9 })).toMatchObject({ allow: true });
});

test('evaluates a batch', async () => {
  const results = await client.evaluateBatch('access/allow', { a: { level: 9 }, b: { level: 1 } });
  expect(results).toEqual({ a: true, b: false });
});

test('gets an error for each input of a batch that fails', async () => {
  const results = await client.evaluateBatch('access/allow', { a: { level: 9 }, b: { nope: 1 } });
  expect(results['a']).toBe(true);
  expect(results['b']).toMatchObject({ code: 'invalid_parameter' });
});

test('throws with code and message for an invalid input', async () => {
  await expect(client.evaluate('access', { nope: 1 })).rejects.toThrow(/Unknown slot/);
});

test('throws for a token that is wrong', async () => {
  const stranger = new OPAClient(service.url, { headers: { authorization: 'Bearer wrong' } });
  await expect(stranger.evaluate('access')).rejects.toThrow();
});
