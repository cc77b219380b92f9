import { describe, expect, it } from 'vitest';
import { serveFile } from './served.ts';
import { connect, infoOf, POLICY, refusal, startGrpc, type Message } from './support.ts';

const { service, client } = await serveFile({ 'door.yaml': POLICY });

const fact = (who: string, more = '') => ({ template: 'request', data_json: `{"who":"${who}"${more}}` });
const seen = (what: string) => ({ template: 'seen', data_json: JSON.stringify({ what }) });

describe('Evaluate', () => {
  it('returns the same as HTTP', async () => {
    const answer = await client.call('Evaluate', { ruleset: 'door', facts: [fact('alice')] });
    const http = await service.post('/v1/evaluate', {
      ruleset: 'door',
      facts: [{ template: 'request', data: { who: 'alice' } }],
    });
    expect(answer).toMatchObject({
      decision: http.json['decision'],
      reason: 'alice is known',
      rule_trace: http.json['rule_trace'],
      module_trace: http.json['module_trace'],
      metadata: { code: 'known' },
      obligations: [{ type: 'log', properties_json: '{"to":"ops"}' }],
      ruleset_hash: http.headers.get('ferrule-ruleset-hash'),
    });
    expect(answer['decision']).toBe('allow');
    expect(Number(answer['duration_us'])).toBeGreaterThanOrEqual(0);
    expect(answer).not.toHaveProperty('attestation_token');
  });

  it('takes a document, and returns firings and facts on request', async () => {
    const answer = await client.call('Evaluate', {
      ruleset: 'door',
      input_json: '{"who":"alice"}',
      include: ['firings', 'facts'],
    });
    expect(JSON.parse(String(answer['firings_json']))).toMatchObject([{ rule: 'MAIN::known' }]);
    expect(JSON.parse(String(answer['facts_json']))).toMatchObject([{ template: 'request' }]);
  });

  it('keeps every digit of an integer', async () => {
    const long = '9007199254740993';
    const answer = await client.call('Evaluate', {
      ruleset: 'door',
      facts: [fact('alice', `,"size":${long}`)],
      include: ['facts'],
    });
    expect(answer['facts_json']).toContain(long);
  });

  it.each<[string, object, number, string, string | undefined]>([
    ['a ruleset that is not there', { ruleset: 'none' }, 5, 'ruleset_not_found', undefined],
    [
      'a fact of no template',
      { ruleset: 'door', facts: [{ template: 'x', data_json: '{}' }] },
      3,
      'validation_error',
      'facts[0].template',
    ],
    [
      'a fact without data',
      { ruleset: 'door', facts: [{ template: 'request' }] },
      3,
      'invalid_json',
      'facts[0].data_json',
    ],
    [
      'data that go on behind their end',
      { ruleset: 'door', facts: [{ template: 'request', data_json: '{"who":"x"}},{"a":{}' }] },
      3,
      'invalid_json',
      'facts[0].data_json',
    ],
    ['a document that is not JSON', { ruleset: 'door', input_json: '{' }, 3, 'invalid_json', 'input_json'],
    ['a mode that is not known', { ruleset: 'door', session: 7 }, 3, 'validation_error', 'session'],
    [
      'a session that must be there',
      { ruleset: 'door', session_id: 'none', session: 'SESSION_MODE_REQUIRE' },
      5,
      'session_not_found',
      undefined,
    ],
    ['what cannot be included', { ruleset: 'door', include: ['all'] }, 3, 'validation_error', 'include.0'],
    ['an empty request', {}, 3, 'invalid_ruleset_path', undefined],
  ])('refuses %s', async (_what, request, code, reason, field) => {
    const refused = await refusal(client.call('Evaluate', request));
    expect([refused.code, infoOf(refused)]).toEqual([
      code,
      { reason, domain: 'ferrule', metadata: field === undefined ? {} : { field } },
    ]);
  });
});

describe('EvaluateStream', () => {
  it('responds in order, and continues after a refusal', async () => {
    const stream = client.stream('EvaluateStream');
    const answers: Message[] = [];
    const ended = new Promise<void>((resolve, reject) => {
      stream.on('data', (answer: Message) => answers.push(answer));
      stream.on('end', resolve);
      stream.on('error', reject);
    });
    stream.write({ id: '1', request: { ruleset: 'door', facts: [fact('alice')] } });
    stream.write({ id: '2', request: { ruleset: 'none' } });
    stream.write({ id: '3' });
    stream.write({ id: '4', request: { ruleset: 'door', facts: [fact('bob')] } });
    stream.end();
    await ended;
    expect(answers).toMatchObject([
      { id: '1', outcome: 'response', response: { decision: 'allow' } },
      { id: '2', outcome: 'refusal', refusal: { code: 'ruleset_not_found' } },
      { id: '3', outcome: 'refusal', refusal: { code: 'invalid_request', field: 'request' } },
      { id: '4', outcome: 'response', response: { decision: 'deny' } },
    ]);
  });
});

describe('a session', () => {
  it('holds facts, all or none of several', async () => {
    const session_id = 'grpc-1';
    await client.call('Evaluate', { session_id, ruleset: 'door', session: 'SESSION_MODE_CREATE' });
    expect(await client.call('AssertFact', { session_id, ...seen('a') })).toEqual({ success: true });
    expect(
      await client.call('AssertFacts', { session_id, facts: [seen('a'), seen('b'), seen('c')] }),
    ).toEqual({
      asserted_count: 2,
    });
    const refused = await refusal(
      client.call('AssertFacts', { session_id, facts: [seen('d'), { template: 'seen', data_json: '{}' }] }),
    );
    expect([refused.code, infoOf(refused)['metadata']]).toEqual([3, { field: 'facts[1].data.what' }]);
    const { facts_json: all } = await client.call('Query', { session_id, template: 'seen' });
    expect((all as string[]).map((text) => (JSON.parse(text) as Message)['what'])).toEqual(['a', 'b', 'c']);
    const one = await client.call('Query', { session_id, template: 'seen', filter_json: '{"what":"b"}' });
    expect(one['facts_json']).toHaveLength(1);
    expect(
      (await client.call('Evaluate', { session_id, ruleset: 'door', facts: [fact('bob')] }))['decision'],
    ).toBe('deny');
    expect(
      await client.call('Retract', { session_id, template: 'seen', filter_json: '{"what":"b"}' }),
    ).toEqual({ retracted_count: 1 });
    expect(await client.call('Retract', { session_id, template: 'seen' })).toEqual({ retracted_count: 2 });
  });

  it('reports changes by any caller', async () => {
    const session_id = 'grpc-2';
    await client.call('Evaluate', { session_id, ruleset: 'door' });
    await client.call('AssertFact', { session_id, ...seen('before') });
    const changes: Message[] = [];
    const following = client.follow('SubscribeChanges', { session_id });
    let next: () => void = () => undefined;
    following.on('data', (change: Message) => {
      changes.push(change);
      next();
    });
    const ended = new Promise<{ code: number }>((resolve) =>
      following.on('error', (error) => resolve(error as unknown as { code: number })),
    );
    await new Promise<void>((resolve) => following.on('metadata', () => resolve()));
    const told = async (count: number): Promise<void> => {
      while (changes.length < count) await new Promise<void>((resolve) => (next = resolve));
    };
    await service.post('/v1/facts', { session_id, template: 'seen', data: { what: 'a', n: 1 } });
    await told(1);
    await client.call('Retract', { session_id, template: 'seen', filter_json: '{"what":"before"}' });
    await told(2);
    expect(changes).toEqual([
      { change_type: 'CHANGE_TYPE_ASSERT', template: 'seen', data_json: '{"what":"a","n":1}' },
      {
        change_type: 'CHANGE_TYPE_RETRACT',
        template: 'seen',
        data_json: expect.stringContaining('before') as string,
      },
    ]);
    await service.request('DELETE', `/v1/sessions/${session_id}`);
    const { code } = await ended;
    expect(code).toBe(5);
  });

  it.each(['AssertFact', 'AssertFacts', 'Query', 'Retract'])(
    'that is not there is refused by %s',
    async (method) => {
      const data = { session_id: 'never', template: 'seen', data_json: '{}', facts: [seen('a')] };
      const refused = await refusal(client.call(method, data));
      expect([refused.code, infoOf(refused)['reason']]).toEqual([5, 'session_not_found']);
    },
  );

  it('that is not there cannot be followed', async () => {
    const following = client.follow('SubscribeChanges', { session_id: 'never' });
    following.on('data', () => undefined);
    const { code } = await new Promise<{ code: number }>((resolve) =>
      following.on('error', (error) => resolve(error as unknown as { code: number })),
    );
    expect(code).toBe(5);
  });
});

describe('the other methods', () => {
  it('Compile returns constructs', async () => {
    const { clips, errors } = await client.call('Compile', { yaml_content: POLICY });
    expect(clips).toContain('defrule');
    expect(errors).toEqual([]);
  });

  it('Explain returns the explanation', async () => {
    const answer = await client.call('Explain', { ruleset: 'door', facts: [fact('bob')], rule: 'known' });
    expect(answer['decision']).toBe('deny');
    expect(JSON.parse(String(answer['explanation_json']))).toHaveProperty('not_fired');
  });

  it('Status needs no token', async () => {
    const answer = await client.call('Status', {}, { token: null });
    expect(answer).toMatchObject({ version: '0.12.0' });
    expect(answer).not.toHaveProperty('ruleset_hash');
  });

  it('Reload swaps what is mounted', async () => {
    const mounted = await startGrpc({ 'door.yaml': POLICY }, {}, 'door.yaml');
    const other = connect(mounted.address);
    try {
      const { ruleset_hash: before } = await other.call('Status', {});
      const swapped = await other.call('Reload', {
        ruleset_yaml: POLICY.replace('alice is known', 'it is she'),
      });
      expect(swapped).toMatchObject({ ruleset_hash_before: before, rules: 2, warnings: [] });
      const answer = await other.call('Evaluate', { ruleset: 'door', facts: [fact('alice')] });
      expect(answer).toMatchObject({ reason: 'it is she', ruleset_hash: swapped['ruleset_hash_after'] });
      const refused = await refusal(other.call('Reload', {}));
      expect(refused.code).toBe(3);
      const inSession = await refusal(other.call('Evaluate', { ruleset: 'door', session_id: 's' }));
      expect([inSession.code, infoOf(inSession)['reason']]).toEqual([9, 'sessions_unavailable']);
    } finally {
      other.close();
      await mounted.close();
    }
  });

  it('a stock server has nothing to reload', async () => {
    const refused = await refusal(client.call('Reload', { ruleset_yaml: POLICY }));
    expect([refused.code, infoOf(refused)['reason']]).toEqual([9, 'engine_not_mounted']);
  });
});
