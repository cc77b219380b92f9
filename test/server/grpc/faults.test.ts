/** On any fault, nothing is decided: each fault has an error status. */
import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as grpc from '@grpc/grpc-js';
import { afterAll, describe, expect, it } from 'vitest';
import { TROUBLE } from '../support/rulesets.ts';
import { serveFile } from './served.ts';
import { connect, infoOf, metadataOf, POLICY, refusal, startGrpc, type Message } from './support.ts';

const SMALL = '65536';
const tokenOf = (name: string): string => `token-of-${name}-that-is-long`;

const HOST = `
templates:
  - { name: approval, from: host, slots: [{ name: approver, type: string, required: true }] }
rules:
  - { name: approved, when: [{ template: approval }], then: { action: allow, reason: approved } }
`;
const folder = await mkdtemp(join(tmpdir(), 'ferrule-grpc-'));
afterAll(() => rm(folder, { recursive: true }));
const tokens = [
  { name: 'evaluator', roles: ['evaluate'] },
  { name: 'narrow', roles: ['evaluate', 'session'], rulesets: ['elsewhere/**'] },
].map((token) => ({ ...token, sha256: createHash('sha256').update(tokenOf(token.name)).digest('hex') }));
const file = join(folder, 'tokens.json');
await writeFile(file, JSON.stringify({ tokens }));
const { service, client } = await serveFile(
  { 'door.yaml': POLICY, 'trouble.yaml': TROUBLE, 'host.yaml': HOST },
  {
    SERVICE_TOKENS_FILE: file,
    SERVICE_MAX_BODY_BYTES: SMALL,
    SERVICE_MAX_RELOAD_BYTES: SMALL,
    SERVICE_EVALUATE_TIMEOUT_MS: '300',
  },
);

const ALICE = { ruleset: 'door', facts: [{ template: 'request', data_json: '{"who":"alice"}' }] };
const load = { template: 'load', data_json: '' };
const LOADS = Array.from({ length: 400 }, (_, n) => ({ ...load, data_json: JSON.stringify({ n }) }));

describe('a fact that only the host brings', () => {
  const forged = { template: 'approval', data_json: '{"approver":"ann"}' };
  it.each<[string, object]>([
    ['Evaluate', { ruleset: 'host', facts: [forged] }],
    ['Explain', { ruleset: 'host', facts: [forged] }],
    ['AssertFact', { session_id: 'host', ...forged }],
    ['AssertFacts', { session_id: 'host', facts: [forged] }],
  ])('is refused by %s', async (method, request) => {
    await client.call('Evaluate', { ruleset: 'host', session_id: 'host' });
    const refused = await refusal(client.call(method, request));
    expect(infoOf(refused)['reason']).toBe('scope_error');
    const after = await client.call('Evaluate', { ruleset: 'host', session_id: 'host' });
    expect(after['decision']).toBe('deny');
  });
});

/** Status and reason of a refusal. */
type Refused = readonly [number, string];
const UNAUTHENTICATED: Refused = [grpc.status.UNAUTHENTICATED, 'unauthorized'];
const FORBIDDEN: Refused = [grpc.status.PERMISSION_DENIED, 'forbidden'];

describe('who may call', () => {
  it.each<[string, string, string | null, RegExp, Refused?]>([
    ['no token', 'Evaluate', null, /valid bearer token/],
    ['an unknown token', 'Evaluate', 'wrong', /valid bearer token/],
    ['a token without the role', 'Query', tokenOf('evaluator'), /lacks the role 'session'/, FORBIDDEN],
    ['a token that may not reload', 'Reload', tokenOf('evaluator'), /lacks the role 'admin'/, FORBIDDEN],
  ])('%s is refused', async (_what, method, token, details, [code, reason] = UNAUTHENTICATED) => {
    const refused = await refusal(client.call(method, {}, { token }));
    expect(refused.code).toBe(code);
    expect(refused.details).toMatch(details);
    expect(infoOf(refused)['reason']).toBe(reason);
  });

  it('a ruleset that a token may not use does not exist for it', async () => {
    const refused = await refusal(client.call('Evaluate', ALICE, { token: tokenOf('narrow') }));
    expect([refused.code, infoOf(refused)['reason']]).toEqual([5, 'ruleset_not_found']);
  });

  it.each(['EvaluateStream', 'SubscribeChanges'])(
    '%s is refused before its first message',
    async (method) => {
      const call =
        method === 'EvaluateStream' ? client.stream(method, 'wrong') : client.follow(method, {}, 'wrong');
      call.on('data', () => undefined);
      const { code } = await new Promise<{ code: number }>((resolve) =>
        call.on('error', (error) => resolve(error as unknown as { code: number })),
      );
      expect(code).toBe(grpc.status.UNAUTHENTICATED);
    },
  );

  it('an unknown service is not served', async () => {
    const other = new grpc.Client(service.address, grpc.credentials.createInsecure());
    const refused = await refusal(
      new Promise((resolve, reject) => {
        const pass = (value: Buffer): Buffer => value;
        const path = '/ferrule.v1.RuleService/Allow';
        other.makeUnaryRequest(path, pass, pass, Buffer.alloc(0), metadataOf(null), {}, (error, answer) =>
          error === null ? resolve(answer) : reject(error),
        );
      }),
    );
    other.close();
    expect(refused.code).toBe(grpc.status.UNIMPLEMENTED);
  });
});

describe('what is sent', () => {
  it.each<[string, Buffer, RegExp]>([
    ['a text that is not UTF-8', Buffer.from([0x12, 2, 0xc3, 0x28]), /ruleset: is not UTF-8/],
    [
      'such a text within another message',
      Buffer.from([0x1a, 4, 0x0a, 2, 0xff, 0xfe]),
      /template: is not UTF-8/,
    ],
    ['bytes that are cut off', Buffer.from([0x12, 9, 0x61]), /not valid for this method/],
    [
      'bytes that are not a message',
      Buffer.from([0xff, 0xff, 0xff, 0xff, 0xff, 0xff]),
      /not valid for this method/,
    ],
  ])('%s is refused', async (_what, bytes, details) => {
    const refused = await refusal(client.raw('Evaluate', bytes));
    expect([refused.code, refused.details]).toEqual([
      grpc.status.INVALID_ARGUMENT,
      expect.stringMatching(details) as string,
    ]);
  });

  it('a text with the replacement character itself is a text', async () => {
    const facts = [{ template: 'request', data_json: '{"who":"\ufffd"}' }];
    expect((await client.call('Evaluate', { ruleset: 'door', facts }))['decision']).toBe('deny');
  });

  it.each([
    ['by a little', 70_000, 'payload_too_large'],
    ['by far', 400_000, null],
  ])('a request that is too large %s is refused', async (_what, length, reason) => {
    const facts = [{ template: 'request', data_json: JSON.stringify({ who: 'x'.repeat(length) }) }];
    const refused = await refusal(client.call('Evaluate', { ruleset: 'door', facts }));
    expect(refused.code).toBe(grpc.status.RESOURCE_EXHAUSTED);
    if (reason !== null) expect(infoOf(refused)['reason']).toBe(reason);
  });

  it('a document that is nested too deeply is refused', async () => {
    const input = `${'['.repeat(300)}${']'.repeat(300)}`;
    const refused = await refusal(client.call('Evaluate', { ruleset: 'door', input_json: input }));
    expect([refused.code, infoOf(refused)['reason']]).toEqual([3, 'invalid_json']);
  });
});

describe('an evaluation', () => {
  it('that takes too long is ended', async () => {
    const refused = await refusal(client.call('Evaluate', { ruleset: 'trouble', facts: LOADS }));
    expect([refused.code, infoOf(refused)['reason']]).toEqual([4, 'evaluation_timeout']);
  });

  it('whose client waits no longer ends for it', async () => {
    const refused = await refusal(
      client.call('Evaluate', { ruleset: 'trouble', facts: LOADS }, { deadline: 50 }),
    );
    expect(refused.code).toBe(grpc.status.DEADLINE_EXCEEDED);
    expect((await client.call('Evaluate', ALICE))['decision']).toBe('allow');
  });

  it('that fails decides nothing', async () => {
    const facts = [{ template: 'number', data_json: '{"n":0}' }];
    const refused = await refusal(client.call('Evaluate', { ruleset: 'trouble', facts }));
    expect([refused.code, infoOf(refused)['reason']]).toEqual([9, 'evaluation_failed']);
  });

  it('whose worker dies is refused or made again, and never an allow of nothing', async () => {
    const calls = Array.from({ length: 20 }, () => client.call('Evaluate', ALICE));
    service.pool.kill(0);
    service.pool.kill(1);
    for (const settled of await Promise.allSettled(calls)) {
      if (settled.status === 'fulfilled') expect(settled.value['decision']).toBe('allow');
      else expect((settled.reason as { code: number }).code).toBe(grpc.status.UNAVAILABLE);
    }
    expect((await client.call('Evaluate', ALICE))['decision']).toBe('allow');
  });
});

describe('a service that ends', () => {
  it('completes requests in flight, ends streams, and accepts nothing more', async () => {
    const ending = await startGrpc({ 'door.yaml': POLICY });
    const other = connect(ending.address);
    await other.call('Evaluate', { session_id: 's', ruleset: 'door' });
    const stream = other.stream('EvaluateStream');
    const answers: Message[] = [];
    const codeOf = (call: NodeJS.EventEmitter): Promise<number> =>
      new Promise((resolve) => call.on('error', ({ code }: { code: number }) => resolve(code)));
    stream.on('data', (answer: Message) => answers.push(answer));
    const following = other.follow('SubscribeChanges', { session_id: 's' });
    following.on('data', () => undefined);
    const codes = [codeOf(stream), codeOf(following)];
    await new Promise<void>((resolve) => following.on('metadata', () => resolve()));
    stream.write({ id: '1', request: ALICE });
    while (answers.length === 0) await new Promise((resolve) => setTimeout(resolve, 10));
    const calls = Promise.allSettled(Array.from({ length: 5 }, () => other.call('Evaluate', ALICE)));
    await ending.close();
    expect(await Promise.all(codes)).toEqual([14, 14]);
    for (const settled of await calls) {
      if (settled.status === 'fulfilled') expect(settled.value['decision']).toBe('allow');
      else expect((settled.reason as { code: number }).code).toBe(grpc.status.UNAVAILABLE);
    }
    const refused = await refusal(other.call('Evaluate', ALICE, { deadline: 2_000 }));
    expect([4, 14]).toContain(refused.code);
    other.close();
  });
});
