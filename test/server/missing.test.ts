/** A request with a document alone, and `missing` in every response. */
import { mkdtemp, readdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { remoteDecider } from '../../agents/gate/remote-decider.ts';
import { serveFile } from './grpc/served.ts';
import { TOKEN } from './support/service.ts';

const POLICY = `
rules:
  open: { allow: true, if: input.tool.name == "read" }
  close: { deny: too many rows, if: input.rows > 100 }
  ask: { deny: no, if: input.action.name == "odd" }
`;
const PLAIN = `
templates: { call: { tool: string } }
rules: { r: { allow: true, if: call.tool == "read" } }
`;

const folder = await mkdtemp(join(tmpdir(), 'ferrule-missing-'));
const { service, client } = await serveFile(
  { 'policy.yaml': POLICY, 'plain.yaml': PLAIN },
  { SERVICE_AUDIT: `file:${folder}`, SERVICE_AUTHZEN_RULESET: 'policy', SERVICE_ENVOY_RULESET: 'policy' },
);
const input = { tool: { name: 'read' }, action: { name: 'get' }, rows: 'many' };
const missing = ['input.rows (a text)'];

test('HTTP takes a document without facts, and responds with what is missing', async () => {
  const { status, json } = await service.post('/v1/evaluate', { ruleset: 'policy', input });
  expect([status, json['decision'], json['missing']]).toEqual([200, 'deny', missing]);
  const fine = await service.post('/v1/evaluate', { ruleset: 'policy', input: { ...input, rows: 5 } });
  expect(fine.json['decision']).toBe('allow');
  expect(fine.json).not.toHaveProperty('missing');
  const explained = await service.post('/v1/explain', { ruleset: 'policy', input });
  expect(explained.json).toMatchObject({ decision: 'deny', missing });
  const inSession = await service.post('/v1/evaluate', { ruleset: 'policy', input, session_id: 'one' });
  expect(inSession.json['missing']).toEqual(missing);
});

test.each(['/v1/evaluate', '/v1/explain'])(
  '%s without facts and without a document is refused',
  async (path) => {
    for (const body of [{ ruleset: 'plain' }, { ruleset: 'plain', input: null }]) {
      const { status, json } = await service.post(path, body);
      expect([status, json['detail']]).toEqual([422, 'facts: field required']);
    }
  },
);

test('the Data API, AuthZEN, calls and gRPC respond with it', async () => {
  const data = await service.post('/v1/data/policy', { input });
  expect(data.json['result']).toMatchObject({ deny: true, missing });
  const parts = {
    subject: { type: 'user', id: 'a' },
    action: { name: 'get' },
    resource: { type: 'file', id: 'b' },
  };
  const access = await service.post('/access/v1/evaluation', parts);
  expect(access.json).toMatchObject({ decision: false, context: { missing: ['input.rows'] } });
  const call = { ruleset: 'policy', agent: 'a', tool: { name: 'read' }, call: { id: '1', args: {} } };
  const verdict = await service.post('/v1/calls', call);
  expect(verdict.json).toMatchObject({
    decision: 'deny',
    missing: expect.arrayContaining(['input.action.name']) as unknown,
  });
  const answer = await client.call('Evaluate', { ruleset: 'policy', input_json: JSON.stringify(input) });
  expect(answer).toMatchObject({ decision: 'deny', missing });
});

test('the body of a denial for Envoy has it', async () => {
  const { status, json } = await service.request('GET', '/v1/envoy/check/x');
  expect(status).toBe(403);
  expect(json).toMatchObject({
    error: 'denied',
    missing: expect.arrayContaining(['input.action.name']) as unknown,
  });
});

test('a gate over the service hands it on', async () => {
  const decider = remoteDecider({ url: service.url, token: TOKEN, ruleset: 'policy' }, 'enforce');
  const document = { agent: 'a', tool: { name: 'read' }, call: { id: '2', args: {} } };
  const decided = await decider.decide(document as never, AbortSignal.timeout(5_000), null, { key: 'k' });
  expect(decided.missing).toContain('input.action.name');
});

test('the decision log has it', async () => {
  const { json } = await service.post('/v1/evaluate', { ruleset: 'policy', input });
  expect(json['missing']).toEqual(missing);
  const names = await readdir(folder, { recursive: true });
  const texts = await Promise.all(
    names.filter((name) => name.endsWith('.jsonl')).map((name) => readFile(join(folder, name), 'utf8')),
  );
  expect(texts.join('')).toContain('"missing":["input.rows (a text)"]');
});
